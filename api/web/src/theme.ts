// Dark for a pit, light for an office, dim for a pit where a bright screen disturbs the players.

import { signal } from "@preact/signals";

export const THEMES = ["dark", "light", "dim"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "pitwatch-theme";

function preferred(): Theme {
  const kept = localStorage.getItem(KEPT) as Theme | null;
  if (kept && THEMES.includes(kept)) return kept;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export const theme = signal<Theme>(preferred());

export function useTheme(name: Theme): void {
  theme.value = name;
  document.documentElement.dataset["theme"] = name;
  localStorage.setItem(KEPT, name);
}
