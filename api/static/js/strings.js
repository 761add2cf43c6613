// The words of the screen, in the language that was chosen. Every text comes from strings/<language>.json.

export const LANGUAGES = ["en", "ru"];

let language = "en";
let table = {};
let plurals = new Intl.PluralRules("en");

/** The language to begin with: the address, then the last choice, then the browser's. */
export function preferredLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("pitwatch-language");
  if (LANGUAGES.includes(asked)) return asked;
  return navigator.languages.some((name) => name.startsWith("ru")) ? "ru" : "en";
}

/** Load a language's words and make it the page's. */
export async function useLanguage(name) {
  const answer = await fetch(`/static/strings/${name}.json`);
  table = await answer.json();
  language = name;
  plurals = new Intl.PluralRules(name);
  document.documentElement.lang = name;
  localStorage.setItem("pitwatch-language", name);
}

export function currentLanguage() {
  return language;
}

/**
 * The words for a key. With `count`, the form for that number is taken (`key.one`, `key.few`, `key.other`).
 * @param {string} key
 * @param {Record<string, string | number>} [values] what stands in for `{name}`
 */
export function t(key, values = {}) {
  const forms = "count" in values ? [`${key}.${plurals.select(Number(values.count))}`, `${key}.other`] : [];
  const text = [...forms, key].map((name) => table[name]).find((found) => found !== undefined);
  if (text === undefined) {
    console.error(`no words for ${key} in ${language}`);
    return "…";
  }
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there are words for a key. */
export function hasWords(key) {
  return key in table;
}
