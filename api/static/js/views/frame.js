// Around the panels: the banner that says that something is wrong, and the footer.

import { byId, h, onChange } from "../dom.js";
import { cameraNow, currentTable, state } from "../state.js";
import { currentLanguage, t } from "../strings.js";

export function bannerView() {
  const draw = onChange(({ words, bad }) => {
    const banner = byId("banner");
    banner.hidden = !words;
    banner.textContent = words;
    banner.classList.toggle("bad", bad);
  });
  return () => draw({ language: currentLanguage(), ...trouble() });
}

function trouble() {
  if (state.connection === "lost") {
    const seconds = Math.round((Date.now() - state.lostAt) / 1000);
    return { words: t("banner.connection", { count: seconds }), bad: true };
  }
  const table = currentTable();
  if (!table) return { words: "", bad: false };
  const camera = cameraNow(table);
  if (camera.state === "blind") return { words: t("banner.blind"), bad: true };
  if (camera.state === "lost") return { words: t("banner.lost"), bad: true };
  if (camera.state === "stale") return { words: t("banner.stale", { count: Math.round(camera.ageS) }), bad: true };
  if (table.round?.state === "uncertain") return { words: t("banner.uncertain"), bad: false };
  return { words: "", bad: false };
}

export function footerView() {
  const draw = onChange(({ about }) => {
    byId("footer").replaceChildren(
      h("span", {}, t("footer.model", { model: about.model ?? t("footer.no-model") })),
      h("span", {}, t("footer.keys")),
      h("span.spacer"),
      h("span", {}, `Pitwatch ${about.version}`.trim()),
      h("span", {}, "AGPL-3.0-or-later"),
      h("a", { href: about.source, rel: "noreferrer" }, t("footer.source")));
  });
  return (about) => draw({ language: currentLanguage(), about });
}
