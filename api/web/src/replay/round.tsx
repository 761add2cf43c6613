// What happened in a round, line by line, and beside it what should have happened.

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { language, t } from "../i18n";
import { SeverityMark } from "../parts/severity";
import { codeTitle, mediaTime, money, ruleName, word } from "../words";
import { actionWords, settledBet } from "./actions";
import type { Player } from "./player";
import type { ActionView, RoundFinding, RoundReplay } from "./schemas";

interface Props {
  player: Player;
  round: RoundReplay;
  finding: string;
  onFinding: (id: string) => void;
}

export function WhatHappened({ player, round, finding, onFinding }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shownRound = useSignal(round);
  shownRound.value = round;
  const now = useComputed(() => actionAt(shownRound.value, player.wantedUs.value)).value;
  useEffect(() => {
    keepInView(box.current, box.current?.querySelector('[aria-current="step"]'));
  }, [now]);
  const shown = round.findings ?? [];
  const rest = shown.filter((one) => !round.actions.some((action) => action.no === one.action));
  return (
    <div class="happened" ref={box} tabIndex={0} role="group" aria-label={t("replay.happened")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("report.time")}</th>
            <th scope="col">{t("replay.happened")}</th>
            <th scope="col">{t("replay.should")}</th>
          </tr>
        </thead>
        <tbody>
          {round.actions.map((action) => (
            <tr key={action.no} aria-current={action.no === now ? "step" : undefined} class={action.inferred ? "inferred" : ""}>
              <td class="number soft">{action.pts_us === null ? "" : mediaTime(action.pts_us)}</td>
              <td>
                <button type="button" class="act" onClick={() => action.pts_us !== null && player.seek(action.pts_us)}>
                  {actionWords(action.text, player.recording.table)}
                </button>
              </td>
              <td>
                <Due action={action} round={round} player={player} />
                {shown
                  .filter((one) => one.action === action.no)
                  .map((one) => (
                    <Wrong key={one.finding.id} one={one} player={player} chosen={one.finding.id === finding} onChoose={onFinding} />
                  ))}
              </td>
            </tr>
          ))}
          {rest.map((one) => (
            <tr key={one.finding.id}>
              <td />
              <td>{one.finding.seen_words[language.value]}</td>
              <td>
                <Wrong one={one} player={player} chosen={one.finding.id === finding} onChoose={onFinding} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Scroll a box, and not the page around it, until a row is seen in it. */
function keepInView(box: HTMLElement | null, row: Element | null | undefined): void {
  if (!box || !row) return;
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const head = box.querySelector("thead")?.clientHeight ?? 0;
  if (inner.top < outer.top + head) box.scrollTop -= outer.top + head - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}

/** The number of the newest action at a media time. */
export function actionAt(round: RoundReplay, us: number): number | undefined {
  return round.actions.findLast((action) => action.pts_us !== null && action.pts_us <= us)?.no;
}

/** What a bet that is settled here comes to by the rules. */
function Due({ action, round, player }: { action: ActionView; round: RoundReplay; player: Player }) {
  const bet = round.round.bets.find((one) => one.bet === settledBet(action.text));
  if (!bet || bet.outcome === "open" || bet.net === "") return null;
  return (
    <span class="due">
      {word("outcome", bet.outcome)} {money(bet.net, player.recording.table.currency, { sign: true })}
    </span>
  );
}

interface WrongProps {
  one: RoundFinding;
  player: Player;
  chosen: boolean;
  onChoose: (id: string) => void;
}

function Wrong({ one: { finding }, player, chosen, onChoose }: WrongProps) {
  const amount = Number(finding.money) ? money(finding.money, player.recording.table.currency, { sign: true }) : "";
  return (
    <button type="button" class="wrong" aria-pressed={chosen} onClick={() => onChoose(finding.id)}>
      <SeverityMark severity={finding.severity} />
      <strong>{codeTitle(finding.code)}</strong>
      <span class="number">{amount}</span>
      <span class="why">
        {finding.expected_words[language.value] || t("replay.nothing")} <span class="soft">({ruleName(finding.rule)})</span>
      </span>
    </button>
  );
}
