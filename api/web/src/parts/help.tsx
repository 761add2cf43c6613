// The list of keys.

import { t } from "../i18n";
import { Dialog } from "./dialog";

const KEYS = [
  ["f", "help.floor"],
  ["t", "help.table-screen"],
  ["q", "help.queue"],
  ["1–9", "help.table"],
  ["j", "help.next"],
  ["k", "help.previous"],
  ["a", "help.acknowledge"],
  ["x", "help.mark"],
  ["Enter", "help.enlarge"],
  ["l", "help.language"],
  ["?", "help.help"],
  ["Esc", "help.close"],
] as const;

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog id="help" title={t("help.title")} onClose={onClose}>
      <dl class="facts">
        {KEYS.map(([key, words]) => (
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
