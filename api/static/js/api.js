// Talking to the server: JSON requests, and the live stream of table states.

/** What the server answered instead of what was asked for. */
export class RequestError extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** Ask for JSON. */
export async function getJson(path) {
  return read(await fetch(path, { headers: { Accept: "application/json" } }));
}

/** Send JSON. */
export async function postJson(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function read(answer) {
  if (answer.status === 204) return null;
  const body = await answer.json();
  if (!answer.ok) throw new RequestError(answer.status, body.detail ?? answer.statusText);
  return body;
}

/**
 * Follow the live stream. The browser reconnects by itself and says which state it had last.
 * @param {{onTable: (state: object) => void, onClock: (nowMs: number) => void, onOpen: () => void, onLost: () => void}} listener
 */
export function follow(listener) {
  const { onTable, onClock, onOpen, onLost } = listener;
  const stream = new EventSource("/api/v1/stream");
  stream.addEventListener("clock", (event) => onClock(JSON.parse(event.data).now_ms));
  stream.addEventListener("table", (event) => onTable(JSON.parse(event.data)));
  stream.addEventListener("open", onOpen);
  stream.addEventListener("error", () => {
    onLost();
    // A refused stream is closed for good by the browser; try again ourselves.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => follow(listener), 3000);
  });
}
