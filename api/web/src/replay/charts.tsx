// The whole session in lines and dots: players' bets against the count, errors and pace over time.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import uPlot from "uplot";
import { getJson } from "../api";
import { language, t } from "../i18n";
import { Chart, type Lines, axis, ink } from "../parts/chart";
import { troubleOf } from "../trouble";
import { mediaTime, placeName } from "../words";
import type { Player } from "./player";
import type { BetSeries, RoundTime, SessionCharts } from "./schemas";

const MINUTE_US = 60e6;
/** Steps of an axis on which things are counted. */
const WHOLE = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export function Charts({ player, changed }: { player: Player; changed: unknown }) {
  const charts = useSignal<SessionCharts | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    getJson<SessionCharts>(`${player.path}/charts`).then(
      (told) => (charts.value = told),
      (error) => (trouble.value = troubleOf(error)),
    );
  }, [player, changed]);
  const shown = charts.value;
  return (
    <section class="panel charts" aria-labelledby="charts-title">
      <div class="panel-head">
        <h2 id="charts-title">{t("charts.title")}</h2>
      </div>
      <div class="figures">
        {shown && shown.rounds.length > 1 && <OverTime rounds={shown.rounds} onGo={(us) => player.seek(us)} />}
        {shown && <BetsOnCount bets={shown.bets} />}
      </div>
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
    </section>
  );
}

/** Errors so far as steps, seconds a round as dots; a click goes to the round. */
function OverTime({ rounds, onGo }: { rounds: readonly RoundTime[]; onGo: (us: number) => void }) {
  const data = useMemo<uPlot.AlignedData>(() => {
    let errors = 0;
    const soFar = rounds.map((round) => (errors += round.errors));
    return [rounds.map((round) => round.start_us / MINUTE_US), soFar, rounds.map((round) => round.seconds)];
  }, [rounds]);
  const lines = (): Lines => ({
    scales: { x: { time: false }, errors: { range: (_, __, most) => [0, Math.max(most, 1) * 1.1] }, pace: { range: (_, __, most) => [0, Math.max(most, 1) * 1.1] } },
    axes: [axis(t("charts.minutes"), 2, "x"), { ...axis(t("charts.errors"), 3, "errors"), incrs: WHOLE }, axis(t("charts.seconds"), 1, "pace", false)],
    series: [
      {},
      { scale: "errors", stroke: ink("alarm"), width: 2, paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } },
      { scale: "pace", stroke: ink("felt"), paths: () => null, points: { show: true, size: 6, fill: ink("felt") } },
    ],
  });
  return (
    <figure>
      <figcaption>
        {t("charts.over-time")} <Key colour="alarm">{t("charts.errors")}</Key> <Key colour="felt">{t("charts.seconds")}</Key>
      </figcaption>
      <Chart key={language.value} name={t("charts.over-time")} lines={lines} data={data} onPick={(index) => onGo(rounds[index]?.start_us ?? 0)} />
      <AsTable
        head={[t("charts.round"), t("charts.begins"), t("charts.errors"), t("charts.seconds")]}
        rows={rounds.map((round, index) => [round.no, mediaTime(round.start_us), Number(data[1]?.[index]), round.seconds ?? "—"])}
      />
    </figure>
  );
}

/** One player's bets, a dot a round, and the line through them. */
function BetsOnCount({ bets }: { bets: readonly BetSeries[] }) {
  const chosen = useSignal(0);
  const one = bets[chosen.value] ?? bets[0];
  const data = useMemo<uPlot.AlignedData>(() => {
    const dots = (one?.counts ?? []).map((count, index) => [count, one?.bets[index] ?? 0] as const).sort(([a], [b]) => a - b);
    const { slope, intercept } = one ?? {};
    const line = dots.map(([count]) => (slope == null || intercept == null ? null : slope * count + intercept));
    return [dots.map(([count]) => count), dots.map(([, bet]) => bet), line];
  }, [one]);
  if (!one) return <p class="soft empty">{t("charts.no-count")}</p>;
  const lines = (): Lines => ({
    scales: { x: { time: false }, bets: { range: (_, __, most) => [0, Math.max(most, 1) * 1.1] } },
    axes: [axis(t("charts.count"), 2, "x"), axis(t("charts.bet"), 3, "bets")],
    series: [
      {},
      { scale: "bets", stroke: ink("gold"), paths: () => null, points: { show: true, size: 7, fill: ink("gold") } },
      { scale: "bets", stroke: ink("text"), width: 2, points: { show: false } },
    ],
  });
  return (
    <figure>
      <figcaption>
        {t("charts.bets")}{" "}
        <select class="button" aria-label={t("charts.player")} value={chosen.value} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
          {bets.map((series, index) => (
            <option key={series.player} value={index}>
              {playerName(series.player)}
            </option>
          ))}
        </select>
        {one.slope !== null && <span class="soft"> {t("charts.slope", { slope: one.slope, n: one.counts.length })}</span>}
      </figcaption>
      <Chart key={language.value} name={`${t("charts.bets")}, ${playerName(one.player)}`} lines={lines} data={data} />
      <AsTable head={[t("charts.count"), t("charts.bet")]} rows={one.counts.map((count, index) => [count, one.bets[index] ?? 0])} />
    </figure>
  );
}

/** A box by its number, or a bettor by name. */
function playerName(player: string): string {
  const box = /^box (\d+)$/.exec(player)?.[1];
  return box ? placeName(box) : player;
}

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <span class="chart-key">
      <span class={`chart-ink ${colour}`} aria-hidden="true" />
      {children}
    </span>
  );
}

/** The same numbers for those who cannot see the chart, or want to copy them. */
function AsTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly (string | number)[])[] }) {
  return (
    <details>
      <summary>{t("charts.as-table")}</summary>
      <div class="chart-table" tabIndex={0} role="region" aria-label={t("charts.as-table")}>
        <table>
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={column} class="number">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
