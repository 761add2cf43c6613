// The camera's picture with what was read drawn on it. Picture and overlay carry one media time, so they cannot drift.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Mark, PictureView, TableState } from "../api";
import { t } from "../i18n";
import { hrefOf } from "../route";
import { cameraNow, may } from "../state";
import { cardName, footageOf, isRed, mediaTime } from "../words";
import { Cameras } from "./cameras";

/** The picture's width as a multiple of a label's height. */
const LABEL_PART = 64;

const NOTHING: ReadonlySet<number> = new Set();

interface Shown {
  address: string;
  view: PictureView;
}

export function Picture({ table }: { table: TableState }) {
  const camera = cameraNow(table);
  const shown = useLoaded(table);
  const isOld = ["stale", "blind", "lost"].includes(camera.state);
  const veil = veilWords(camera.state, camera.reason) || (table.view ? "" : t("picture.none"));
  return (
    <section id="picture" class={isOld ? "panel picture stale" : "panel picture"} aria-labelledby="picture-title">
      <div class="panel-head">
        <h2 id="picture-title">{t("picture.title")}</h2>
        <span class="spacer" />
        <span class="soft number">{shown ? mediaTime(shown.view.pts_us) : ""}</span>
        {may("see-evidence") && table.has_footage && (
          <a class="button" href={hrefOf({ screen: "replay", recording: footageOf(table.table.name) })}>
            {t("picture.replay")}
          </a>
        )}
      </div>
      <Cameras table={table} />
      <div class="frame">
        {shown && <img id="live-picture" src={shown.address} alt={t("picture.title")} />}
        {shown && <Overlay view={shown.view} />}
        {veil && <div class="veil">{veil}</div>}
        {camera.state === "stale" && (
          <span class="chip bad age">{t("picture.age", { count: Math.round(camera.ageS) })}</span>
        )}
      </div>
    </section>
  );
}

/** The newest picture that is loaded, together with its own overlay: neither is ever shown without the other. */
function useLoaded(table: TableState): Shown | null {
  const shown = useSignal<Shown | null>(null);
  const { view } = table;
  const name = table.table.name;
  const address = view ? `/api/v1/tables/${encodeURIComponent(name)}/picture.jpg?pts=${view.pts_us}` : "";
  useEffect(() => {
    if (!view) {
      shown.value = null;
      return;
    }
    const loader = new Image();
    loader.onload = () => {
      shown.value = { address, view };
    };
    loader.src = address;
    return () => {
      loader.onload = null;
    };
  }, [address, view]);
  useEffect(() => {
    shown.value = null;
  }, [name]);
  return shown.value;
}

function veilWords(camera: string, reason: string): string {
  if (camera === "waiting") return t("picture.waiting");
  if (camera === "blind") return t("picture.blind");
  if (camera === "lost") return t("picture.lost", { reason: reason || t("reason.unknown") });
  return "";
}

/** Outlines of all cards, and beside each hand one label with the names of its cards: names of a fan would collide. */
interface OverlayProps {
  view: PictureView;
  /** Media time of the picture that it is drawn over. */
  at?: number;
  /** Which of the marks stand out, by their place in the list. */
  meant?: ReadonlySet<number>;
}

export function Overlay({ view, at = view.pts_us, meant = NOTHING }: OverlayProps) {
  return (
    <svg id="overlay" viewBox={`0 0 ${view.width} ${view.height}`} aria-hidden="true" data-pts={at} data-look={view.pts_us}>
      {view.marks.map((mark, index) => (
        <g key={index} class={markClass(mark, meant.has(index))}>
          <polygon points={mark.quad.map((point) => point.join(",")).join(" ")} />
        </g>
      ))}
      {handsOf(view.marks).map((marks, index) => (
        <Label key={index} marks={marks} size={view.width / LABEL_PART} pictureWidth={view.width} />
      ))}
    </svg>
  );
}

function markClass(mark: Mark, isMeant: boolean): string {
  const unread = mark.face === "down" || mark.card.includes("?");
  return ["card-mark", unread && "unread", isMeant && "meant"].filter(Boolean).join(" ");
}

function handsOf(marks: readonly Mark[]): Mark[][] {
  const hands = new Map<string, Mark[]>();
  marks.forEach((mark, index) => {
    const key = mark.place || `alone ${index}`;
    hands.set(key, [...(hands.get(key) ?? []), mark]);
  });
  return [...hands.values()];
}

function Label({ marks, size, pictureWidth }: { marks: Mark[]; size: number; pictureWidth: number }) {
  const read = marks.filter((mark) => mark.face === "up");
  if (!read.length) return null;
  const points = marks.flatMap((mark) => mark.quad as [number, number][]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  // The dealer's cards are named on the players' side, players' cards on the dealer's: both towards the middle.
  const y = marks[0]?.place === "d" ? Math.max(...ys) + size : Math.min(...ys) - size;
  const names = read.map((mark) => cardName(mark.card));
  const width = size * (names.join(" ").length * 0.6 + 0.8);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const x = Math.min(pictureWidth - width / 2, Math.max(width / 2, middle));
  return (
    <g class="card-mark">
      <rect class="tag" x={x - width / 2} y={y - size * 0.7} width={width} height={size * 1.4} rx={size * 0.3} />
      <text x={x} y={y} font-size={size}>
        {read.map((mark, index) => (
          <tspan key={index} class={isRed(mark.card) ? "red" : ""}>
            {(index ? " " : "") + names[index]}
          </tspan>
        ))}
      </text>
    </g>
  );
}
