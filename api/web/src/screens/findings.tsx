// The queue: findings of all tables, the worst first. Only the lines that are in view exist, so ten thousand scroll as ten.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FindingPage, TableFinding } from "../api";
import { getJson, sendJson } from "../api";
import { t } from "../i18n";
import { useKeys } from "../keys";
import { FindingDetail, type Where } from "../parts/finding";
import { REASONS } from "../parts/handling";
import { QueueLines, ROW_PX } from "../parts/queue-lines";
import { SEVERITIES } from "../parts/severity";
import { StillDialog } from "../parts/still";
import { look, route } from "../route";
import { session, tables } from "../state";
import { tablePath } from "../words";
import { whereOf } from "./table";
import { troubleOf } from "../trouble";

const PAGE = 200;
const STATES = ["open", "acknowledged", "assigned", "resolved"] as const;
/** Changes come in bursts; the list is asked for again at most this often. */
const REFRESH_MS = 1000;

export const keyOf = (row: TableFinding) => `${row.table}/${row.finding.id}`;

function queryOf(after: number): string {
  const query = new URLSearchParams({ after: String(after), limit: String(PAGE) });
  for (const name of ["state", "severity", "table", "code", "owner"] as const) {
    if (route.value[name]) query.set(name, route.value[name]);
  }
  return `/api/v1/findings?${query}`;
}

function whereIs(row: TableFinding): Where {
  const known = tables.value.get(row.table);
  if (known) return whereOf(known, true);
  return { table: row.table, base: tablePath(row.table), footage: { table: row.table }, currency: "EUR", handsPerBox: 2, named: true };
}

/** The pages that were asked for, and what to do to have one. */
function usePages() {
  const pages = useSignal<ReadonlyMap<number, TableFinding[]>>(new Map());
  const total = useSignal(0);
  const asked = useRef(new Set<number>());
  const load = async (page: number) => {
    if (asked.current.has(page)) return;
    asked.current.add(page);
    const answer = await getJson<FindingPage>(queryOf(page * PAGE));
    pages.value = new Map([...pages.value, [page, answer.findings]]);
    total.value = answer.total;
  };
  const reload = async () => {
    const kept = [...pages.value.keys()];
    asked.current = new Set();
    for (const page of kept.length ? kept : [0]) await load(page);
  };
  const row = (index: number) => pages.value.get(Math.floor(index / PAGE))?.[index % PAGE];
  /** Where a finding stands among those that are here; -1 if it is none of them. */
  const find = (key: string) => {
    for (const [page, rows] of pages.value) {
      const at = rows.findIndex((one) => keyOf(one) === key);
      if (at >= 0) return page * PAGE + at;
    }
    return -1;
  };
  const need = (first: number, last: number) => {
    for (let page = Math.floor(first / PAGE); page * PAGE < Math.max(last, 1); page++) void load(page);
  };
  return { total, need, reload, row, find };
}

export function FindingsScreen() {
  const { total, need, reload, row, find } = usePages();
  const scroll = useRef<HTMLDivElement>(null);
  const chosen = useSignal(0);
  const marked = useSignal<ReadonlySet<string>>(new Set());
  const enlarged = useSignal(false);
  const rangeFrom = useRef(0);
  /** The chosen line was not fetched yet: the address still names the one before. */
  const waits = useRef(false);
  const { state, severity, table, code, owner } = route.value;
  const filter = [state, severity, table, code, owner].join("|");
  const changes = [...tables.value.values()].reduce((sum, table) => sum + table.seq, 0);

  useEffect(() => {
    const timer = setTimeout(() => void reload().then(stayOnFinding), changes ? REFRESH_MS : 0);
    return () => clearTimeout(timer);
  }, [changes]);
  useEffect(() => {
    marked.value = new Set();
    void reload().then(() => choose(Math.max(0, find(route.value.finding))));
  }, [filter]);
  /** New lines above move the others down: what one looks at stays the same finding. */
  const stayOnFinding = () => {
    const at = waits.current ? -1 : find(route.value.finding);
    if (at >= 0) chosen.value = at;
  };
  const choose = (index: number) => {
    chosen.value = Math.min(Math.max(0, total.value - 1), Math.max(0, index));
    const box = scroll.current;
    if (!box) return;
    const at = chosen.value * ROW_PX;
    if (at < box.scrollTop) box.scrollTop = at;
    else if (at + ROW_PX > box.scrollTop + box.clientHeight) box.scrollTop = at + ROW_PX - box.clientHeight;
    const shown = row(chosen.value);
    waits.current = !shown;
    if (shown) look({ finding: keyOf(shown) });
  };
  const current = row(chosen.value);
  useEffect(() => {
    // Asked anew: a key may have been pressed between the drawing and this.
    const fetched = row(chosen.value);
    if (!fetched || !waits.current) return;
    waits.current = false;
    look({ finding: keyOf(fetched) });
  }, [current]);
  const toggle = (one: TableFinding) => {
    const next = new Set(marked.value);
    if (!next.delete(keyOf(one))) next.add(keyOf(one));
    marked.value = next;
    rangeFrom.current = chosen.value;
  };
  /** Mark all from the line that was marked last to this one. */
  const markRange = () => {
    const [from, to] = [rangeFrom.current, chosen.value].sort((one, other) => one - other) as [number, number];
    const range = Array.from({ length: to - from + 1 }, (_, index) => row(from + index)).flatMap((one) => (one ? [keyOf(one)] : []));
    marked.value = new Set([...marked.value, ...range]);
  };
  const linesInView = () => Math.floor((scroll.current?.clientHeight ?? 0) / ROW_PX);
  const mine = session.value?.name ?? "";
  useKeys({
    Home: () => choose(0),
    End: () => choose(total.value - 1),
    PageDown: () => choose(chosen.value + linesInView()),
    PageUp: () => choose(chosen.value - linesInView()),
    X: markRange,
    m: () => look({ owner: owner ? "" : mine }),
    j: () => choose(chosen.value + 1),
    k: () => choose(chosen.value - 1),
    x: () => current && toggle(current),
    Enter: () => {
      if (current?.finding.still) enlarged.value = true;
    },
    Escape: () => (marked.value = new Set()),
  });

  return (
    <main id="main" class="queue">
      <section id="queue" class="panel findings" aria-labelledby="queue-title">
        <div class="panel-head">
          <h2 id="queue-title">{t("queue.title", { count: total.value })}</h2>
          <span class="spacer" />
          {mine && (
            <button type="button" class="button" aria-pressed={owner === mine} title={`${t("queue.mine")} (m)`} onClick={() => look({ owner: owner ? "" : mine })}>
              {t("queue.mine")}
            </button>
          )}
          <Filter name="state" options={STATES} group="handling" />
          <Filter name="severity" options={SEVERITIES} group="severity" />
        </div>
        {marked.value.size > 0 && (
          <Bulk
            marked={marked.value}
            onDone={() => {
              marked.value = new Set();
              void reload();
            }}
          />
        )}
        <QueueLines
          box={scroll}
          total={total.value}
          row={row}
          need={need}
          chosen={chosen.value}
          isMarked={(one) => marked.value.has(keyOf(one))}
          whereIs={whereIs}
          onChoose={choose}
          onToggle={toggle}
        />
      </section>
      <section class="panel findings" aria-label={t("queue.detail")}>
        {current ? (
          <FindingDetail finding={current.finding} where={whereIs(current)} onStill={() => (enlarged.value = true)} onDone={reload} />
        ) : (
          <p class="empty">{t("queue.choose")}</p>
        )}
      </section>
      {enlarged.value && current && (
        <StillDialog finding={current.finding} where={whereIs(current)} onClose={() => (enlarged.value = false)} />
      )}
    </main>
  );
}

function Filter({ name, options, group }: { name: "state" | "severity"; options: readonly string[]; group: string }) {
  return (
    <select
      class="button"
      aria-label={t(`queue.${name}`)}
      value={route.value[name]}
      onChange={(event) => look({ [name]: event.currentTarget.value })}
    >
      <option value="">{t(`queue.any-${name}`)}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {t(`${group}.${option}`)}
        </option>
      ))}
    </select>
  );
}

/** One step with all that are marked; it needs a reason in words. */
function Bulk({ marked, onDone }: { marked: ReadonlySet<string>; onDone: () => void }) {
  const note = useSignal("");
  const reason = useSignal("coached");
  const trouble = useSignal("");
  const resolve = async (event: Event) => {
    event.preventDefault();
    const findings = [...marked].map((key) => ({
      table: key.slice(0, key.indexOf("/")),
      finding: key.slice(key.indexOf("/") + 1),
    }));
    try {
      await sendJson("POST", "/api/v1/findings/steps", { step: "resolve", value: reason.value, note: note.value, findings });
      onDone();
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  return (
    <form class="bulk" onSubmit={resolve}>
      <span>{t("queue.marked", { count: marked.size })}</span>
      <select class="button" aria-label={t("handling.resolve")} value={reason.value} onChange={(e) => (reason.value = e.currentTarget.value)}>
        {REASONS.map((name) => (
          <option key={name} value={name}>
            {t(`reason.${name}`)}
          </option>
        ))}
      </select>
      <input class="field" required minLength={3} placeholder={t("handling.note")} aria-label={t("handling.note")} value={note.value} onInput={(e) => (note.value = e.currentTarget.value)} />
      <button type="submit" class="button">
        {t("handling.resolve")}
      </button>
      <span role="alert" class="severity-alarm">
        {trouble.value}
      </span>
    </form>
  );
}
