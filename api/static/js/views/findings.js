// What was dealt wrongly: a list, and the finding that is looked at with its picture.

import { byId, h, onChange } from "../dom.js";
import { change, currentFinding, currentTable } from "../state.js";
import { currentLanguage, t } from "../strings.js";
import { codeTitle, mediaTime, money, placeName, ruleName } from "../words.js";
import { severityCounts, severityMark } from "./severity.js";

/** Whether the finding that is looked at stands beside the list; else it opens under its line. */
const ROOM_BESIDE = matchMedia("(min-width: 1320px)");

/** @param {{onStill: (finding: object) => void}} actions */
export function findingsView(actions) {
  const draw = onChange(() => redraw(actions));
  return () => {
    const table = currentTable();
    draw([currentLanguage(), ROOM_BESIDE.matches, table?.table.name, table?.findings, currentFinding()?.id]);
  };
}

function redraw(actions) {
  const table = currentTable();
  const findings = table?.findings ?? [];
  const panel = byId("findings");
  const hadFocus = panel.querySelector(".finding-list")?.contains(document.activeElement);
  const scrolled = panel.querySelector(".finding-list")?.scrollTop ?? 0;
  panel.replaceChildren(
    h("div.panel-head", {}, h("h2", { id: "findings-title" }, t("findings.title")), h("span.spacer"), severityCounts(findings)),
    findings.length ? split(table, findings, actions) : h("p.empty", {}, t(table ? "findings.none" : "picture.loading")),
  );
  const list = panel.querySelector(".finding-list");
  if (!list) return;
  list.scrollTop = scrolled;
  const chosen = list.querySelector('[aria-current="true"]');
  chosen?.scrollIntoView({ block: "nearest" });
  if (hadFocus) chosen?.focus({ preventScroll: true });
}

function split(table, findings, actions) {
  const chosen = currentFinding();
  const beside = ROOM_BESIDE.matches;
  const items = findings.map((finding) =>
    h("li", {}, row(finding, chosen, table), !beside && finding.id === chosen.id && detail(chosen, table, actions)));
  return h("div.split", {}, h("ol.finding-list", {}, ...items), beside && detail(chosen, table, actions));
}

function row(finding, chosen, table) {
  return h("button.finding", {
    type: "button",
    "aria-current": finding.id === chosen.id ? "true" : null,
    onclick: () => change({ finding: finding.id }),
  },
    severityMark(finding.severity),
    h("span.title", {}, codeTitle(finding.code)),
    h("span.money.number", {}, wrongMoney(finding, table)),
    h("span.where", {}, whereWords(finding, table)));
}

function whereWords(finding, table) {
  const parts = [t(`severity.${finding.severity}`), t("round.title", { no: finding.round }),
    placeName(finding.subject, table.table.hands_per_box)];
  if (finding.pts_us !== null) parts.push(mediaTime(finding.pts_us));
  return parts.join(" · ");
}

function wrongMoney(finding, table) {
  return Number(finding.money) === 0 ? "" : money(finding.money, table.table.currency, { sign: true });
}

function detail(finding, table, actions) {
  return h("div.detail", { "aria-live": "polite" },
    h("h3", {}, codeTitle(finding.code)),
    finding.still && still(finding, table, actions),
    h("dl.facts", {},
      ...line("finding.expected", finding.expected_words[currentLanguage()]),
      ...line("finding.seen", finding.seen_words[currentLanguage()]),
      ...line("finding.money", wrongMoney(finding, table)),
      ...line("finding.rule", ruleName(finding.rule))));
}

function still(finding, table, actions) {
  const label = t("finding.enlarge");
  return h("button.still", { type: "button", onclick: () => actions.onStill(finding), title: label, "aria-label": label },
    h("img", { src: finding.still, alt: t("finding.still", { title: codeTitle(finding.code) }), loading: "lazy" }));
}

function line(key, value) {
  return value ? [h("dt", {}, t(key)), h("dd", {}, value)] : [];
}
