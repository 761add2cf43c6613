// All tables at a glance: how each camera stands, the round, the pace, and what is open, worst first.

import type { TableState } from "../api";
import { t } from "../i18n";
import { useKeys } from "../keys";
import { CamerasOut } from "../parts/cameras";
import { CameraChip } from "../parts/header";
import { adviceOf } from "../parts/prompt";
import { SEVERITIES, SeverityCounts, isOpen } from "../parts/severity";
import { go, hrefOf } from "../route";
import { cameraNow, tables } from "../state";
import { mediaTime, money, profileTitle, word } from "../words";

/** How much a table wants to be looked at: blind ones and open alarms first. */
function urgency(table: TableState): number {
  const blind = ["blind", "lost", "stale"].includes(cameraNow(table).state) ? 1000 : 0;
  const open = table.findings.filter(isOpen);
  const worst = Math.max(0, ...open.map((finding) => 4 - SEVERITIES.indexOf(finding.severity as never)));
  return blind + worst * 100 + Math.min(99, open.length);
}

export function FloorScreen() {
  const shown = [...tables.value.values()].sort((one, other) => urgency(other) - urgency(one));
  useKeys(
    Object.fromEntries(
      shown.slice(0, 9).map((table, index) => [String(index + 1), () => go({ screen: "table", table: table.table.name })]),
    ),
  );
  if (!shown.length) return <p class="empty">{t("floor.none")}</p>;
  return (
    <main id="main" class="floor" aria-label={t("screen.floor")}>
      {shown.map((table) => (
        <TableCard key={table.table.name} table={table} />
      ))}
    </main>
  );
}

function TableCard({ table }: { table: TableState }) {
  const { table: info, round, totals, findings, dealer, view } = table;
  const open = findings.filter(isOpen);
  const advice = adviceOf(table);
  return (
    <a class="panel table-card" href={hrefOf({ screen: "table", table: info.name })}>
      <div class="panel-head">
        <h2>{info.name}</h2>
        <span class="soft">{profileTitle(info.profile)}</span>
        <span class="spacer" />
        <CameraChip table={table} />
      </div>
      <CamerasOut table={table} />
      <p class={advice.quiet ? "advice soft" : "advice"}>{advice.main}</p>
      <div class="line">
        {open.length ? <SeverityCounts findings={open} /> : <span class="soft">{t("floor.nothing-open")}</span>}
      </div>
      <dl class="facts">
        <dt>{t("round.none")}</dt>
        <dd>
          {round ? `${round.no} · ${word("state", round.state)}` : "—"}
          {view && <span class="soft number"> · {mediaTime(view.pts_us)}</span>}
        </dd>
        <dt>{t("totals.hands")}</dt>
        <dd class="number">{totals.hands}</dd>
        {totals.rounds_per_hour !== null && (
          <>
            <dt>{t("totals.pace")}</dt>
            <dd class="number">{t("totals.per-hour", { rounds: Math.round(totals.rounds_per_hour) })}</dd>
          </>
        )}
        <dt>{t("totals.wrong")}</dt>
        <dd class="number">{money(totals.wrong, info.currency)}</dd>
        {dealer && (
          <>
            <dt>{t("place.dealer")}</dt>
            <dd>{dealer}</dd>
          </>
        )}
      </dl>
    </a>
  );
}
