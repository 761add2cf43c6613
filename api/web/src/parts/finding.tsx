// A finding: its line in a list, and the whole of it with its picture.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Finding } from "../api";
import { language, t } from "../i18n";
import { may } from "../state";
import { codeTitle, mediaTime, money, placeName, ruleName } from "../words";
import { Handling } from "./handling";
import { SeverityMark } from "./severity";
import { ToCase } from "./to-case";

/** What has to be known of a finding's table to say it in words. */
export interface Where {
  table: string;
  /** The address of what the finding is of: a table, or a recording. */
  base: string;
  /** What its footage is cut from. */
  footage: { table: string } | { recording: string };
  currency: string;
  handsPerBox: number;
  /** Whether the table's name is said: in lists over several tables. */
  named: boolean;
}

export function wrongMoney(finding: Finding, where: Where): string {
  return Number(finding.money) === 0 ? "" : money(finding.money, where.currency, { sign: true });
}

function whereWords(finding: Finding, where: Where): string {
  const parts = [
    t(`severity.${finding.severity}`),
    where.named ? where.table : "",
    finding.round ? t("round.title", { no: finding.round }) : "",
    placeName(finding.subject, where.handsPerBox),
    finding.pts_us === null ? "" : mediaTime(finding.pts_us),
    finding.handling.state === "open" ? "" : t(`handling.${finding.handling.state}`),
    finding.handling.owner,
  ];
  return parts.filter(Boolean).join(" · ");
}

interface RowProps {
  finding: Finding;
  where: Where;
  chosen: boolean;
  onChoose: () => void;
}

export function FindingRow({ finding, where, chosen, onChoose }: RowProps) {
  return (
    <button
      type="button"
      class={`finding state-${finding.handling.state}`}
      aria-current={chosen ? "true" : undefined}
      onClick={onChoose}
    >
      <SeverityMark severity={finding.severity} />
      <span class="title">{codeTitle(finding.code)}</span>
      <span class="money number">{wrongMoney(finding, where)}</span>
      <span class="where">{whereWords(finding, where)}</span>
    </button>
  );
}

interface DetailProps {
  finding: Finding;
  where: Where;
  onStill: () => void;
  onDone?: () => void;
}

export function FindingDetail({ finding, where, onStill, onDone }: DetailProps) {
  const label = t("finding.enlarge");
  const toCase = useSignal(false);
  return (
    <div class="detail" aria-live="polite">
      <h3>{codeTitle(finding.code)}</h3>
      {finding.still && (
        <button type="button" class="still" title={label} aria-label={label} onClick={onStill}>
          <img src={finding.still} alt={t("finding.still", { title: codeTitle(finding.code) })} loading="lazy" />
        </button>
      )}
      <dl class="facts">
        <Line name="finding.expected">{finding.expected_words[language.value]}</Line>
        <Line name="finding.seen">{finding.seen_words[language.value]}</Line>
        <Line name="finding.money">{wrongMoney(finding, where)}</Line>
        <Line name="finding.rule">{ruleName(finding.rule)}</Line>
      </dl>
      {may("judge") && (
        <div class="actions">
          <button type="button" class="button" onClick={() => (toCase.value = true)}>
            {t("cases.add")} …
          </button>
        </div>
      )}
      {toCase.value && <ToCase finding={finding} where={where} onClose={() => (toCase.value = false)} />}
      <Handling base={where.base} finding={finding} {...(onDone ? { onDone } : {})} />
    </div>
  );
}

function Line({ name, children }: { name: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{t(name)}</dt>
      <dd>{children}</dd>
    </>
  );
}
