// What changes when a recording is judged anew: by another profile, as another audit read it, or after a correction.

import { t } from "../i18n";
import { SeverityMark } from "../parts/severity";
import { codeTitle, mediaTime, placeName, profileTitle, word } from "../words";
import type { Difference, RoundChange } from "./schemas";

export function DifferenceList({ difference, onGo }: { difference: Difference; onGo: (us: number) => void }) {
  const { before, after, rounds, changed, appeared, vanished } = difference;
  const named = before !== "before" && before !== after;
  return (
    <div class="difference" aria-live="polite">
      <p>
        {named && (
          <strong>
            {profileTitle(before)} → {profileTitle(after)}:{" "}
          </strong>
        )}
        {t("replay.difference", { count: changed.length, rounds, appeared, vanished })}
      </p>
      <ul class="rows">
        {changed.map((change) => (
          <li key={`${change.before?.no}/${change.after?.no}`}>
            <button type="button" class="button" onClick={() => onGo(change.start_us)}>
              {t("round.title", { no: change.after?.no ?? change.before?.no ?? "" })}{" "}
              <span class="soft number">{mediaTime(change.start_us)}</span>
            </button>
            <div>
              {change.appeared.map((code) => (
                <Change key={code} code={code} change={change} side="after" />
              ))}
              {change.vanished.map((code) => (
                <Change key={code} code={code} change={change} side="before" />
              ))}
              <Outcomes change={change} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Change({ code, change, side }: { code: string; change: RoundChange; side: "before" | "after" }) {
  const finding = change[side]?.findings.find((one) => one.code === code);
  return (
    <p>
      <SeverityMark severity={finding?.severity ?? "info"} /> {t(side === "after" ? "replay.appeared" : "replay.vanished")}: {codeTitle(code)}
    </p>
  );
}

/** The state and the bets that came to something else. */
function Outcomes({ change: { before, after } }: { change: RoundChange }) {
  const [old, now] = [betsOf(before), betsOf(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])]
    .map((bet) => [bet, old.get(bet) ?? "—", now.get(bet) ?? "—"] as const)
    .filter(([, was, is]) => was !== is);
  return (
    <>
      {before?.state !== after?.state && (
        <p class="soft">
          {before ? word("state", before.state) : "—"} → {after ? word("state", after.state) : "—"}
        </p>
      )}
      {lines.map(([bet, was, is]) => (
        <p key={bet} class="soft">
          {placeName(bet)}: {was} → {is}
        </p>
      ))}
    </>
  );
}

function betsOf(outcome: RoundChange["before"]): Map<string, string> {
  return new Map((outcome?.bets ?? []).map((bet) => [bet.bet, `${word("outcome", bet.outcome)} ${bet.net}`.trim()]));
}
