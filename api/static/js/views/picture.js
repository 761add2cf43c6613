// The camera's picture with what was read drawn on it. Picture and overlay carry one media time, so they cannot drift.

import { byId, h, onChange, s } from "../dom.js";
import { cameraNow, currentTable } from "../state.js";
import { currentLanguage, t } from "../strings.js";
import { cardName, isRed, mediaTime } from "../words.js";

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
    overlay.replaceChildren(...view.marks.map((mark) => cardMark(mark, view.width)));
    byId("media-time").textContent = mediaTime(view.pts_us);
  };
  loader.src = address;
}

function cardMark(mark, width) {
  const size = width / 68;
  const group = s("g.card-mark", {});
  const unread = mark.face === "down" || mark.card.includes("?");
  if (unread) group.classList.add("unread");
  group.append(s("polygon", { points: mark.quad.map((point) => point.join(",")).join(" ") }));
  if (mark.face === "down") return group;
  const label = cardName(mark.card);
  const x = mark.quad.reduce((sum, point) => sum + point[0], 0) / 4;
  const y = mark.quad.reduce((sum, point) => sum + point[1], 0) / 4;
  const w = size * (label.length * 0.68 + 0.7);
  group.append(
    s("rect.tag", { x: x - w / 2, y: y - size * 0.7, width: w, height: size * 1.4, rx: size * 0.3 }),
    s(isRed(mark.card) ? "text.red" : "text", { x, y, "font-size": size }, label),
  );
  return group;
}

function showAge(table, camera) {
  const frame = byId("picture").querySelector(".frame");
  frame.querySelector(".age")?.remove();
  if (camera.state !== "stale") return;
  frame.append(h("span.chip.bad.age", {}, t("picture.age", { count: Math.round(camera.ageS) })));
}
