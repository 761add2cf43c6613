// Severity is told by shape, word and colour together, so that none of them is needed alone.

import type { Finding } from "../api";
import { t } from "../i18n";

export const SEVERITIES = ["alarm", "error", "check", "info"] as const;
type Severity = (typeof SEVERITIES)[number];

const SHAPES = {
  alarm: <path d="M7.5 2h9L22 7.5v9L16.5 22h-9L2 16.5v-9Z" fill="currentColor" />,
  error: <path d="M12 2.5 23 21.5H1Z" fill="currentColor" />,
  check: <path d="M12 1.5 22.5 12 12 22.5 1.5 12Z" fill="none" stroke="currentColor" stroke-width="3" />,
  info: <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="3" />,
};

/** The shape of a severity, with its word for those who do not see it. */
export function SeverityMark({ severity }: { severity: string }) {
  const name = (severity in SHAPES ? severity : "info") as Severity;
  return (
    <svg class={`mark severity-${name}`} viewBox="0 0 24 24" role="img" aria-label={t(`severity.${name}`)}>
      {SHAPES[name]}
    </svg>
  );
}

/** How many findings there are of each severity. */
export function SeverityCounts({ findings }: { findings: readonly Finding[] }) {
  const counts = SEVERITIES.map((name) => [name, findings.filter((f) => f.severity === name).length] as const);
  return (
    <ul class="counts">
      {counts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <li key={name} class={`severity-${name}`}>
            <SeverityMark severity={name} />
            <span class="number">{count}</span>
          </li>
        ))}
    </ul>
  );
}

/** Whether somebody still has to do something about a finding. */
export function isOpen(finding: Finding): boolean {
  return finding.handling.state !== "resolved";
}
