// The dealer's tablet: one prompt at a time, bets by chips, a card corrected in two taps, the floor called in one.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { TableState } from "../api";
import { LANGUAGES, language, t, useLanguage } from "../i18n";
import { outbox, refused, sendAll, tell } from "../outbox";
import { CardFace } from "../parts/cards";
import { CardGrid } from "../parts/card-picker";
import { Dialog } from "../parts/dialog";
import { signOut } from "../parts/header";
import { adviceOf } from "../parts/prompt";
import { Seats } from "../parts/round";
import { currentTable, heardAt, now, session, tables } from "../state";
import { cardName, money, placeName } from "../words";

/** A state older than this gives no advice: what lies on the table may be something else by now. */
const LOCKED_AFTER_MS = 5000;
const QUIET = "pitwatch-quiet";
const quietMode = signal(localStorage.getItem(QUIET) === "yes");

export function TabletScreen() {
  useWakeLock();
  useEffect(() => void sendAll(), []);
  const table = tables.value.get(session.value?.table ?? "") ?? currentTable.value;
  if (!table) return <p class="empty">{t("picture.loading")}</p>;
  const ageMs = now.value - heardAt.value;
  const locked = ageMs > LOCKED_AFTER_MS;
  return (
    <main id="main" class="tablet">
      <TopLine table={table} ageMs={ageMs} />
      <Advice table={table} locked={locked} ageMs={ageMs} />
      {table.round && !locked && (
        <section class="panel round" aria-labelledby="round-title">
          <div class="panel-head">
            <h2 id="round-title">{t("round.title", { no: table.round.no })}</h2>
          </div>
          <Seats table={table} round={table.round} onCard={chooseCard} />
        </section>
      )}
      <Actions table={table} />
    </main>
  );
}

function TopLine({ table, ageMs }: { table: TableState; ageMs: number }) {
  const waiting = outbox.value.length;
  return (
    <header class="header">
      <h1 class="brand">{table.table.name}</h1>
      <span class="soft">{table.dealer}</span>
      <span class="spacer" />
      {waiting > 0 && <span class="chip warn">{t("tablet.waiting", { count: waiting })}</span>}
      {refused.value && <span class="chip bad">{refused.value}</span>}
      <span class={ageMs > LOCKED_AFTER_MS ? "chip bad" : ageMs > 2500 ? "chip warn" : "chip live"}>
        {t("tablet.age", { count: Math.max(0, Math.round(ageMs / 1000)) })}
      </span>
      {LANGUAGES.map((name) => (
        <button key={name} type="button" class="button" lang={name} aria-pressed={name === language.value} aria-label={t(`language.${name}`)} onClick={() => useLanguage(name)}>
          {name.toUpperCase()}
        </button>
      ))}
      {session.value?.role != null && (
        <button type="button" class="button" onClick={signOut}>
          {t("sign-out")}
        </button>
      )}
    </header>
  );
}

/** One thing to do, verb first. In the quiet mode only what money depends on is shown. */
function Advice({ table, locked, ageMs }: { table: TableState; locked: boolean; ageMs: number }) {
  const advice = adviceOf(table);
  const hidden = quietMode.value && !locked && !advice.quiet && !table.prompt?.consequence;
  const main = locked
    ? t("tablet.locked", { count: Math.round(ageMs / 1000) })
    : hidden
      ? t("tablet.quiet-mode")
      : advice.main;
  const quiet = locked || hidden || advice.quiet;
  // The dealer's own face-down card is no riddle; a card of a hand that was not read is, and only a person can solve it.
  const unread = table.round?.cards.find((card) => card.card.includes("?") && card.place !== "d");
  return (
    <section id="prompt" class={quiet ? "panel prompt quiet" : "panel prompt"} aria-live="polite" aria-labelledby="prompt-title">
      <h2 id="prompt-title" class="visually-hidden">
        {t("prompt.title")}
      </h2>
      <div class="words">
        <strong>{main}</strong>
        {!quiet && advice.more && <p class="soft">{advice.more}</p>}
        {unread && !locked && (
          <button type="button" class="button main-key" onClick={() => chooseCard(unread)}>
            {t("tablet.name-card", { place: placeName(unread.place, table.table.hands_per_box) })}
          </button>
        )}
      </div>
    </section>
  );
}

type Open = "" | "bets" | "card" | "floor";
type Lying = NonNullable<TableState["round"]>["cards"][number];

/** The card that is being put right: a tap on it in the round chooses it. */
const wrongCard = signal<Lying | null>(null);
const open = signal<Open>("");

function close(): void {
  open.value = "";
  wrongCard.value = null;
}

function chooseCard(card: Lying): void {
  wrongCard.value = card;
  open.value = "card";
}

function Actions({ table }: { table: TableState }) {
  const name = table.table.name;
  return (
    <nav class="tablet-actions" aria-label={t("tablet.actions")}>
      <button type="button" class="button" onClick={() => (open.value = "bets")}>
        {t("tablet.bets")}
      </button>
      <button type="button" class="button" onClick={() => (open.value = "card")}>
        {t("tablet.correct")}
      </button>
      <button type="button" class="button" onClick={() => tell(name, [{ kind: "floor-called", reason: "dispute" }])}>
        {t("call.dispute")}
      </button>
      <button type="button" class="button" onClick={() => (open.value = "floor")}>
        {t("tablet.floor")}
      </button>
      <button
        type="button"
        class="button"
        aria-pressed={quietMode.value}
        onClick={() => {
          quietMode.value = !quietMode.value;
          localStorage.setItem(QUIET, quietMode.value ? "yes" : "no");
        }}
      >
        {t("tablet.quiet")}
      </button>
      {open.value === "bets" && <Bets table={table} onClose={close} />}
      {open.value === "card" && <CorrectCard table={table} from={wrongCard.value} onChoose={chooseCard} onClose={close} />}
      {open.value === "floor" && (
        <Dialog id="call" title={t("tablet.floor")} onClose={close}>
          <div class="actions">
            {["chips", "misdeal", "other"].map((reason) => (
              <button
                key={reason}
                type="button"
                class="button"
                onClick={() => {
                  tell(name, [{ kind: "floor-called", reason }]);
                  close();
                }}
              >
                {t(`call.${reason}`)}
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </nav>
  );
}

const USUAL_CHIPS = ["1000", "500", "100", "25", "10", "5", "1"];

/** Bets by chips: a spot, then its chips one tap each. */
function Bets({ table, onClose }: { table: TableState; onClose: () => void }) {
  const { boxes, hands_per_box: hands, side_bet: side, chips, currency, name } = table.table;
  const spots = boxes.flatMap((no) => [
    ...Array.from({ length: hands }, (_, index) => `${no}.${index + 1}`),
    ...(side ? [`${no}.side`] : []),
  ]);
  const spot = useSignal(spots[0] ?? "1.1");
  const laid = useSignal<string[]>([]);
  const values = chips.length ? chips.map((chip) => chip.value) : USUAL_CHIPS;
  const amount = laid.value.reduce((sum, value) => sum + Math.round(Number(value) * 100), 0) / 100;
  return (
    <Dialog id="bets" title={t("tablet.bets")} wide onClose={onClose}>
      <div class="spots" role="group" aria-label={t("tablet.spot")}>
        {spots.map((one) => (
          <button key={one} type="button" class="button" aria-pressed={one === spot.value} onClick={() => { spot.value = one; laid.value = []; }}>
            {placeName(one, hands)}
          </button>
        ))}
      </div>
      <p class="bet-amount number" aria-live="polite">
        {money(String(amount), currency)}
      </p>
      <div class="spots" role="group" aria-label={t("tablet.chips")}>
        {values.map((value) => (
          <button key={value} type="button" class="button chip-key" onClick={() => (laid.value = [...laid.value, value])}>
            {value}
          </button>
        ))}
        <button type="button" class="button" onClick={() => (laid.value = laid.value.slice(0, -1))} disabled={!laid.value.length}>
          {t("tablet.undo")}
        </button>
        <button
          type="button"
          class="button main-key"
          onClick={() => {
            tell(name, [{ kind: "chips", spot: spot.value, amount: String(amount) }]);
            const next = spots[spots.indexOf(spot.value) + 1];
            laid.value = [];
            if (next) spot.value = next;
            else onClose();
          }}
        >
          {t("tablet.enter")}
        </button>
      </div>
    </Dialog>
  );
}

/** A card that was read wrongly: tap it, then tap what it is. */
function CorrectCard({ table, from, onChoose, onClose }: { table: TableState; from: Lying | null; onChoose: (card: Lying) => void; onClose: () => void }) {
  const hands = table.table.hands_per_box;
  if (from)
    return (
      <Dialog id="correct" title={`${t("tablet.correct-to")} ${placeName(from.place, hands)}: ${cardName(from.card)}`} wide onClose={onClose}>
        <CardGrid
          onPick={(card) => {
            tell(table.table.name, [{ kind: "correction", corrects: from.fact, card, reason: "tablet" }]);
            onClose();
          }}
        />
      </Dialog>
    );
  return (
    <Dialog id="correct" title={t("tablet.correct-which")} wide onClose={onClose}>
      <div class="spots">
        {(table.round?.cards ?? []).map((card) => (
          <button key={card.fact} type="button" class="button" aria-label={`${placeName(card.place, hands)}: ${cardName(card.card)}`} onClick={() => onChoose(card)}>
            <CardFace card={card.card} />
            <small>{placeName(card.place, hands)}</small>
          </button>
        ))}
      </div>
    </Dialog>
  );
}

/** Keep the screen on while the tablet is looked at. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const hold = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch {
        lock = null; // a low battery or a setting forbids it: the screen then sleeps as it always did
      }
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      void lock?.release();
    };
  }, []);
}
