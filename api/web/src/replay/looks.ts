// What was read, by media time: loaded in pieces around what is watched, found at once for the picture that is shown.

import { signal } from "@preact/signals";
import { getJson } from "../api";
import type { LookPage, LookView } from "./schemas";

const PIECE_US = 60_000_000;
/** A browser rounds media times; pictures are never this close to each other. */
const ROUNDING_US = 1000;

export class Looks {
  /** Counts what was loaded, so that whoever shows a look shows it as soon as it is there. */
  readonly loaded = signal(0);
  private readonly pieces = new Map<number, readonly LookView[]>();
  private readonly asked = new Set<number>();

  constructor(private readonly path: string) {}

  /** The look that holds at a media time: what was read in exactly the picture of this time. */
  at(us: number): LookView | null {
    const time = us + ROUNDING_US;
    const looks = this.pieces.get(Math.floor(time / PIECE_US)) ?? [];
    let [low, high] = [0, looks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((looks[middle] as LookView).pts_us <= time) low = middle + 1;
      else high = middle;
    }
    const look = looks[low - 1];
    return look && time < look.until_us + ROUNDING_US ? look : null;
  }

  /** Load what holds at a media time, and what comes after it. */
  async need(us: number): Promise<void> {
    const piece = Math.floor((us + ROUNDING_US) / PIECE_US);
    await this.load(piece);
    void this.load(piece + 1);
  }

  /** Forget what was loaded: somebody put a card right. */
  forget(): void {
    this.pieces.clear();
    this.asked.clear();
  }

  private async load(piece: number): Promise<void> {
    if (this.asked.has(piece)) return;
    this.asked.add(piece);
    const until = (piece + 1) * PIECE_US;
    const looks: LookView[] = [];
    for (let from: number | null = piece * PIECE_US; from !== null; ) {
      const page: LookPage = await getJson(`${this.path}/sightings?from_us=${from}&until_us=${until}`);
      looks.push(...page.looks);
      from = page.next_us;
    }
    this.pieces.set(piece, looks);
    this.loaded.value += 1;
  }
}
