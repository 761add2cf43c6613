// Actions of the notation in words: `d deal 1.1 Th` is "10♥ to box 1, hand 1".

import { hasWords, t } from "../i18n";
import { cardName, money, placeName } from "../words";

interface Table {
  currency: string;
  hands_per_box: number;
}

const IS_AMOUNT = /^\d+(\.\d+)?$/;
const IS_CARD = /^[A2-9TJQK?][shdc?]$/;

/** An action in words; one that has none of its own is said as it stands. */
export function actionWords(text: string, table: Table): string {
  const [plain = "", by = ""] = text.replace(/\s*#.*$/, "").split(" by ");
  const words = plain.split(" ");
  const [actor = "", verb = ""] = words;
  const rest = words.slice(2);
  const key = `action.${verb}`;
  if (!hasWords(key)) return text;
  const place = rest.find((word) => /^(d|\d\.\S+)$/.test(word)) ?? actor;
  const card = rest.find((word) => IS_CARD.test(word));
  const last = rest.at(-1) ?? "";
  const amount = IS_AMOUNT.test(last) && (verb in OWN_PLACE || rest.length > 1) ? last : "";
  const said = t(key, {
    place: placeName(verb in OWN_PLACE ? actor : place, table.hands_per_box),
    card: card ? cardName(card) : "",
    amount: amount && money(amount, table.currency),
    what: rest.filter((word) => !IS_AMOUNT.test(word)).join(" "),
  });
  return by ? `${said} (${by})` : said;
}

/** Verbs whose actor is the place itself: `1.2 hit`. */
const OWN_PLACE: Record<string, true> = {
  bet: true,
  side: true,
  chips: true,
  insure: true,
  "even-money": true,
  switch: true,
  hit: true,
  stand: true,
  double: true,
  split: true,
  surrender: true,
};

/** The bet that an action settles, if it moves money: `d pay 1.1 100`. */
export function settledBet(text: string): string | null {
  return /^d (?:pay|take|push) (\S+)/.exec(text)?.[1] ?? null;
}
