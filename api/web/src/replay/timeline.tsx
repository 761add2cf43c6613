// Two lines of time: the whole session with its rounds, and the round that is watched with what was done in it.

import { t } from "../i18n";
import { SeverityMark } from "../parts/severity";
import { codeTitle, mediaTime } from "../words";
import type { Player } from "./player";
import type { FindingMark, RoundReplay, RoundSummary } from "./schemas";

/** A line cannot be shorter than this, so that nothing is divided by nothing. */
const LEAST_US = 1_000_000;

interface Span {
  from: number;
  until: number;
}

function part(us: number, { from, until }: Span): string {
  return `${(100 * Math.min(Math.max(us - from, 0), until - from)) / (until - from)}%`;
}

interface SessionProps {
  player: Player;
  rounds: readonly RoundSummary[];
  chosen: number | undefined;
}

/** The session: each round a block, each finding a mark above it, blindness hatched. */
export function SessionLine({ player, rounds, chosen }: SessionProps) {
  const { recording } = player;
  const span = { from: recording.start_us, until: Math.max(recording.info.last_us, recording.start_us + LEAST_US) };
  return (
    <Line name={t("replay.session")} span={span} player={player}>
      {recording.blackouts.map((dark) => (
        <span key={dark.from_us} class="blackout" style={{ left: part(dark.from_us, span), right: `calc(100% - ${part(dark.until_us, span)})` }} />
      ))}
      {rounds.map((round) => (
        <span
          key={round.no}
          class={round.no === chosen ? "block chosen" : round.doubts.length ? "block doubtful" : "block"}
          style={{ left: part(round.start_us, span), right: `calc(100% - ${part(round.end_us, span)})` }}
        />
      ))}
      {rounds.flatMap((round) => round.findings ?? []).map((mark) => (
        <Flag key={mark.id} mark={mark} span={span} />
      ))}
    </Line>
  );
}

/** One round: each action a tick, each finding a mark above it. */
export function RoundLine({ player, round }: { player: Player; round: RoundReplay }) {
  const { start_us: from, end_us: end, findings } = round.summary;
  const span = { from, until: Math.max(end, from + LEAST_US) };
  return (
    <Line name={t("round.title", { no: round.summary.no })} span={span} player={player}>
      {round.actions.map(
        (action) =>
          action.pts_us !== null && (
            <span key={action.no} class={action.inferred ? "tick inferred" : "tick"} style={{ left: part(action.pts_us, span) }} />
          ),
      )}
      {(findings ?? []).map((mark) => (
        <Flag key={mark.id} mark={mark} span={span} />
      ))}
    </Line>
  );
}

interface LineProps {
  name: string;
  span: Span;
  player: Player;
  children: preact.ComponentChildren;
}

function Line({ name, span, player, children }: LineProps) {
  const at = player.wantedUs.value;
  const inside = span.from <= at && at <= span.until;
  return (
    <div class="time-line">
      <span class="soft">{name}</span>
      <div class="track">
        {children}
        {inside && <span class="cursor" style={{ left: part(at, span) }} />}
        <input
          type="range"
          aria-label={name}
          aria-valuetext={mediaTime(at)}
          min={span.from}
          max={span.until}
          step="any"
          value={Math.min(span.until, Math.max(span.from, at))}
          onInput={(event) => player.seek(Number(event.currentTarget.value))}
          // The page's own keys step by picture, action and finding; the slider's would fight with them.
          tabIndex={-1}
        />
      </div>
    </div>
  );
}

/** A finding on the line; the list of findings beside it leads there by keyboard, the line itself by a click. */
function Flag({ mark, span }: { mark: FindingMark; span: Span }) {
  if (mark.pts_us === null) return null;
  return (
    <span class="flag" aria-hidden="true" title={codeTitle(mark.code)} style={{ left: part(mark.pts_us, span) }}>
      <SeverityMark severity={mark.severity} />
    </span>
  );
}
