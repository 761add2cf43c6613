// The camera's picture with what was read drawn on it. Picture and overlay carry one media time, so they cannot drift.

import { byId, h, onChange, s } from "../dom.js";
import { cameraNow, currentTable } from "../state.js";
import { currentLanguage, t } from "../strings.js";
import { cardName, isRed, mediaTime } from "../words.js";

/** The picture's width as a multiple of a label's height. */
const LABEL_PART = 64;

export function pictureView() {
  const draw = onChange((key) => redraw(key));
  const drawView = onChange(({ view, name }) => showView(name, view));
  return () => {
    const table = currentTable();
    const camera = table && cameraNow(table);
    draw({ language: currentLanguage(), name: table?.table.name, camera: camera?.state, reason: camera?.reason });
    if (table?.view) drawView({ view: table.view, name: table.table.name, language: currentLanguage() });
    if (table) showAge(table, camera);
  };
}

function redraw({ name, camera, reason }) {
  const panel = byId("picture");
  const old = panel.querySelector(".frame");
  const keep = old?.dataset.table === name ? old : null;
  panel.classList.toggle("stale", ["stale", "blind", "lost"].includes(camera));
  const frame = keep ?? emptyFrame(name);
  panel.replaceChildren(
    h("div.panel-head", {}, h("h2", { id: "picture-title" }, t("picture.title")), h("span.spacer"),
      h("span.soft.number", { id: "media-time" })),
    frame,
  );
  frame.querySelector(".veil")?.remove();
  const words = veilWords(name, camera, reason, keep);
  if (words) frame.append(h("div.veil", {}, words));
}

function veilWords(name, camera, reason, hasPicture) {
  if (!name) return t("picture.loading");
  if (camera === "waiting") return t("picture.waiting");
  if (camera === "blind") return t("picture.blind");
  if (camera === "lost") return t("picture.lost", { reason: reason || t("reason.unknown") });
  return hasPicture ? "" : "";
}

function emptyFrame(name) {
  const frame = h("div.frame", { "data-table": name ?? "" });
  frame.append(h("img", { id: "live-picture", alt: t("picture.title"), hidden: true }), s("svg", { id: "overlay" }));
  return frame;
}

/** Show a picture only when it is loaded, together with its own overlay. */
function showView(name, view) {
  const address = `/api/v1/tables/${encodeURIComponent(name)}/picture.jpg?pts=${view.pts_us}`;
  const loader = new Image();
  loader.onload = () => {
    const picture = byId("live-picture");
    const overlay = byId("overlay");
    if (!picture || !overlay || currentTable()?.table.name !== name) return;
    picture.src = address;
    picture.hidden = false;
    overlay.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    overlay.replaceChildren(...overlayOf(view));
    byId("media-time").textContent = mediaTime(view.pts_us);
  };
  loader.src = address;
}

/** Outlines of all cards, and beside each hand one label with the names of its cards: names of a fan would collide. */
function overlayOf(view) {
  const size = view.width / LABEL_PART;
  return [...view.marks.map(outline), ...handsOf(view.marks).map((cards) => label(cards, size, view.width)).filter(Boolean)];
}

function outline(mark) {
  const group = s("g.card-mark", {});
  if (mark.face === "down" || mark.card.includes("?")) group.classList.add("unread");
  group.append(s("polygon", { points: mark.quad.map((point) => point.join(",")).join(" ") }));
  return group;
}

function handsOf(marks) {
  const hands = new Map();
  marks.forEach((mark, index) => {
    const key = mark.place || `alone ${index}`;
    hands.set(key, [...(hands.get(key) ?? []), mark]);
  });
  return [...hands.values()];
}

function label(cards, size, pictureWidth) {
  const read = cards.filter((mark) => mark.face === "up");
  if (!read.length) return null;
  const points = cards.flatMap((mark) => mark.quad);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  // The dealer's cards are named on the players' side, players' cards on the dealer's: both towards the middle.
  const y = cards[0].place === "d" ? Math.max(...ys) + size : Math.min(...ys) - size;
  const names = read.map((mark) => cardName(mark.card));
  const width = size * (names.join(" ").length * 0.6 + 0.8);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const x = Math.min(pictureWidth - width / 2, Math.max(width / 2, middle));
  const text = s("text", { x, y, "font-size": size });
  read.forEach((mark, index) => {
    text.append(s(isRed(mark.card) ? "tspan.red" : "tspan", {}, (index ? " " : "") + names[index]));
  });
  return s("g.card-mark", {}, s("rect.tag", { x: x - width / 2, y: y - size * 0.7, width, height: size * 1.4, rx: size * 0.3 }), text);
}

function showAge(table, camera) {
  const frame = byId("picture").querySelector(".frame");
  frame.querySelector(".age")?.remove();
  if (camera.state !== "stale") return;
  frame.append(h("span.chip.bad.age", {}, t("picture.age", { count: Math.round(camera.ageS) })));
}
