// Help, a finding's picture in large, and signing in.

import { RequestError, postJson } from "../api.js";
import { byId, h } from "../dom.js";
import { currentTable } from "../state.js";
import { t } from "../strings.js";
import { codeTitle, placeName } from "../words.js";

const KEYS = [["j", "help.next"], ["k", "help.previous"], ["Enter", "help.enlarge"], ["1–9", "help.table"],
  ["l", "help.language"], ["?", "help.help"], ["Esc", "help.close"]];

export function showHelp() {
  const rows = KEYS.map(([key, words]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(words))]).flat();
  open("help", h("h2", { id: "help-title" }, t("help.title")), h("dl.facts", {}, ...rows), closing("help"));
}

export function showStill(finding) {
  const table = currentTable();
  const where = `${t("round.title", { no: finding.round })} · ${placeName(finding.subject, table.table.hands_per_box)}`;
  open("still",
    h("h2", { id: "still-title" }, codeTitle(finding.code), " ", h("span.soft", {}, where)),
    h("img.still-large", { src: finding.still, alt: t("finding.still", { title: codeTitle(finding.code) }) }),
    closing("still"));
}

/** Ask for name and password; the promise holds when the server has accepted them. */
export function signIn() {
  return new Promise((resolve) => {
    const name = h("input.field", { type: "text", name: "name", autocomplete: "username", required: true, id: "name" });
    const field = h("input.field", { type: "password", name: "password", autocomplete: "current-password", required: true,
      id: "password" });
    const trouble = h("p.severity-alarm", { role: "alert" });
    const submit = async (event) => {
      event.preventDefault();
      try {
        await postJson("/api/v1/session", { name: name.value, secret: field.value });
        byId("sign-in").close();
        resolve();
      } catch (error) {
        trouble.textContent = t(error instanceof RequestError && error.status === 429 ? "sign-in.wait" : "sign-in.wrong");
        field.select();
      }
    };
    const form = h("form.sign-in-form", { onsubmit: submit },
      h("h2", { id: "sign-in-title" }, t("sign-in.title")),
      h("label", { for: "name" }, t("sign-in.name")), name,
      h("label", { for: "password" }, t("sign-in.password")), field, trouble,
      h("div.dialog-foot", {}, h("button.button", { type: "submit" }, t("sign-in.enter"))));
    const dialog = open("sign-in", form);
    dialog.addEventListener("cancel", (event) => event.preventDefault());
  });
}

function open(id, ...children) {
  const dialog = byId(id);
  dialog.replaceChildren(...children);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

function closing(id) {
  return h("div.dialog-foot", {}, h("button.button", { type: "button", onclick: () => byId(id).close() }, t("help.close")));
}
