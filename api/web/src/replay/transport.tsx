// The buttons under the picture: play, step, how fast, what is drawn. Each says its key.

import type { Signal } from "@preact/signals";
import { t } from "../i18n";
import { type Player, SPEEDS } from "./player";

interface Props {
  player: Player;
  overlay: Signal<boolean>;
  onAction: (by: 1 | -1) => void;
  onFinding: (by: 1 | -1) => void;
  onRound: (by: 1 | -1) => void;
}

export function Transport({ player, overlay, onAction, onFinding, onRound }: Props) {
  const playing = player.playing.value;
  return (
    <div class="transport" role="toolbar" aria-label={t("replay.controls")}>
      <Key name={playing ? "replay.pause" : "replay.play"} press="␣" sign={playing ? "❚❚" : "▶"} onPress={() => player.toggle()} off={!player.recording.info.has_video} />
      <Pair name="replay.frame" keys={[",", "."]} onPress={(by) => void player.step(by)} />
      <Pair name="replay.action" keys={["[", "]"]} onPress={onAction} />
      <Pair name="replay.finding" keys={["N", "n"]} onPress={onFinding} />
      <Pair name="replay.round" keys={["PgUp", "PgDn"]} onPress={onRound} />
      <select class="button" aria-label={t("replay.speed")} title={`${t("replay.speed")} (+ −)`} value={String(player.speed.value)} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
        {SPEEDS.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speed} ×
          </option>
        ))}
      </select>
      <button type="button" class="button" aria-pressed={player.skips.value} title={`${t("replay.skip")} (d)`} onClick={() => (player.skips.value = !player.skips.value)}>
        {t("replay.skip")}
      </button>
      <button type="button" class="button" aria-pressed={overlay.value} title={`${t("replay.overlay")} (o)`} onClick={() => (overlay.value = !overlay.value)}>
        {t("replay.overlay")}
      </button>
    </div>
  );
}

interface KeyProps {
  name: string;
  press: string;
  sign: string;
  onPress: () => void;
  off?: boolean;
}

function Key({ name, press, sign, onPress, off = false }: KeyProps) {
  return (
    <button type="button" class="button" aria-label={t(name)} title={`${t(name)} (${press})`} disabled={off} onClick={onPress}>
      {sign}
    </button>
  );
}

function Pair({ name, keys, onPress }: { name: string; keys: readonly [string, string]; onPress: (by: 1 | -1) => void }) {
  return (
    <span class="pair" role="group" aria-label={t(name)}>
      <Key name={`${name}-back`} press={keys[0]} sign="‹" onPress={() => onPress(-1)} />
      <span class="soft">{t(name)}</span>
      <Key name={`${name}-on`} press={keys[1]} sign="›" onPress={() => onPress(1)} />
    </span>
  );
}
