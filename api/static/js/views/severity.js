// Severity is told by shape, word and colour together, so that none of them is needed alone.

import { h, s } from "../dom.js";
import { t } from "../strings.js";

export const SEVERITIES = ["alarm", "error", "check", "info"];

const SHAPES = {
  alarm: () => s("path", { d: "M7.500 2h9L22 7.500v9L16.500 22h-9L2 16.500v-9Z", fill: "currentColor" }),
  error: () => s("path", { d: "M12 2.500 23 21.500H1Z", fill: "currentColor" }),
  check: () => s("path", { d: "M12 1.500 22.500 12 12 22.500 1.500 12Z", fill: "none", stroke: "currentColor", "stroke-width": "3" }),
  info: () => s("circle", { cx: 12, cy: 12, r: 9, fill: "none", stroke: "currentColor", "stroke-width": "3" }),
};

/** The shape of a severity, with its word for those who do not see it. */
export function severityMark(severity) {
  const name = severity in SHAPES ? severity : "info";
  const mark = s(`svg.mark.severity-${name}`, { viewBox: "0 0 24 24", role: "img", "aria-label": t(`severity.${name}`) });
  mark.append(SHAPES[name]());
  return mark;
}

/** How many findings there are of each severity. */
export function severityCounts(findings) {
  const list = h("ul.counts");
  for (const severity of SEVERITIES) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    if (count) list.append(h(`li.severity-${severity}`, {}, severityMark(severity), h("span.number", {}, String(count))));
  }
  return list;
}
