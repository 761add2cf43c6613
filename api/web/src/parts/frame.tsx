// Around the panels: the name, the banner that says that something is wrong, and the footer.

import { t } from "../i18n";
import { type Screen, route } from "../route";
import { cameraNow, connection, currentTable, lostAt, now } from "../state";
import { catalogue } from "../words";

export function Brand() {
  return (
    <h1 class="brand">
      <img src="/static/icon.svg" alt="" width="28" height="28" />
      Pitwatch
    </h1>
  );
}

export function Banner() {
  const { words, bad } = trouble();
  return (
    <div id="banner" class={bad ? "banner bad" : "banner"} role="status" hidden={!words}>
      {words}
    </div>
  );
}

function trouble(): { words: string; bad: boolean } {
  if (connection.value === "lost") {
    const seconds = Math.max(0, Math.round((now.value - lostAt.value) / 1000));
    return { words: t("banner.connection", { count: seconds }), bad: true };
  }
  const table = route.value.screen === "table" ? currentTable.value : undefined;
  if (!table) return { words: "", bad: false };
  const camera = cameraNow(table);
  if (camera.state === "blind" || camera.state === "lost") return { words: t(`banner.${camera.state}`), bad: true };
  if (camera.state === "stale") return { words: t("banner.stale", { count: Math.round(camera.ageS) }), bad: true };
  if (table.round?.state === "uncertain") return { words: t("banner.uncertain"), bad: false };
  return { words: "", bad: false };
}

/** Where the source can be had stands in the page itself: it is offered to those too who have not signed in. */
const SOURCE = document.querySelector<HTMLMetaElement>('meta[name="source"]')?.content ?? "";

/** The keys that a screen is used by most; `?` lists all. */
const KEYS: Partial<Record<Screen, readonly string[]>> = {
  floor: ["footer.tables"],
  table: ["footer.findings"],
  findings: ["footer.findings"],
  replay: ["footer.play", "footer.steps"],
};

export function Footer() {
  const about = catalogue.value?.about;
  return (
    <footer id="footer" class="footer">
      <span>{t("footer.model", { model: about?.model ?? t("footer.no-model") })}</span>
      <span>{[...(KEYS[route.value.screen] ?? []), "footer.keys"].map((key) => t(key)).join(", ")}</span>
      <span class="spacer" />
      <span>Pitwatch {about?.version ?? ""}</span>
      <span>AGPL-3.0-or-later</span>
      <a href={about?.source ?? SOURCE} rel="noreferrer">
        {t("footer.source")}
      </a>
    </footer>
  );
}
