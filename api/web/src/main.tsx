// The page: words, who one is, and the screen that the address names.

import { useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./css/base.css";
import "./css/layout.css";
import "./css/table.css";
import "./css/findings.css";
import "./css/screens.css";
import "./css/replay.css";
import { LANGUAGES, language, preferredLanguage, t, useLanguage } from "./i18n";
import { useKeys } from "./keys";
import { Banner, Footer } from "./parts/frame";
import { Header } from "./parts/header";
import { HelpDialog } from "./parts/help";
import { go, route } from "./route";
import { FindingsScreen } from "./screens/findings";
import { FloorScreen } from "./screens/floor";
import { PeopleScreen } from "./screens/people";
import { RecordingsScreen } from "./screens/recordings";
import { ReplayScreen } from "./screens/replay";
import { SignIn } from "./screens/sign-in";
import { TableScreen } from "./screens/table";
import { TabletScreen } from "./screens/tablet";
import { begin, currentTable, session, tables } from "./state";
import { theme, useTheme } from "./theme";
import { codeTitle } from "./words";

const SCREENS = {
  floor: FloorScreen,
  table: TableScreen,
  findings: FindingsScreen,
  recordings: RecordingsScreen,
  replay: ReplayScreen,
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
    t: () => go({ screen: "table", table: currentTable.value?.table.name ?? "" }),
  });
  const who = session.value;
  if (!who) return null;
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
      <Screen />
      <Footer />
      {help.value && <HelpDialog onClose={() => (help.value = false)} />}
      <Announcer />
    </>
  );
}

/** Says new alarms and errors aloud to a screen reader, once each. */
function Announcer() {
  const known = useRef<Set<string> | null>(null);
  const said = useSignal("");
  const findings = [...tables.value.values()].flatMap((table) =>
    table.findings.map((finding) => ({ key: `${table.table.name}/${finding.id}`, finding })),
  );
  useEffect(() => {
    if (!findings.length && known.current === null) return;
    const fresh = findings.filter(({ key }) => known.current && !known.current.has(key));
    const loud = fresh.find(({ finding }) => finding.severity === "alarm" || finding.severity === "error");
    if (loud) said.value = codeTitle(loud.finding.code);
    known.current = new Set([...(known.current ?? []), ...findings.map(({ key }) => key)]);
  }, [findings.length]);
  return (
    <div id="announcer" class="visually-hidden" role="log" aria-live="assertive">
      {said.value}
    </div>
  );
}

async function start(): Promise<void> {
  useTheme(theme.value);
  await useLanguage(preferredLanguage());
  const page = document.getElementById("page") as HTMLElement;
  page.textContent = "";
  render(<Page />, page);
  await begin();
}

start().catch((error) => {
  console.error(error);
  const page = document.getElementById("page");
  if (page) page.insertAdjacentText("afterbegin", t("banner.broken"));
});
