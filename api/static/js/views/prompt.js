// What the dealer must do now. Nothing is asked of the dealer while the table is not seen clearly.

import { byId, h, onChange } from "../dom.js";
import { cameraNow, currentTable } from "../state.js";
import { currentLanguage, t } from "../strings.js";

export function promptView() {
  const draw = onChange(({ words, quiet }) => {
    const panel = byId("prompt");
    panel.classList.toggle("quiet", quiet);
    panel.replaceChildren(
      h("div.panel-head", {}, h("h2", { id: "prompt-title" }, t("prompt.title"))),
      h("div.words", {}, h("strong", {}, words.main), words.more && h("p.soft", {}, words.more)),
    );
  });
  return () => {
    const table = currentTable();
    draw({ language: currentLanguage(), ...told(table) });
  };
}

function told(table) {
  if (!table) return { words: { main: t("prompt.none") }, quiet: true };
  const camera = cameraNow(table).state;
  if (["stale", "blind", "lost"].includes(camera)) return { words: { main: t("prompt.unseen") }, quiet: true };
  if (camera === "ended") return { words: { main: t("prompt.ended") }, quiet: true };
  if (table.round?.state === "uncertain") return { words: { main: t("prompt.uncertain") }, quiet: true };
  if (!table.prompt) return { words: { main: t("prompt.none") }, quiet: true };
  const { main, more } = table.prompt;
  return { words: { main: main[currentLanguage()], more: more[currentLanguage()] }, quiet: false };
}
