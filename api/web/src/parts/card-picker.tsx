// Naming a card in two taps: its rank, then its suit.

import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { Pip } from "./cards";

export function CardPicker({ onPick }: { onPick: (card: string) => void }) {
  const rank = useSignal("");
  return (
    <>
      <div class="spots" role="group" aria-label={t("tablet.rank")}>
        {[..."A23456789TJQK"].map((one) => (
          <button key={one} type="button" class="button" aria-pressed={one === rank.value} onClick={() => (rank.value = one)}>
            {one === "T" ? "10" : one}
          </button>
        ))}
      </div>
      <div class="spots" role="group" aria-label={t("tablet.suit")}>
        {[..."shdc"].map((suit) => (
          <button key={suit} type="button" class={`button suit-${suit}`} disabled={!rank.value} aria-label={t(`suit.${suit}`)} onClick={() => onPick(rank.value + suit)}>
            <Pip suit={suit} />
          </button>
        ))}
      </div>
    </>
  );
}
