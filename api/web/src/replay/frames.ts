// When the recording's pictures were taken: asked for in pages, so that one can step from one to the next.

import { getJson } from "../api";
import type { FrameTimes } from "./schemas";

/** So far back the pages begin: a step back finds its picture in the page that is there. */
const BACK_US = 4_000_000;

export class FrameIndex {
  private times: readonly number[] = [];
  private ends = false;

  constructor(private readonly path: string) {}

  /** The time of the next picture, or of the one before; the same where there is none. */
  async beside(us: number, by: 1 | -1): Promise<number> {
    if (!this.covers(us, by)) await this.load(us);
    const found = by > 0 ? this.times.find((time) => time > us) : this.times.findLast((time) => time < us);
    return found ?? us;
  }

  private covers(us: number, by: number): boolean {
    const first = this.times[0];
    const last = this.times.at(-1);
    if (first === undefined || last === undefined || us < first || us > last) return false;
    return by > 0 ? us < last || this.ends : us > first || first === 0;
  }

  private async load(us: number): Promise<void> {
    const page = await getJson<FrameTimes>(`${this.path}/frames?from_us=${Math.max(0, us - BACK_US)}`);
    this.times = page.pts_us;
    this.ends = page.next_us === null;
  }
}
