// The list of keys.

import { t } from "../i18n";
import { type Screen, route } from "../route";
import { Dialog } from "./dialog";

type Keys = readonly (readonly [string, string])[];

const EVERYWHERE: Keys = [
  ["f", "help.floor"],
  ["t", "help.table-screen"],
  ["q", "help.queue"],
  ["r", "help.recordings"],
  ["c", "screen.cases"],
  ["s", "sound.title"],
  ["l", "help.language"],
  ["?", "help.help"],
  ["Esc", "help.close"],
];

const LIST: Keys = [
  ["j", "help.next"],
  ["k", "help.previous"],
];

const HANDLING: Keys = [
  ["a", "help.acknowledge"],
  ["i", "handling.take"],
  ["e", "handling.resolve"],
  ["p", "help.proposed"],
  ["b", "handling.rule"],
  ["v w u", "help.opinion"],
];

const ENLARGE: Keys = [["Enter", "help.enlarge"]];

const QUEUE: Keys = [
  ["Home End", "help.ends"],
  ["PgUp PgDn", "help.pages"],
  ["x X", "help.mark"],
  ["m", "queue.mine"],
];

const REPLAY: Keys = [
  ["Space", "help.play"],
  [", .", "help.frame"],
  ["[ ]", "help.action"],
  ["N n", "help.finding"],
  ["PgUp PgDn", "help.round"],
  ["− +", "help.speed"],
  ["o", "help.overlay"],
  ["d", "help.skip"],
];

/** The keys that a screen has besides those of all. */
const HERE: Partial<Record<Screen, Keys>> = {
  floor: [["1–9", "help.table"]],
  table: [...LIST, ...HANDLING, ...ENLARGE],
  findings: [...LIST, ...QUEUE, ...HANDLING, ...ENLARGE],
  replay: [...REPLAY, ...HANDLING],
};

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog id="help" title={t("help.title")} onClose={onClose}>
      <dl class="facts">
        {[...(HERE[route.value.screen] ?? []), ...EVERYWHERE].map(([key, words]) => (
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
