// Reviewing without being told: the findings stay hidden until one's own verdict on the round is given.

import { useSignal } from "@preact/signals";
import { sendJson } from "../api";
import { language, t } from "../i18n";
import { may } from "../state";
import { catalogue, codeTitle } from "../words";
import type { Player } from "./player";
import type { RoundReplay } from "./schemas";
import { troubleOf } from "../trouble";

const VERDICTS = ["clean", "error", "unsure"] as const;

export function BlindSwitch({ player, onDone }: { player: Player; onDone: () => void }) {
  const { blind } = player.recording.info;
  if (!may("judge")) return null;
  const toggle = async () => {
    await sendJson("PUT", `${player.path}/review-mode`, { blind: !blind });
    onDone();
  };
  return (
    <button type="button" class="button" aria-pressed={blind} title={t("replay.blind-title")} onClick={toggle}>
      {t("replay.blind")}
    </button>
  );
}

/** One's own verdict on a round, and everybody's once it is given. */
export function Review({ player, round, onDone }: { player: Player; round: RoundReplay; onDone: () => void }) {
  const code = useSignal("");
  const note = useSignal("");
  const trouble = useSignal("");
  const give = async (verdict: (typeof VERDICTS)[number]) => {
    const codes = verdict === "error" && code.value ? [code.value] : [];
    try {
      await sendJson("POST", `${player.path}/rounds/${round.summary.no}/review`, { verdict, codes, note: note.value });
      trouble.value = "";
      onDone();
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  const codes = [...(catalogue.value?.codes ?? [])].sort((one, other) =>
    one.title[language.value].localeCompare(other.title[language.value], language.value),
  );
  return (
    <div class="review">
      {round.findings === null && <p class="soft">{t("replay.hidden")}</p>}
      {(round.reviews ?? []).map((review, index) => (
        <p key={index}>
          <span class="chip">{t(`verdict.${review.verdict}`)}</span> {review.codes.map(codeTitle).join(", ")} {review.note}{" "}
          <span class="soft">
            {review.by}
            {review.blind && `, ${t("replay.was-blind")}`}
          </span>
        </p>
      ))}
      {may("judge") && !round.summary.judged && (
        <div class="actions" role="group" aria-label={t("replay.own-verdict")}>
          <select class="button" aria-label={t("report.kind")} value={code.value} onChange={(event) => (code.value = event.currentTarget.value)}>
            <option value="">{t("replay.any-kind")}</option>
            {codes.map((one) => (
              <option key={one.code} value={one.code}>
                {one.title[language.value]}
              </option>
            ))}
          </select>
          <input class="field" maxLength={2000} aria-label={t("handling.note")} placeholder={t("handling.note")} value={note.value} onInput={(event) => (note.value = event.currentTarget.value)} />
          {VERDICTS.map((verdict) => (
            <button key={verdict} type="button" class="button" onClick={() => give(verdict)}>
              {t(`verdict.${verdict}`)}
            </button>
          ))}
        </div>
      )}
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
    </div>
  );
}
