// The audit replayer: the recording with what was read, what happened beside what should have happened, and one's verdict.

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getJson } from "../api";
import { t } from "../i18n";
import { useKeys } from "../keys";
import { FindingDetail } from "../parts/finding";
import { StillDialog } from "../parts/still";
import { Charts } from "../replay/charts";
import { CardsToCorrect } from "../replay/correct";
import { DifferenceList } from "../replay/difference";
import { ReplayPicture } from "../replay/picture";
import { Player } from "../replay/player";
import { BlindSwitch, Review } from "../replay/review";
import { WhatHappened } from "../replay/round";
import type { Difference, FindingMark, RecordingView, RoundReplay } from "../replay/schemas";
import { RoundLine, SessionLine } from "../replay/timeline";
import { Transport } from "../replay/transport";
import { look, route } from "../route";
import { codeTitle, profileTitle, word } from "../words";
import { titleOf } from "./recordings";
import { troubleOf } from "../trouble";

export function ReplayScreen() {
  const recording = useSignal<RecordingView | null>(null);
  const trouble = useSignal("");
  const name = route.value.recording;
  const load = async (asked: string) => {
    try {
      recording.value = await getJson<RecordingView>(`/api/v1/recordings/${encodeURIComponent(asked)}`);
      trouble.value = "";
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  useEffect(() => void load(name), [name]);
  if (trouble.value) return <p class="empty">{trouble.value}</p>;
  if (!recording.value) return <p class="empty">{t("replay.loading")}</p>;
  const { name: shown, blind } = recording.value.info;
  // The address may ask for a table's newest footage; what is loaded again is the footage that one looks at.
  return <Replay key={`${shown} ${blind}`} recording={recording.value} onChanged={() => load(shown)} />;
}

function Replay({ recording, onChanged }: { recording: RecordingView; onChanged: () => Promise<void> }) {
  const player = useMemo(() => new Player(recording), []);
  const overlay = useSignal(true);
  const enlarged = useSignal(false);
  const round = useSignal<RoundReplay | null>(null);
  const changed = useSignal<Difference | null>(null);
  const kind = useSignal("");
  // Only a change of the round draws the panels anew, not each picture.
  const no = useComputed(() => roundAt(recording, player.wantedUs.value)).value;

  useEffect(() => {
    player.seek(startOf(recording));
    return () => player.close();
  }, [player]);
  const loadRound = async () => {
    if (no === undefined) return;
    const loaded = await getJson<RoundReplay>(`${player.path}/rounds/${no}`);
    round.value = loaded;
  };
  useEffect(() => void loadRound(), [no, recording]);
  useAddress(player);

  const marks = recording.rounds.flatMap((one) => one.findings ?? []).filter((mark) => mark.pts_us !== null);
  const wanted = marks.filter((mark) => !kind.value || mark.code === kind.value);
  const goTo = (mark: FindingMark | undefined) => {
    if (!mark || mark.pts_us === null) return;
    player.pause();
    player.seek(mark.pts_us);
    look({ finding: mark.id });
  };
  const stepFinding = (by: 1 | -1) => goTo(beside(wanted, player.wantedUs.value, by, (mark) => mark.pts_us ?? 0));
  const stepAction = (by: 1 | -1) => {
    const times = (round.value?.actions ?? []).flatMap((action) => (action.pts_us === null ? [] : [action.pts_us]));
    const to = beside([...new Set(times)], player.wantedUs.value, by, (us) => us);
    player.pause();
    if (to !== undefined) player.seek(to);
    else stepRound(by);
  };
  const stepRound = (by: 1 | -1) => {
    const to = beside(recording.rounds, player.wantedUs.value, by, (one) => one.start_us);
    if (to) player.seek(to.start_us);
  };
  useKeys({
    " ": () => player.toggle(),
    ".": () => void player.step(1),
    ",": () => void player.step(-1),
    "]": () => stepAction(1),
    "[": () => stepAction(-1),
    n: () => stepFinding(1),
    N: () => stepFinding(-1),
    PageDown: () => stepRound(1),
    PageUp: () => stepRound(-1),
    "+": () => player.faster(1),
    "-": () => player.faster(-1),
    o: () => (overlay.value = !overlay.value),
    d: () => (player.skips.value = !player.skips.value),
  });

  const shown = round.value;
  const chosen = shown?.findings?.find((one) => one.finding.id === route.value.finding)?.finding;
  const where = {
    table: recording.table.name,
    base: player.path,
    // A case pins a table's footage from the table itself.
    footage: recording.info.footage_us === null ? { recording: recording.info.name } : { table: recording.table.name },
    currency: recording.table.currency,
    handsPerBox: recording.table.hands_per_box,
    named: false,
  };
  const reload = async () => {
    await onChanged();
    await loadRound();
  };
  return (
    <main id="main" class="replay">
      <div class="watched">
      <section class="panel picture" aria-labelledby="replay-title">
        <div class="panel-head">
          <h2 id="replay-title">
            {titleOf(recording.info)}
            {recording.info.footage_us === null && ` · ${recording.table.name}`} · {profileTitle(recording.info.profile)}
          </h2>
          <span class="spacer" />
          <BlindSwitch player={player} onDone={reload} />
        </div>
        <ReplayPicture player={player} overlay={overlay.value} meant={cardsOf(shown, route.value.finding)} />
        <div class="time-lines">
          <SessionLine player={player} rounds={recording.rounds} chosen={no} />
          {shown && <RoundLine player={player} round={shown} />}
        </div>
        <Transport player={player} overlay={overlay} onAction={stepAction} onFinding={stepFinding} onRound={stepRound} />
      </section>
      {!recording.info.blind && <Rejudge player={player} shown={changed} />}
      </div>
      <section class="panel side-panel" aria-labelledby="replay-round-title">
        <div class="panel-head">
          <h2 id="replay-round-title">{shown ? t("round.title", { no: shown.summary.no }) : t("round.none")}</h2>
          {shown && <span class="chip">{word("state", shown.summary.state)}</span>}
          <span class="spacer" />
          <KindFilter marks={marks} kind={kind.value} onKind={(code) => (kind.value = code)} />
        </div>
        {shown ? (
          <>
            {shown.summary.doubts.map((doubt) => (
              <p key={doubt} class="soft doubt">
                {t("report.doubt")}: {doubt}
              </p>
            ))}
            <WhatHappened player={player} round={shown} finding={route.value.finding} onFinding={(id) => goTo(marks.find((mark) => mark.id === id))} />
            <CardsToCorrect
              player={player}
              round={shown}
              onCorrected={(done) => {
                changed.value = done.difference;
                player.looks.forget();
                void player.looks.need(player.wantedUs.value);
                void reload();
              }}
            />
            <Review player={player} round={shown} onDone={reload} />
            {chosen && <FindingDetail finding={chosen} where={where} onStill={() => (enlarged.value = true)} onDone={reload} />}
          </>
        ) : (
          <p class="empty">{t("replay.between")}</p>
        )}
      </section>
      {!recording.info.blind && <Charts player={player} changed={recording} />}
      {enlarged.value && chosen && <StillDialog finding={chosen} where={where} onClose={() => (enlarged.value = false)} />}
    </main>
  );
}

/** Only findings of one kind are stepped through, if one is chosen. */
function KindFilter({ marks, kind, onKind }: { marks: readonly FindingMark[]; kind: string; onKind: (code: string) => void }) {
  const codes = [...new Set(marks.map((mark) => mark.code))];
  if (!codes.length) return null;
  return (
    <select class="button" aria-label={t("replay.step-through")} value={kind} onChange={(event) => onKind(event.currentTarget.value)}>
      <option value="">{t("queue.title", { count: marks.length })}</option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {codeTitle(code)} ({marks.filter((mark) => mark.code === code).length})
        </option>
      ))}
    </select>
  );
}

/** Judging the recording by other rules, or comparing it with another audit; and what a correction changed. */
function Rejudge({ player, shown }: { player: Player; shown: { value: Difference | null } }) {
  const { profiles, others } = player.recording;
  const trouble = useSignal("");
  const by = useSignal("");
  const judge = async (query: string) => {
    by.value = query;
    if (!query) {
      shown.value = null;
      return;
    }
    try {
      shown.value = await getJson<Difference>(`${player.path}/difference?${query}`);
      trouble.value = "";
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  return (
    <section class="panel rejudge" aria-labelledby="rejudge-title">
      <div class="panel-head">
        <h2 id="rejudge-title">{t("replay.rejudge")}</h2>
        <select class="button" aria-label={t("replay.rejudge")} value={by.value} onChange={(event) => void judge(event.currentTarget.value)}>
          <option value="">{t("replay.as-it-was")}</option>
          <optgroup label={t("replay.other-rules")}>
            {profiles.map((name) => (
              <option key={name} value={`profile=${encodeURIComponent(name)}`}>
                {profileTitle(name)}
              </option>
            ))}
          </optgroup>
          {others.length > 0 && (
            <optgroup label={t("replay.other-audits")}>
              {others.map(({ name, models, profile }) => (
                <option key={name} value={`other=${encodeURIComponent(name)}`}>
                  {name}: {[...models, profileTitle(profile)].join(", ")}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </div>
      {shown.value && <DifferenceList difference={shown.value} onGo={(us) => player.seek(us)} />}
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
    </section>
  );
}

/** Keep the place in the address while one stands still, so that it can be sent to somebody. */
function useAddress(player: Player): void {
  const timer = useRef(0);
  useSignalEffect(() => {
    const [us, playing] = [player.wantedUs.value, player.playing.value];
    clearTimeout(timer.current);
    if (!playing && us) timer.current = window.setTimeout(() => look({ t: String(us) }), 300);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Where to begin: the address says so, or names a finding; else the first round. */
function startOf(recording: RecordingView): number {
  const { t: time, finding } = route.value;
  if (/^\d+$/.test(time)) return Number(time);
  const mark = recording.rounds.flatMap((round) => round.findings ?? []).find((one) => one.id === finding);
  return mark?.pts_us ?? recording.rounds[0]?.start_us ?? recording.start_us;
}

/** The round at a media time: the one that is dealt then, or else the last one before. */
function roundAt(recording: RecordingView, us: number): number | undefined {
  return (recording.rounds.findLast((round) => round.start_us <= us) ?? recording.rounds[0])?.no;
}

/** The cards that show a finding, by the number that sightings give them. */
function cardsOf(round: RoundReplay | null, id: string): ReadonlySet<number> {
  const found = round?.findings?.find((one) => one.finding.id === id);
  const facts = new Set(round?.actions.filter((action) => found?.evidence.includes(action.no)).flatMap((action) => action.facts));
  return new Set(round?.cards.filter((card) => facts.has(card.fact)).map((card) => card.track));
}

/** The nearest after a media time, or before it. */
function beside<T>(all: readonly T[], us: number, by: 1 | -1, timeOf: (one: T) => number): T | undefined {
  return by > 0 ? all.find((one) => timeOf(one) > us) : all.findLast((one) => timeOf(one) < us);
}
