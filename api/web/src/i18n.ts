// The words of the screen, in the language that was chosen. Every text comes from strings/<language>.json.

import { signal } from "@preact/signals";

export const LANGUAGES = ["en", "ru"] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = "pitwatch-language";
const words = signal<Record<string, string>>({});
export const language = signal<Language>("en");

function isLanguage(name: string | null): name is Language {
  return LANGUAGES.includes(name as Language);
}

/** The language to begin with: the address, then the last choice, then the browser's. */
export function preferredLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem(KEPT);
  if (isLanguage(asked)) return asked;
  return navigator.languages.some((name) => name.startsWith("ru")) ? "ru" : "en";
}

/** Load a language's words and make it the page's. */
export async function useLanguage(name: Language): Promise<void> {
  const answer = await fetch(`/static/strings/${name}.json`);
  words.value = await answer.json();
  language.value = name;
  document.documentElement.lang = name;
  localStorage.setItem(KEPT, name);
}

/** The words for a key. With `count`, the form for that number is taken (`key.one`, `key.few`, `key.other`). */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const table = words.value;
  const plural = "count" in values ? new Intl.PluralRules(language.value).select(Number(values["count"])) : null;
  const text = (plural ? (table[`${key}.${plural}`] ?? table[`${key}.other`]) : undefined) ?? table[key];
  if (text === undefined) {
    console.error(`no words for ${key} in ${language.value}`);
    return "…";
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Whether there are words for a key. */
export function hasWords(key: string): boolean {
  return key in words.value;
}
