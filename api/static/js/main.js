// Start: words, what may be asked, the live stream, the keys. After that the page is a function of `state`.

import { RequestError, follow, getJson } from "./api.js";
import { byId } from "./dom.js";
import { change, chooseTable, currentFinding, currentTable, state, stepFinding, takeTable, watch } from "./state.js";
import { LANGUAGES, currentLanguage, preferredLanguage, t, useLanguage } from "./strings.js";
import { codeTitle, learn } from "./words.js";
import { showHelp, showStill, signIn } from "./views/dialogs.js";
import { findingsView } from "./views/findings.js";
import { bannerView, footerView } from "./views/frame.js";
import { headerView } from "./views/header.js";
import { pictureView } from "./views/picture.js";
import { promptView } from "./views/prompt.js";
import { roundView } from "./views/round.js";

const CLOCK_MS = 500;
// Where the source can be had stands in the page itself: it is offered to those too who have not signed in.
let about = { version: "", source: document.querySelector('meta[name="source"]').content, model: null };

async function start() {
  readAddress();
  await useLanguage(preferredLanguage());
  listenToKeys();
  const views = [
    headerView({ onLanguage: setLanguage, onHelp: showHelp }),
    bannerView(), pictureView(), promptView(), roundView(),
    findingsView({ onStill: showStill }),
  ];
  const footer = footerView();
  const drawAll = () => {
    for (const view of views) view();
    footer(about);
    writeAddress();
  };
  watch(drawAll);
  watch(announceFindings());
  drawAll();
  const catalogue = await signedIn(() => getJson("/api/v1/catalogue"));
  about = catalogue.about;
  learn(catalogue);
  change({});
  follow({
    onTable: takeTable,
    onClock: (nowMs) => change({ clockOffsetMs: nowMs - Date.now() }),
    onOpen: () => change({ connection: "open" }),
    onLost: () => change({ connection: "lost", lostAt: state.connection === "lost" ? state.lostAt : Date.now() }),
  });
  // Ages are counted on the screen: nothing arrives when the server or the camera has stopped.
  setInterval(() => change({}), CLOCK_MS);
}

async function signedIn(request) {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 401) throw error;
    await signIn();
    return request();
  }
}

async function setLanguage(name) {
  await useLanguage(name);
  change({});
}

/** Say new alarms and errors aloud to a screen reader, once each. */
function announceFindings() {
  const known = new Set();
  let first = true;
  return () => {
    const table = currentTable();
    if (!table) return;
    const fresh = table.findings.filter((finding) => !known.has(`${table.table.name}/${finding.id}`));
    for (const finding of fresh) known.add(`${table.table.name}/${finding.id}`);
    const loud = fresh.filter((finding) => finding.severity === "alarm" || finding.severity === "error");
    if (!first && loud.length) byId("announcer").textContent = codeTitle(loud[0].code);
    first = false;
  };
}

function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    if (typing || document.querySelector("dialog[open]")) return;
    const onButton = event.target instanceof HTMLButtonElement;
    if (event.key === "j") stepFinding(1);
    else if (event.key === "k") stepFinding(-1);
    else if (event.key === "?") showHelp();
    else if (event.key === "l") setLanguage(LANGUAGES[(LANGUAGES.indexOf(currentLanguage()) + 1) % LANGUAGES.length]);
    else if (/^[1-9]$/.test(event.key)) chooseTable(Number(event.key) - 1);
    else if (event.key === "Enter" && !onButton && currentFinding()?.still) {
      // Else the same key press would go on to the dialog's first button, which closes it.
      event.preventDefault();
      showStill(currentFinding());
    }
  });
}

// The address holds what is looked at, so that it can be sent to somebody.
function readAddress() {
  const hash = new URLSearchParams(location.hash.slice(1));
  change({ current: hash.get("table"), finding: hash.get("finding") });
}

function writeAddress() {
  const hash = new URLSearchParams();
  if (state.current) hash.set("table", state.current);
  if (state.finding) hash.set("finding", state.finding);
  const address = `#${hash}`;
  if (location.hash !== address && hash.size) history.replaceState(null, "", address);
}

start().catch((error) => {
  console.error(error);
  const banner = byId("banner");
  banner.hidden = false;
  banner.classList.add("bad");
  banner.textContent = t("banner.broken");
});
