// What was entered on the tablet and is not acknowledged yet. It is kept over a lost connection and a closed page.

import { signal } from "@preact/signals";
import { RequestError, newKey, sendJson } from "./api";
import { troubleOf } from "./trouble";

interface Waiting {
  key: string;
  table: string;
  facts: unknown[];
}

const KEPT = "pitwatch-outbox";
const RETRY_MS = 2000;

function read(): Waiting[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

export const outbox = signal<readonly Waiting[]>(read());
/** What the server refused, in its words; it is not sent again. */
export const refused = signal("");
let sending = false;

function keep(waiting: readonly Waiting[]): void {
  outbox.value = waiting;
  localStorage.setItem(KEPT, JSON.stringify(waiting));
}

/** Enter facts: they are sent in order, each once, as soon as the server can be reached. */
export function tell(table: string, facts: unknown[]): void {
  keep([...outbox.value, { key: newKey(), table, facts }]);
  void sendAll();
}

/** Send what waits, oldest first; what was sent before and not acknowledged is not written twice, by its key. */
export async function sendAll(): Promise<void> {
  if (sending) return;
  sending = true;
  try {
    for (let next = outbox.value[0]; next; next = outbox.value[0]) {
      try {
        await sendJson("POST", `/api/v1/tables/${encodeURIComponent(next.table)}/facts`, { facts: next.facts }, next.key);
        refused.value = "";
      } catch (error) {
        if (!(error instanceof RequestError) || error.status >= 500 || error.status === 401) {
          setTimeout(() => void sendAll(), RETRY_MS);
          return;
        }
        refused.value = troubleOf(error);
      }
      keep(outbox.value.slice(1));
    }
  } finally {
    sending = false;
  }
}
