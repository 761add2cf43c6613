// The top line: tables to choose from, how the camera stands, the session's totals, language and help.

import { byId, h, onChange } from "../dom.js";
import { cameraNow, change, currentTable, state } from "../state.js";
import { LANGUAGES, currentLanguage, t } from "../strings.js";
import { money, profileTitle } from "../words.js";

/** @param {{onLanguage: (name: string) => void, onHelp: () => void}} actions */
export function headerView(actions) {
  const draw = onChange(() => byId("header").replaceChildren(...parts(actions)));
  return () => draw([currentLanguage(), state.current, [...state.tables.keys()], currentTable()?.totals, chipKey()]);
}

function parts(actions) {
  const table = currentTable();
  return [
    h("h1.brand", {}, h("img", { src: "/static/icon.svg", alt: "", width: 28, height: 28 }), "Pitwatch"),
    tabs(),
    table && cameraChip(table),
    h("span.spacer"),
    table && totals(table),
    languages(actions.onLanguage),
    h("button.button", { type: "button", onclick: actions.onHelp, "aria-label": t("help.title"), title: t("help.title") }, "?"),
  ].filter(Boolean);
}

function tabs() {
  const list = h("nav.tabs", { "aria-label": t("tables.title") });
  for (const { table } of state.tables.values()) {
    const chosen = table.name === state.current;
    const choose = () => change({ current: table.name, finding: null });
    list.append(
      h("button.button", { type: "button", "aria-pressed": String(chosen), onclick: choose },
        table.name, h("small", {}, profileTitle(table.profile))),
    );
  }
  return list;
}

const CHIP_CLASS = { live: "live", stale: "bad", blind: "bad", lost: "bad", ended: "", waiting: "warn" };

function chipKey() {
  const table = currentTable();
  return table && cameraNow(table).state;
}

function cameraChip(table) {
  const { state: name } = cameraNow(table);
  const kind = CHIP_CLASS[name] ? `span.chip.${CHIP_CLASS[name]}` : "span.chip";
  return h(kind, {}, h("span.dot", { "aria-hidden": "true" }), t(`camera.${name}`));
}

function totals(table) {
  const { rounds, hands, turnover, wrong } = table.totals;
  const { currency } = table.table;
  return h("dl.totals", { "aria-label": t("totals.title") },
    total(t("totals.rounds"), String(rounds)),
    total(t("totals.hands"), String(hands)),
    total(t("totals.turnover"), money(turnover, currency), "wide-only"),
    total(t("totals.wrong"), money(wrong, currency)));
}

function total(label, value, kind = "") {
  return h("div", { class: kind || null }, h("dt", {}, label), h("dd.number", {}, value));
}

function languages(onLanguage) {
  const group = h("div.tabs", { role: "group", "aria-label": t("language.title") });
  for (const name of LANGUAGES) {
    const chosen = name === currentLanguage();
    group.append(
      h("button.button", { type: "button", lang: name, "aria-pressed": String(chosen), title: t(`language.${name}`),
        "aria-label": t(`language.${name}`), onclick: () => onLanguage(name) }, name.toUpperCase()),
    );
  }
  return group;
}
