// Turning what the server says into what people say: places, bets, money, times, codes.

import { signal } from "@preact/signals";
import type { Catalogue } from "./api";
import { hasWords, language, t } from "./i18n";

const SUIT_SIGN: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const catalogue = signal<Catalogue | null>(null);

export function codeTitle(code: string): string {
  return catalogue.value?.codes.find((known) => known.code === code)?.title[language.value] ?? t("finding.other");
}

/** The address of a table. */
export function tablePath(name: string): string {
  return `/api/v1/tables/${encodeURIComponent(name)}`;
}

/** The name under which a table's newest footage is replayed. */
export function footageOf(table: string): string {
  return `@${table}`;
}

/** A rule's short name in words; one that is not known is said as it is. */
export function ruleName(rule: string): string {
  return hasWords(`rule.${rule}`) ? t(`rule.${rule}`) : rule;
}

/** A game's name; the shipped ones are translated, a house's own is called as the house calls it. */
export function profileTitle(name: string): string {
  const key = `profile.${name}`;
  if (hasWords(key)) return t(key);
  return catalogue.value?.profiles.find((known) => known.name === name)?.title ?? name;
}

/** `Th` as `10♥`; `?` where a part was not read. */
export function cardName(card: string): string {
  if (card === "??") return t("card.unread");
  const rank = card[0] === "T" ? "10" : card[0];
  return `${rank}${SUIT_SIGN[card[1] ?? ""] ?? "?"}`;
}

export function isRed(card: string): boolean {
  return card[1] === "h" || card[1] === "d";
}

/** A place or bet of the notation in words: `1.2`, `1.side`, `d`. */
export function placeName(place: string, handsPerBox = 2): string {
  if (place === "d") return t("place.dealer");
  const [box = "", hand, extra] = place.split(".");
  if (!/^\d+$/.test(box)) return t("place.table");
  if (hand === undefined) return t("place.box", { box });
  if (extra === "bonus") return t("place.bonus", { box, hand });
  if (!/^\d+$/.test(hand)) return t(`place.${hand}`, { box });
  return handsPerBox === 1 && hand === "1" ? t("place.box", { box }) : t("place.hand", { box, hand });
}

/** An amount in major units, a decimal string, as money. */
export function money(amount: string, currency: string, { sign = false } = {}): string {
  return new Intl.NumberFormat(language.value, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: amount.includes(".") ? 2 : 0,
    signDisplay: sign ? "exceptZero" : "auto",
  }).format(Number(amount));
}

/** Media time as minutes and seconds, hours where there are any. */
export function mediaTime(ptsUs: number): string {
  const seconds = Math.max(0, Math.floor(ptsUs / 1e6));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** An age in the largest unit that is not nothing: `12 s`, `3 min`, `2 h`. */
export function age(seconds: number): string {
  const [value, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  return new Intl.NumberFormat(language.value, { style: "unit", unit: unit as string, unitDisplay: "short", maximumFractionDigits: 0 }).format(value as number);
}

/** A word of the contract (`lose`, `dealing`) in the chosen language. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}`;
  return hasWords(key) ? t(key) : t(`${group}.other`);
}
