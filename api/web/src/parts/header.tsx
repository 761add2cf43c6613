// The top line: where one can go, how the camera of the table stands, the session's totals, language, theme, help.

import type { TableState } from "../api";
import { sendJson } from "../api";
import { LANGUAGES, language, t, useLanguage } from "../i18n";
import { type Screen, hrefOf, route } from "../route";
import { begin, cameraNow, currentTable, enter, may, session, tables } from "../state";
import { sounds, toggleSound } from "../sound";
import { THEMES, theme, useTheme } from "../theme";
import { age, money, profileTitle } from "../words";
import { Brand } from "./frame";

const CHIP_CLASS: Record<string, string> = {
  live: "live",
  stale: "bad",
  blind: "bad",
  lost: "bad",
  ended: "",
  waiting: "warn",
};

export function CameraChip({ table }: { table: TableState }) {
  const { state, ageS } = cameraNow(table);
  const dated = ["stale", "lost", "blind"].includes(state) && table.camera.seen_at_ms !== null;
  return (
    <span class={`chip ${CHIP_CLASS[state] ?? ""}`}>
      <span class="dot" aria-hidden="true" />
      {t(`camera.${state}`)}
      {dated && <span class="number">{age(ageS)}</span>}
    </span>
  );
}

export function Header({ onHelp }: { onHelp: () => void }) {
  const screen = route.value.screen;
  const table = screen === "table" ? currentTable.value : undefined;
  return (
    <header id="header" class="header">
      <Brand />
      <Screens here={screen} />
      {screen === "table" && <Tables />}
      {table && <CameraChip table={table} />}
      <span class="spacer" />
      {table && <Totals table={table} />}
      <Settings />
      <button type="button" class="button" aria-label={t("help.title")} title={t("help.title")} onClick={onHelp}>
        ?
      </button>
    </header>
  );
}

function Screens({ here }: { here: Screen }) {
  // Where nobody signs in there are no people to manage.
  const evidence = may("see-evidence");
  const people = may("manage") && session.value?.role != null;
  const allowed = { floor: true, findings: evidence, recordings: evidence, cases: evidence, people };
  const shown = (["floor", "findings", "recordings", "cases", "people"] as const).filter((name) => allowed[name]);
  return (
    <nav class="tabs" aria-label={t("screens.title")}>
      {shown.map((name) => (
        <a key={name} class="button" href={hrefOf({ screen: name })} aria-current={here === name || (here === "replay" && name === "recordings") ? "page" : undefined}>
          {t(`screen.${name}`)}
        </a>
      ))}
    </nav>
  );
}

function Tables() {
  const chosen = currentTable.value?.table.name;
  return (
    <nav class="tabs tables" aria-label={t("tables.title")}>
      {[...tables.value.values()].map(({ table }) => (
        <a
          key={table.name}
          class="button"
          href={hrefOf({ screen: "table", table: table.name })}
          aria-current={table.name === chosen ? "page" : undefined}
        >
          {table.name}
          <small>{profileTitle(table.profile)}</small>
        </a>
      ))}
    </nav>
  );
}

function Totals({ table }: { table: TableState }) {
  const { rounds, hands, turnover, wrong } = table.totals;
  const { currency } = table.table;
  const line = (key: string, value: string, kind = "") => (
    <div class={kind}>
      <dt>{t(`totals.${key}`)}</dt>
      <dd class="number">{value}</dd>
    </div>
  );
  return (
    <dl class="totals" aria-label={t("totals.title")}>
      {line("rounds", String(rounds))}
      {line("hands", String(hands))}
      {line("turnover", money(turnover, currency), "wide-only")}
      {line("wrong", money(wrong, currency))}
    </dl>
  );
}

/** Language, theme, and who one is: what is changed seldom stands in one place. */
function Settings() {
  const who = session.value;
  const signsIn = who?.role != null;
  return (
    <div class="tabs" role="group" aria-label={t("settings.title")}>
      {LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          class="button"
          lang={name}
          aria-pressed={name === language.value}
          aria-label={t(`language.${name}`)}
          title={t(`language.${name}`)}
          onClick={() => useLanguage(name)}
        >
          {name.toUpperCase()}
        </button>
      ))}
      <button
        type="button"
        class="button"
        title={t(`theme.${theme.value}`)}
        aria-label={`${t("theme.title")}: ${t(`theme.${theme.value}`)}`}
        onClick={() => useTheme(THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "dark")}
      >
        {{ dark: "◐", light: "○", dim: "●" }[theme.value]}
      </button>
      <button type="button" class="button" aria-pressed={sounds.value} aria-label={t("sound.title")} title={`${t("sound.title")} (s)`} onClick={toggleSound}>
        <span aria-hidden="true">♪</span>
      </button>
      {signsIn && (
        <button type="button" class="button" onClick={signOut} title={t("sign-out.title", { name: who.name ?? "" })}>
          {who.name} <span aria-hidden="true">⎋</span>
        </button>
      )}
    </div>
  );
}

export async function signOut(): Promise<void> {
  await sendJson("DELETE", "/api/v1/session");
  if (session.value) await enter({ ...session.value, name: null });
  await begin();
}
