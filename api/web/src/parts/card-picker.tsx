// Naming a card: all of a deck at once, or its rank and then its suit where there is less room.

import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { cardName } from "../words";
import { Pip } from "./cards";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."shdc"];

/** Rank, then suit. */
export function CardPicker({ onPick }: { onPick: (card: string) => void }) {
  const rank = useSignal("");
  return (
    <>
      <div class="spots" role="group" aria-label={t("tablet.rank")}>
        {RANKS.map((one) => (
          <button key={one} type="button" class="button" aria-pressed={one === rank.value} onClick={() => (rank.value = one)}>
            {one === "T" ? "10" : one}
          </button>
        ))}
      </div>
      <div class="spots" role="group" aria-label={t("tablet.suit")}>
        {SUITS.map((suit) => (
          <button key={suit} type="button" class={`button suit-${suit}`} disabled={!rank.value} aria-label={t(`suit.${suit}`)} onClick={() => onPick(rank.value + suit)}>
            <Pip suit={suit} />
          </button>
        ))}
      </div>
    </>
  );
}

/** One tap: a row for each suit. */
export function CardGrid({ onPick }: { onPick: (card: string) => void }) {
  return (
    <div class="card-grid" role="group" aria-label={t("tablet.correct-to")}>
      {SUITS.flatMap((suit) =>
        RANKS.map((rank) => (
          <button key={rank + suit} type="button" class={`button suit-${suit}`} aria-label={cardName(rank + suit)} onClick={() => onPick(rank + suit)}>
            {rank === "T" ? "10" : rank}
            <Pip suit={suit} />
          </button>
        )),
      )}
    </div>
  );
}
