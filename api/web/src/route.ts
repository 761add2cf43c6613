// Where one is, kept in the address: it can be bookmarked and sent to somebody.

import { signal } from "@preact/signals";

export const SCREENS = ["floor", "table", "findings", "recordings", "replay", "cases", "tablet", "people"] as const;
export type Screen = (typeof SCREENS)[number];

/** What the address says: the screen, and what is looked at on it. */
export interface Route {
  screen: Screen;
  table: string;
  finding: string;
  state: string;
  severity: string;
  code: string;
  owner: string;
  /** An audited recording, and the media time in microseconds that is looked at. */
  recording: string;
  t: string;
  /** A case. */
  case: string;
}

const FIELDS = ["table", "finding", "state", "severity", "code", "owner", "recording", "t", "case"] as const;
const EMPTY: Route = { screen: "floor", table: "", finding: "", state: "", severity: "", code: "", owner: "", recording: "", t: "", case: "" };

function read(): Route {
  const hash = new URLSearchParams(location.hash.slice(1));
  const named = hash.get("screen") as Screen | null;
  const screen = named && SCREENS.includes(named) ? named : hash.has("table") ? "table" : "floor";
  const fields = Object.fromEntries(FIELDS.map((name) => [name, hash.get(name) ?? ""]));
  return { ...EMPTY, ...fields, screen };
}

export const route = signal<Route>(read());
window.addEventListener("hashchange", () => {
  route.value = read();
});

function addressOf(to: Route): string {
  const hash = new URLSearchParams();
  if (to.screen !== "floor" && to.screen !== "table") hash.set("screen", to.screen);
  for (const name of FIELDS) if (to[name]) hash.set(name, to[name]);
  return `#${hash}`;
}

/** The address of another place, for links. */
export function hrefOf(to: Partial<Route>): string {
  return addressOf({ ...EMPTY, ...to });
}

/** Go somewhere else; the way back leads here. */
export function go(to: Partial<Route>): void {
  location.hash = hrefOf(to);
}

/** Look at something else on the same screen; the way back leads to the screen before. */
export function look(at: Partial<Route>): void {
  route.value = { ...route.value, ...at };
  history.replaceState(null, "", `${location.pathname}${location.search}${addressOf(route.value)}`);
}
