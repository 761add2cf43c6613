// The recording's pictures on a canvas, with the media time of exactly the picture that stands there.
//
// While playing, pictures come from the browser's player; the time is the picture's own, not the player's clock. Paused,
// they come one by one from the server, which finds them by media time, so that no step is coarser than a picture.

import { batch, signal } from "@preact/signals";
import { refusal } from "../api";
import { t } from "../i18n";
import { FrameIndex } from "./frames";
import { Looks } from "./looks";
import type { RecordingView } from "./schemas";
import { troubleOf } from "../trouble";

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16] as const;
const TIME_HEADER = "X-Pitwatch-Pts";
/** Dead time is passed over up to so long before the next round begins. */
const LEAD_US = 1_000_000;

export class Player {
  /** Media time of the picture on the canvas; null until there is one. */
  readonly shownUs = signal<number | null>(null);
  /** Where one wants to be: ahead of the picture while it is fetched. */
  readonly wantedUs = signal(0);
  readonly playing = signal(false);
  readonly speed = signal(1);
  readonly skips = signal(false);
  readonly trouble = signal("");
  readonly looks: Looks;
  readonly path: string;
  private readonly frames: FrameIndex;
  private readonly video = document.createElement("video");
  private canvas: HTMLCanvasElement | null = null;
  private fetching = false;

  constructor(readonly recording: RecordingView) {
    this.path = `/api/v1/recordings/${encodeURIComponent(recording.info.name)}`;
    this.frames = new FrameIndex(this.path);
    this.looks = new Looks(this.path);
    this.video.muted = true;
    this.video.preload = "auto";
    if (recording.info.has_video) this.video.src = `${this.path}/video`;
    this.video.addEventListener("ended", () => this.pause());
    this.video.addEventListener("error", () => {
      if (this.playing.value) this.pause();
    });
  }

  attach(canvas: HTMLCanvasElement | null): void {
    this.canvas = canvas;
  }

  close(): void {
    this.pause();
    this.video.removeAttribute("src");
    this.video.load();
  }

  /** Show the picture of a media time; playing goes on from there. */
  seek(us: number): void {
    this.wantedUs.value = Math.min(this.recording.info.last_us, Math.max(this.recording.start_us, Math.round(us)));
    void this.looks.need(this.wantedUs.value);
    if (this.playing.value) this.video.currentTime = this.playerTime(this.wantedUs.value);
    else void this.showWanted();
  }

  async step(by: 1 | -1): Promise<void> {
    this.pause();
    this.seek(await this.frames.beside(this.wantedUs.value, by));
  }

  async play(): Promise<void> {
    if (!this.recording.info.has_video || this.playing.value) return;
    const atEnd = this.wantedUs.value >= this.recording.info.last_us;
    if (atEnd) this.wantedUs.value = this.recording.start_us;
    this.playing.value = true;
    this.video.currentTime = this.playerTime(this.wantedUs.value);
    this.video.playbackRate = this.speed.value;
    this.listen();
    try {
      await this.video.play();
    } catch (error) {
      this.pause();
      if ((error as Error).name !== "AbortError") this.trouble.value = t("replay.cannot-play");
    }
  }

  pause(): void {
    this.video.pause();
    this.playing.value = false;
  }

  toggle(): void {
    if (this.playing.value) this.pause();
    else void this.play();
  }

  setSpeed(speed: number): void {
    this.speed.value = speed;
    this.video.playbackRate = speed;
  }

  faster(by: 1 | -1): void {
    const at = SPEEDS.indexOf(this.speed.value as (typeof SPEEDS)[number]) + by;
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))] ?? 1);
  }

  private playerTime(us: number): number {
    return (us - this.recording.start_us) / 1e6;
  }

  /** Draw each picture that the player shows, under its own time. */
  private listen(): void {
    this.video.requestVideoFrameCallback((_, shown) => {
      if (!this.playing.value) return;
      this.drawPlayed(shown.mediaTime);
      this.skipDeadTime();
      this.listen();
    });
  }

  private drawPlayed(mediaTime: number): void {
    // A VideoFrame knows its own time, so that picture and time cannot be of two pictures; it needs a secure page.
    if ("VideoFrame" in window) {
      const frame = new VideoFrame(this.video);
      this.draw(frame, frame.displayWidth, frame.displayHeight, this.recording.start_us + frame.timestamp);
      frame.close();
    } else {
      this.draw(this.video, this.video.videoWidth, this.video.videoHeight, this.recording.start_us + Math.round(mediaTime * 1e6));
    }
    if (this.shownUs.value !== null) void this.looks.need(this.shownUs.value);
  }

  private draw(picture: CanvasImageSource, width: number, height: number, us: number): void {
    const { canvas } = this;
    if (!canvas) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
    batch(() => {
      this.shownUs.value = us;
      this.wantedUs.value = us;
    });
  }

  private skipDeadTime(): void {
    const us = this.shownUs.value;
    if (!this.skips.value || us === null || this.video.seeking) return;
    const { rounds } = this.recording;
    if (rounds.some((round) => round.start_us - LEAD_US <= us && us <= round.end_us)) return;
    const next = rounds.find((round) => round.start_us > us);
    if (next) this.video.currentTime = this.playerTime(next.start_us - LEAD_US);
    else this.pause();
  }

  /** Fetch the picture that is wanted; while it is fetched another may be wanted, then that one is fetched next. */
  private async showWanted(): Promise<void> {
    if (this.fetching) return;
    this.fetching = true;
    try {
      for (let wanted: number | null = null; wanted !== this.wantedUs.value && !this.playing.value; ) {
        wanted = this.wantedUs.value;
        await this.showStill(wanted);
      }
      this.trouble.value = "";
    } catch (error) {
      this.trouble.value = troubleOf(error);
    } finally {
      this.fetching = false;
    }
  }

  private async showStill(us: number): Promise<void> {
    const answer = await fetch(`${this.path}/frame.jpg?pts=${us}`);
    if (!answer.ok) throw refusal(answer, await answer.json());
    const picture = await createImageBitmap(await answer.blob());
    if (us !== this.wantedUs.value || this.playing.value) return;
    await this.looks.need(us);
    const own = Number(answer.headers.get(TIME_HEADER) ?? us);
    this.draw(picture, picture.width, picture.height, own);
    picture.close();
  }
}
