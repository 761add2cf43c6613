// What the dealer must do now. Nothing is asked of the dealer while the table is not seen clearly.

import type { TableState } from "../api";
import { language, t } from "../i18n";
import { cameraNow } from "../state";

export interface Advice {
  main: string;
  more: string;
  /** Whether there is nothing to do: the reason is said instead. */
  quiet: boolean;
}

/** The advice that may be given now. */
export function adviceOf(table: TableState): Advice {
  const quiet = (key: string): Advice => ({ main: t(key), more: "", quiet: true });
  const camera = cameraNow(table).state;
  if (["stale", "blind", "lost"].includes(camera)) return quiet("prompt.unseen");
  if (camera === "ended") return quiet("prompt.ended");
  if (table.round?.state === "uncertain") return quiet("prompt.uncertain");
  if (!table.prompt) return quiet("prompt.none");
  const { main, more } = table.prompt;
  return { main: main[language.value], more: more[language.value], quiet: false };
}

export function PromptPanel({ table }: { table: TableState }) {
  const advice = adviceOf(table);
  return (
    <section
      id="prompt"
      class={advice.quiet ? "panel prompt quiet" : "panel prompt"}
      aria-live="polite"
      aria-labelledby="prompt-title"
    >
      <div class="panel-head">
        <h2 id="prompt-title">{t("prompt.title")}</h2>
      </div>
      <div class="words">
        <strong>{advice.main}</strong>
        {advice.more && <p class="soft">{advice.more}</p>}
      </div>
    </section>
  );
}
