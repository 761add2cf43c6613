// How each of a table's several cameras stands: in a few words on a tile, one by one beside the picture.

import type { TableState } from "../api";
import { hasWords, t } from "../i18n";

type Camera = TableState["camera"]["cameras"][number];

const SEES = "live";

/** In a few words, `1 of 2 cameras blind`; nothing where there is one camera, or all of them see. */
export function CamerasOut({ table }: { table: TableState }) {
  const { cameras } = table.camera;
  const out = cameras.filter((camera) => camera.state !== SEES);
  if (!out.length || cameras.length < 2) return null;
  const states = new Set(out.map((camera) => camera.state));
  const key = states.size === 1 ? `cameras.${out[0]?.state}` : "cameras.out";
  return (
    <p class="cameras-out" title={out.map(inWords).join(", ")}>
      <span class="chip warn">
        <span class="dot" aria-hidden="true" />
        {t(key, { count: out.length, of: cameras.length })}
      </span>
    </p>
  );
}

/** Each camera by its name; nothing where there is one. */
export function Cameras({ table }: { table: TableState }) {
  const { cameras } = table.camera;
  if (cameras.length < 2) return null;
  return (
    <ul class="cameras" aria-label={t("cameras.title")}>
      {cameras.map((camera) => (
        <li key={camera.name} class={`chip ${camera.state === SEES ? "live" : "bad"}`}>
          <span class="dot" aria-hidden="true" />
          {inWords(camera)}
        </li>
      ))}
    </ul>
  );
}

function inWords({ name, state, reason }: Camera): string {
  const why = hasWords(`cameras.why-${reason}`) ? ` (${t(`cameras.why-${reason}`)})` : "";
  return `${name}: ${t(`cameras.is-${state}`)}${why}`;
}
