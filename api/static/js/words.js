// Turning what the server says into what people say: places, bets, money, times, codes.

import { currentLanguage, hasWords, t } from "./strings.js";

const SUIT_SIGN = { s: "♠", h: "♥", d: "♦", c: "♣" };
let codes = new Map();
let profiles = new Map();

/** Learn the words of the finding codes and profiles, as the server lists them. */
export function learn(catalogue) {
  codes = new Map(catalogue.codes.map((code) => [code.code, code]));
  profiles = new Map(catalogue.profiles.map((profile) => [profile.name, profile]));
}

export function codeTitle(code) {
  return codes.get(code)?.title[currentLanguage()] ?? t("finding.other");
}

/** A rule's short name in words; one that is not known is said as it is. */
export function ruleName(rule) {
  return hasWords(`rule.${rule}`) ? t(`rule.${rule}`) : rule;
}

/** A game's name; the shipped ones are translated, a house's own is called as the house calls it. */
export function profileTitle(name) {
  const key = `profile.${name}`;
  return hasWords(key) ? t(key) : (profiles.get(name)?.title ?? name);
}

/** `Th` as `10♥`; `?` where a part was not read. */
export function cardName(card) {
  if (card === "??") return t("card.unread");
  const rank = card[0] === "T" ? "10" : card[0];
  return rank + (SUIT_SIGN[card[1]] ?? "?");
}

export function isRed(card) {
  return card[1] === "h" || card[1] === "d";
}

/** A place or bet of the notation in words: `1.2`, `1.side`, `d`. */
export function placeName(place, handsPerBox = 2) {
  if (place === "d") return t("place.dealer");
  const [box, hand, extra] = place.split(".");
  if (!/^\d+$/.test(box)) return t("place.table");
  if (hand === undefined) return t("place.box", { box });
  if (extra === "bonus") return t("place.bonus", { box, hand });
  if (!/^\d+$/.test(hand)) return t(`place.${hand}`, { box });
  return handsPerBox === 1 && hand === "1" ? t("place.box", { box }) : t("place.hand", { box, hand });
}

/** An amount in major units, a decimal string, as money. */
export function money(amount, currency, { sign = false } = {}) {
  const whole = !String(amount).includes(".");
  return new Intl.NumberFormat(currentLanguage(), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: whole ? 0 : 2,
    signDisplay: sign ? "exceptZero" : "auto",
  }).format(Number(amount));
}

/** Media time as minutes and seconds. */
export function mediaTime(ptsUs) {
  const seconds = Math.max(0, Math.floor(ptsUs / 1e6));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, index) => (index ? String(part).padStart(2, "0") : String(part))).join(":");
}

/** A word of the contract (`lose`, `dealing`) in the chosen language. */
export function word(group, name) {
  const key = `${group}.${name}`;
  return hasWords(key) ? t(key) : t(`${group}.other`);
}
