// The page: words, who one is, and the screen that the address names.

import { useSignal, useSignalEffect } from "@preact/signals";
import { render } from "preact";
import { useRef } from "preact/hooks";
import "./css/base.css";
import "./css/layout.css";
import "./css/table.css";
import "./css/findings.css";
import "./css/screens.css";
import "./css/replay.css";
import type { Finding } from "./api";
import { LANGUAGES, language, preferredLanguage, t, useLanguage } from "./i18n";
import { useKeys } from "./keys";
import { Alarms } from "./parts/alarms";
import { Banner, Footer } from "./parts/frame";
import { Header } from "./parts/header";
import { HelpDialog } from "./parts/help";
import { go, route } from "./route";
import { CasesScreen } from "./screens/cases";
import { FindingsScreen } from "./screens/findings";
import { FloorScreen } from "./screens/floor";
import { PeopleScreen } from "./screens/people";
import { RecordingsScreen } from "./screens/recordings";
import { ReplayScreen } from "./screens/replay";
import { SignIn } from "./screens/sign-in";
import { TableScreen } from "./screens/table";
import { TabletScreen } from "./screens/tablet";
import { begin, currentTable, now, session, tables } from "./state";
import { sound, toggleSound } from "./sound";
import { theme, useTheme } from "./theme";
import { codeTitle } from "./words";

const SCREENS = {
  floor: FloorScreen,
  table: TableScreen,
  findings: FindingsScreen,
  recordings: RecordingsScreen,
  replay: ReplayScreen,
  cases: CasesScreen,
  people: PeopleScreen,
};

function Page() {
  const help = useSignal(false);
  useKeys({
    "?": () => (help.value = true),
    l: () => void useLanguage(LANGUAGES[(LANGUAGES.indexOf(language.value) + 1) % LANGUAGES.length] ?? "en"),
    f: () => go({ screen: "floor" }),
    q: () => go({ screen: "findings" }),
    r: () => go({ screen: "recordings" }),
    c: () => go({ screen: "cases" }),
    s: toggleSound,
    t: () => go({ screen: "table", table: currentTable.value?.table.name ?? "" }),
  });
  const who = session.value;
  if (!who) return <Unreached />;
  if (who.name === null)
    return (
      <>
        <SignIn />
        <Footer />
      </>
    );
  const screen = route.value.screen;
  if (who.table !== null || screen === "tablet") return <TabletScreen />;
  const Screen = SCREENS[screen];
  return (
    <>
      <Header onHelp={() => (help.value = true)} />
      <Banner />
      <Alarms />
      <Screen />
      <Footer />
      {help.value && <HelpDialog onClose={() => (help.value = false)} />}
      <Announcer />
    </>
  );
}

/** Nothing is known yet: the server was not reached since the page was opened. */
function Unreached() {
  const since = useRef(Date.now());
  const seconds = Math.round((now.value - since.current) / 1000);
  return (
    <main id="main" class="sign-in" aria-live="polite">
      {seconds > 1 ? t("tablet.locked", { count: seconds }) : t("picture.loading")}
    </main>
  );
}

/** Says new alarms and errors aloud to a screen reader and sounds for them, once each; what was there before is no news. */
function Announcer() {
  const known = useRef(new Map<string, ReadonlySet<string>>());
  const said = useSignal("");
  useSignalEffect(() => {
    const fresh: Finding[] = [];
    for (const { table, findings } of tables.value.values()) {
      const before = known.current.get(table.name);
      if (before) fresh.push(...findings.filter((finding) => !before.has(finding.id)));
      known.current.set(table.name, new Set(findings.map((finding) => finding.id)));
    }
    const loud = fresh.find(({ severity }) => severity === "alarm") ?? fresh.find(({ severity }) => severity === "error");
    if (!loud) return;
    said.value = codeTitle(loud.code);
    sound(loud.severity);
  });
  return (
    <div id="announcer" class="visually-hidden" role="log" aria-live="assertive">
      {said.value}
    </div>
  );
}

async function start(): Promise<void> {
  useTheme(theme.value);
  // Words and state are fetched side by side: neither waits for the other.
  const begun = begin();
  await useLanguage(preferredLanguage());
  const page = document.getElementById("page") as HTMLElement;
  page.textContent = "";
  render(<Page />, page);
  await begun;
}

/** The page itself is kept for when the server cannot be reached; what it says of a table never is (`sw.js`). */
function keepForOffline(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/static/sw.js", { scope: "/" }).catch((error) => console.info(String(error)));
}

keepForOffline();
start().catch((error) => {
  console.error(error);
  const page = document.getElementById("page");
  if (page) page.insertAdjacentText("afterbegin", t("banner.broken"));
});
