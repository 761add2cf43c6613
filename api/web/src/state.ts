// What the page knows of the house: who one is, every table's newest state, the connection, the clock.

import { computed, signal } from "@preact/signals";
import { type Catalogue, RequestError, type SessionView, type TableState, follow, getJson, useCsrf } from "./api";
import { route } from "./route";
import { catalogue } from "./words";

export const session = signal<SessionView | null>(null);
export const tables = signal<ReadonlyMap<string, TableState>>(new Map());
export const connection = signal<"opening" | "open" | "lost">("opening");
/** When the stream last said anything, and when it was lost: milliseconds of this machine's clock. */
export const heardAt = signal(0);
export const lostAt = signal(0);
/** The server's clock less this machine's, in milliseconds. */
export const clockOffset = signal(0);
/** Ticks twice a second: ages are counted here, because nothing arrives when the server has stopped. */
export const now = signal(Date.now());

const TICK_MS = 500;
const AGAIN_MS = 2000;

/** The table that is looked at: the address names it, else the first one. */
export const currentTable = computed<TableState | undefined>(
  () => tables.value.get(route.value.table) ?? [...tables.value.values()][0],
);

export function may(right: string): boolean {
  return session.value?.rights.includes(right) ?? false;
}

/** How the camera stands now: the server's word, but `stale` when its last picture is too old. */
export function cameraNow(table: TableState): { state: string; ageS: number; reason: string } {
  const { state: said, seen_at_ms: seenAt, reason } = table.camera;
  const ageS = seenAt === null ? 0 : Math.max(0, (now.value + clockOffset.value - seenAt) / 1000);
  const stale = said === "live" && ageS > table.camera.stale_after_s;
  return { state: stale ? "stale" : said, ageS, reason };
}

let stop: (() => void) | null = null;

/** Take over who one is now, and begin to follow what one may see. */
export async function enter(who: SessionView): Promise<void> {
  useCsrf(who.csrf);
  session.value = who;
  stop?.();
  stop = null;
  tables.value = new Map();
  if (who.name === null) return;
  const words = getJson<Catalogue>("/api/v1/catalogue");
  stop = follow({
    onTable: (table) => {
      heardAt.value = Date.now();
      const names = [...tables.value, [table.table.name, table] as const];
      tables.value = new Map(names.sort(([one], [other]) => one.localeCompare(other)));
    },
    onClock: (nowMs) => {
      heardAt.value = Date.now();
      clockOffset.value = nowMs - Date.now();
    },
    onOpen: () => {
      connection.value = "open";
    },
    onLost: () => {
      if (connection.value !== "lost") lostAt.value = Date.now();
      connection.value = "lost";
      void askWhetherSignedOut();
    },
  });
  catalogue.value = await words;
}

let ticking = 0;

/** Begin: who is this, and what may be seen. A server that cannot be reached is asked again until it answers. */
export async function begin(): Promise<void> {
  ticking ||= window.setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
  for (;;) {
    try {
      return await enter(await getJson<SessionView>("/api/v1/session"));
    } catch (error) {
      if (error instanceof RequestError) throw error; // the server answers, and not as agreed
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** A stream that ends may mean that the session did: a dealer was relieved, a shift is over. */
async function askWhetherSignedOut(): Promise<void> {
  try {
    const who = await getJson<SessionView>("/api/v1/session");
    if (who.name === null && session.value?.name) await enter(who);
  } catch (error) {
    if (error instanceof RequestError) throw error; // the server answers, and not as agreed
  }
}
