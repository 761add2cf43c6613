// The list of keys.

import { t } from "../i18n";
import { route } from "../route";
import { Dialog } from "./dialog";

const EVERYWHERE = [
  ["f", "help.floor"],
  ["t", "help.table-screen"],
  ["q", "help.queue"],
  ["r", "help.recordings"],
  ["c", "screen.cases"],
  ["1–9", "help.table"],
  ["j", "help.next"],
  ["k", "help.previous"],
  ["Home End", "help.ends"],
  ["a", "help.acknowledge"],
  ["i", "handling.take"],
  ["e", "handling.resolve"],
  ["p", "help.proposed"],
  ["b", "handling.rule"],
  ["v w u", "help.opinion"],
  ["x X", "help.mark"],
  ["m", "queue.mine"],
  ["Enter", "help.enlarge"],
  ["s", "sound.title"],
  ["l", "help.language"],
  ["?", "help.help"],
  ["Esc", "help.close"],
] as const;

const REPLAY = [
  ["Space", "help.play"],
  [", .", "help.frame"],
  ["[ ]", "help.action"],
  ["N n", "help.finding"],
  ["PgUp PgDn", "help.round"],
  ["− +", "help.speed"],
  ["o", "help.overlay"],
  ["d", "help.skip"],
] as const;

const FINDING_KEYS = new Set(["j", "k", "x X", "m", "Home End", "Enter", "1–9"]);

/** The keys that do something on the screen that is shown. */
function keysHere(): readonly (readonly [string, string])[] {
  if (route.value.screen !== "replay") return EVERYWHERE;
  return [...REPLAY, ...EVERYWHERE.filter(([key]) => !FINDING_KEYS.has(key))];
}

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog id="help" title={t("help.title")} onClose={onClose}>
      <dl class="facts">
        {keysHere().map(([key, words]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(words)}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
