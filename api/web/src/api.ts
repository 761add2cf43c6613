// Talking to the server: typed JSON requests, and the live stream of table states.

import type { components } from "./schema";

type Schemas = components["schemas"];
export type TableState = Schemas["TableState"];
export type Finding = Schemas["FindingView"];
export type TableFinding = Schemas["TableFinding"];
export type FindingPage = Schemas["FindingPage"];
export type Round = Schemas["RoundView"];
export type Hand = Schemas["HandView"];
export type Bet = Schemas["BetView"];
export type Mark = Schemas["MarkView"];
export type PictureView = Schemas["PictureView"];
export type Catalogue = Schemas["Catalogue"];
export type SessionView = Schemas["SessionView"];
export type Person = Schemas["PersonView"];
export type Tablet = Schemas["TabletView"];
export type FactPage = Schemas["FactPage"];
export type Role = Schemas["Role"];
export type Case = Schemas["CaseView"];
export type HouseAlarm = Schemas["AlarmView"];

/** What the server answered instead of what was asked for. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** Names of the fields that are not as expected. */
    readonly fields: readonly string[] = [],
  ) {
    super(detail);
  }
}

let csrf = "";

/** Remember what every request that changes something has to bring along. */
export function useCsrf(token: string): void {
  csrf = token;
}

export function getJson<T>(path: string): Promise<T> {
  return send<T>(path, { headers: { Accept: "application/json" } });
}

/** Waits before the same is sent again because no answer came, ms. */
const AGAIN_AFTER_MS = [400, 1500];

/** Change something. What gets no answer is sent again under the same key: the server does it once. */
export async function sendJson<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown, key = newKey()): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json", "X-Pitwatch-Csrf": csrf, "Idempotency-Key": key };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  for (const wait of AGAIN_AFTER_MS) {
    try {
      return await send<T>(path, request);
    } catch (error) {
      if (error instanceof RequestError) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return send<T>(path, request);
}

/** A key under which something is written once, however often it is sent. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Make the error of an answer that is a problem (RFC 9457). */
export function refusal(answer: Response, problem: Partial<Schemas["ProblemView"]>): RequestError {
  const fields = (problem.fields ?? []).map((one) => (one["field"] ?? "").split(".").at(-1) ?? "");
  return new RequestError(answer.status, problem.code ?? "", problem.detail ?? answer.statusText, fields);
}

async function send<T>(path: string, request: RequestInit): Promise<T> {
  const answer = await fetch(path, request);
  if (answer.status === 204) return undefined as T;
  const body = await answer.json();
  if (!answer.ok) throw refusal(answer, body);
  return body as T;
}

export interface Listener {
  onTable(table: TableState): void;
  onClock(nowMs: number): void;
  onOpen(): void;
  onLost(): void;
}

/** The server says something at least every 1.5 s; after so long a silence the line is dead though it looks open. */
const SILENCE_MS = 6000;
const AGAIN_MS = 3000;

/** Follow the live stream until told to stop. The browser reconnects by itself and says which state it had last. */
export function follow(listener: Listener): () => void {
  let stream: EventSource;
  let timer = 0;
  const listen = () => {
    stream = new EventSource("/api/v1/stream");
    stream.addEventListener("clock", (event) => heard(() => listener.onClock(JSON.parse(event.data).now_ms)));
    stream.addEventListener("table", (event) => heard(() => listener.onTable(JSON.parse(event.data))));
    stream.addEventListener("open", () => heard(listener.onOpen));
    stream.addEventListener("error", () => {
      listener.onLost();
      // A refused stream is closed for good by the browser; try again ourselves.
      if (stream.readyState === EventSource.CLOSED) again(AGAIN_MS);
    });
    again(SILENCE_MS);
  };
  const heard = (tell: () => void) => {
    again(SILENCE_MS);
    tell();
  };
  const again = (afterMs: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      stream.close();
      listener.onLost();
      listen();
    }, afterMs);
  };
  listen();
  return () => {
    window.clearTimeout(timer);
    stream.close();
  };
}
