// What people do about a finding: acknowledge, assign, resolve with a reason, rule, say whether it is right.

import { useSignal } from "@preact/signals";
import type { Finding } from "../api";
import { sendJson } from "../api";
import { t } from "../i18n";
import { useKeys } from "../keys";
import { may, session } from "../state";
import { word } from "../words";
import { Choice } from "./choice";
import { troubleOf } from "../trouble";

export const REASONS = ["corrected", "repaid", "taken-back", "ruled", "coached", "no-error", "not-seen", "duplicate"];
const RULINGS = ["stands", "burn", "keep", "repay", "take-back", "void-hand", "void-round", "warn"];
const OPINIONS = ["right", "wrong", "unsure"] as const;

export interface Step {
  step: string;
  value?: string;
  note?: string;
}

/** The address of a finding below that of its table or recording. */
function findingPath(base: string, finding: Finding): string {
  return `${base}/findings/${encodeURIComponent(finding.id)}`;
}

/** Send a step with a finding; of a table's the stream brings the new state. */
export function takeStep(base: string, finding: Finding, step: Step): Promise<unknown> {
  return sendJson("POST", `${findingPath(base, finding)}/steps`, step);
}

export function Handling({ base, finding, onDone }: { base: string; finding: Finding; onDone?: () => void }) {
  const trouble = useSignal("");
  const note = useSignal("");
  const run = async (request: () => Promise<unknown>) => {
    try {
      await request();
      trouble.value = "";
      note.value = "";
      onDone?.();
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  const step = (name: string, value = "") => run(() => takeStep(base, finding, { step: name, value, note: note.value }));
  const rule = (ruling: string) =>
    run(() => sendJson("POST", `${findingPath(base, finding)}/ruling`, { ruling, reason: note.value }));
  const { handling, ruled } = finding;
  const mine = session.value?.name ?? "";
  const choosing = useSignal<"" | "resolve" | "rule">("");
  const mayRule = may("rule") && finding.round > 0;
  const open = handling.state !== "resolved";
  useKeys({
    a: () => may("handle") && handling.state === "open" && void step("acknowledge"),
    i: () => may("handle") && open && handling.owner !== mine && void step("assign", mine),
    e: () => may("handle") && open && (choosing.value = "resolve"),
    p: () => mayRule && !ruled && finding.proposed && void rule(finding.proposed),
    b: () => mayRule && (choosing.value = "rule"),
    v: () => may("judge") && void step("right"),
    w: () => may("judge") && void step("wrong"),
    u: () => may("judge") && void step("unsure"),
  });
  return (
    <div class="handling">
      <p>
        <span class={`chip state-${handling.state}`}>{t(`handling.${handling.state}`)}</span>{" "}
        {handling.owner && <span class="soft">{handling.owner}</span>}{" "}
        {handling.reason && <span class="soft">{t(`reason.${handling.reason}`)}</span>}
        {ruled && <span class="chip">{t("ruling.ruled", { ruling: word("ruling", ruled.ruling), by: ruled.by })}</span>}
      </p>
      {(may("handle") || may("judge") || may("rule")) && (
        <label class="note">
          <span class="soft">{t("handling.note")}</span>
          <input class="field" value={note.value} maxLength={2000} onInput={(e) => (note.value = e.currentTarget.value)} />
        </label>
      )}
      {may("handle") && (
        <div class="actions">
          {handling.state === "open" && (
            <button type="button" class="button" onClick={() => step("acknowledge")}>
              {t("handling.acknowledge")}
            </button>
          )}
          {open && handling.owner !== mine && (
            <button type="button" class="button" onClick={() => step("assign", mine)}>
              {t("handling.take")}
            </button>
          )}
          {handling.state === "resolved" ? (
            <button type="button" class="button" onClick={() => step("reopen")}>
              {t("handling.reopen")}
            </button>
          ) : (
            <button type="button" class="button" onClick={() => (choosing.value = "resolve")}>
              {t("handling.resolve")} …
            </button>
          )}
          {mayRule && !ruled && finding.proposed && (
            <button type="button" class="button" onClick={() => rule(finding.proposed)}>
              {t("ruling.propose", { ruling: word("ruling", finding.proposed) })}
            </button>
          )}
          {mayRule && (
            <button type="button" class="button" onClick={() => (choosing.value = "rule")}>
              {t("handling.rule")} …
            </button>
          )}
        </div>
      )}
      {may("judge") && (
        <div class="actions" role="group" aria-label={t("handling.opinion")}>
          <span class="soft">{t("handling.opinion")}</span>
          {OPINIONS.map((opinion) => (
            <button
              key={opinion}
              type="button"
              class="button"
              aria-pressed={handling.opinions[mine] === opinion}
              onClick={() => step(opinion)}
            >
              {t(`opinion.${opinion}`)}
            </button>
          ))}
        </div>
      )}
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
      {choosing.value === "resolve" && (
        <Choice title={t("handling.resolve")} options={REASONS} group="reason" onChoose={(why) => step("resolve", why)} onClose={() => (choosing.value = "")} />
      )}
      {choosing.value === "rule" && (
        <Choice title={t("handling.rule")} options={RULINGS} group="ruling" onChoose={rule} onClose={() => (choosing.value = "")} />
      )}
    </div>
  );
}
