// The round as it lies on the felt: the dealer, then each box with its hands, totals and bets.

import { byId, h, onChange } from "../dom.js";
import { currentTable } from "../state.js";
import { currentLanguage, t } from "../strings.js";
import { money, word } from "../words.js";
import { cardFace } from "./cards.js";

export function roundView() {
  const draw = onChange(() => redraw(currentTable()));
  return () => {
    const table = currentTable();
    draw([currentLanguage(), table?.table.name, table?.round, table?.prompt]);
  };
}

function redraw(table) {
  const round = table?.round;
  const panel = byId("round");
  const scrolled = panel.querySelector(".seats")?.scrollLeft ?? 0;
  panel.replaceChildren(
    h("div.panel-head", {},
      h("h2", { id: "round-title" }, round ? t("round.title", { no: round.no }) : t("round.none")),
      round && h("span.chip", {}, word("state", round.state))),
    round ? seats(table, round) : h("p.empty", {}, t(table ? "round.waiting" : "picture.loading")),
  );
  const list = panel.querySelector(".seats");
  if (list) list.scrollLeft = scrolled;
}

function seats(table, round) {
  const list = h("div.seats", { tabindex: "0", role: "group", "aria-labelledby": "round-title" });
  list.append(dealer(round, table));
  // Boxes stand in the order in which the camera shows them, so that screen and picture can be compared at a glance.
  for (const no of table.table.boxes) list.append(box(no, round, table));
  return list;
}

function dealer(round, table) {
  const acts = table.prompt?.place === "d";
  return h(acts ? "div.seat.dealer.acts" : "div.seat.dealer", {},
    h("h3", {}, t("place.dealer")),
    hand(round.dealer, [], table, ""));
}

function box(no, round, table) {
  const names = Object.keys(round.hands).filter((name) => name.startsWith(`${no}.`));
  const bets = round.bets.filter((bet) => bet.bet.startsWith(`${no}.`));
  if (!names.length && !bets.length) {
    return h("div.seat.empty-box", {}, h("h3", {}, t("place.box", { box: no })), h("p.bets.soft", {}, t("round.empty-box")));
  }
  const acts = names.includes(table.prompt?.place);
  const onHands = new Set(names);
  const others = bets.filter((bet) => !onHands.has(bet.bet));
  const group = h("div.hands");
  for (const name of names) {
    const label = names.length > 1 ? t("round.hand", { hand: name.split(".")[1] }) : "";
    group.append(hand(round.hands[name], bets.filter((bet) => bet.bet === name), table, label, name === table.prompt?.place));
  }
  const seat = h(acts ? "div.seat.acts" : "div.seat", {},
    h("h3", {}, t("place.box", { box: no })),
    group,
    others.length > 0 && h("ul.bets", {}, ...others.map((bet) => h("li", {}, ...sideBetLine(bet, table)))));
  seat.style.flexGrow = String(Math.max(1, names.length));
  return seat;
}

function hand(cards, bets, table, label, acts = false) {
  const faces = h("div.cards");
  for (const card of cards.cards) faces.append(cardFace(card.card, { faceDown: card.face === "down" }));
  return h(acts ? "div.hand.acts" : "div.hand", {},
    faces,
    h("div.line", {}, label && h("span.soft", {}, label), ...totalWords(cards)),
    bets.length > 0 && h("ul.bets", {}, ...bets.map((bet) => h("li", {}, ...betLine(bet, table)))));
}

function totalWords(cards) {
  if (!cards.cards.length) return [h("span.soft", {}, t("round.no-cards"))];
  if (cards.total === null) return [h("span.total", {}, "?")];
  const words = [h("span.total.number", {}, String(cards.total))];
  if (cards.blackjack) words.push(h("span", {}, t("hand.blackjack")));
  else if (cards.total > 21) words.push(h("span", {}, t("hand.bust")));
  else if (cards.soft) words.push(h("span.soft", {}, t("hand.soft")));
  return words;
}

function betLine(bet, table) {
  const { currency } = table.table;
  const stake = h("span.number", {}, money(bet.stake, currency));
  if (bet.outcome === "open") return [stake];
  const kind = Number(bet.net) > 0 ? "span.win" : "span.lose";
  return [stake, h(kind, {}, `${word("outcome", bet.outcome)} ${money(bet.net, currency, { sign: true })}`)];
}

/** A bet beside the hands, with its name: side bet, insurance, bonus. A bonus has no stake of its own. */
function sideBetLine(bet, table) {
  const name = h("span", {}, t(`bet.${bet.bet.split(".").at(-1)}`));
  return [name, ...betLine(bet, table).slice(Number(bet.stake) === 0 ? 1 : 0)];
}
