// Sounds for new findings, made by the browser itself. They can be silenced, and a tablet never makes any.

import { signal } from "@preact/signals";

const KEPT = "pitwatch-sound";
export const sounds = signal(localStorage.getItem(KEPT) !== "off");

/** The tones of a severity, in hertz; the graver, the more of them. Others are told without a sound. */
const TONES: Record<string, readonly number[]> = { alarm: [880, 660, 880], error: [660] };
const TONE_S = 0.14;
let context: AudioContext | null = null;

export function toggleSound(): void {
  sounds.value = !sounds.value;
  localStorage.setItem(KEPT, sounds.value ? "on" : "off");
}

/** Sound for a finding; browsers are silent until somebody has touched the page once. */
export function sound(severity: string): void {
  const tones = TONES[severity];
  if (!sounds.value || !tones || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  tones.forEach((hertz, index) => tone(context as AudioContext, hertz, index * TONE_S));
}

function tone(audio: AudioContext, hertz: number, after: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const from = audio.currentTime + after;
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(0.2, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + TONE_S);
  source.connect(volume).connect(audio.destination);
  source.start(from);
  source.stop(from + TONE_S);
}
