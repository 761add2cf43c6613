// What the screen knows. One object, changed only here; views are told after each change.

/** @typedef {{tables: Map<string, object>, current: string | null, finding: string | null, connection: string, lostAt: number, clockOffsetMs: number}} State */

/** @type {State} */
export const state = {
  tables: new Map(),
  current: null,
  finding: null,
  connection: "opening",
  lostAt: 0,
  clockOffsetMs: 0,
};

const watchers = new Set();
let scheduled = false;

/** Call `watcher` after every change, at most once a frame. */
export function watch(watcher) {
  watchers.add(watcher);
}

/** Change the state and tell the watchers. */
export function change(patch) {
  Object.assign(state, patch);
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    for (const watcher of watchers) watcher(state);
  });
}

/** Take in a table's new state. */
export function takeTable(table) {
  state.tables.set(table.table.name, table);
  state.tables = new Map([...state.tables].sort(([one], [other]) => one.localeCompare(other)));
  change({ current: state.current ?? table.table.name });
}

/** The table that is looked at, or undefined. */
export function currentTable() {
  return state.tables.get(state.current);
}

/** The finding that is looked at: the one chosen, else the newest. */
export function currentFinding() {
  const findings = currentTable()?.findings ?? [];
  return findings.find((finding) => finding.id === state.finding) ?? findings[0];
}

/** Go to the next (1) or previous (-1) finding of the list. */
export function stepFinding(step) {
  const findings = currentTable()?.findings ?? [];
  if (!findings.length) return;
  const at = Math.max(0, findings.indexOf(currentFinding()));
  change({ finding: findings[Math.min(findings.length - 1, Math.max(0, at + step))].id });
}

/** Choose a table by its place in the list. */
export function chooseTable(index) {
  const name = [...state.tables.keys()][index];
  if (name !== undefined) change({ current: name, finding: null });
}

/**
 * How the camera stands now: the server's word, but `stale` when its last picture is too old.
 * @returns {{state: string, ageS: number, reason: string}}
 */
export function cameraNow(table, now = Date.now()) {
  const { state: said, seen_at_ms: seenAt, reason } = table.camera;
  const ageS = seenAt === null ? 0 : Math.max(0, (now + state.clockOffsetMs - seenAt) / 1000);
  const stale = said === "live" && ageS > table.camera.stale_after_s;
  return { state: stale ? "stale" : said, ageS, reason };
}
