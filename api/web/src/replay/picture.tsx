// The picture of the recording with what was read in exactly this picture drawn over it.

import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { Overlay } from "../parts/picture";
import { mediaTime } from "../words";
import type { Player } from "./player";

interface Props {
  player: Player;
  overlay: boolean;
  /** Numbers of the cards that stand out. */
  meant: ReadonlySet<number>;
}

export function ReplayPicture({ player, overlay, meant }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    player.attach(canvas.current);
    return () => player.attach(null);
  }, [player]);
  const shown = player.shownUs.value;
  void player.looks.loaded.value;
  const look = shown === null ? null : player.looks.at(shown);
  const { width, height } = player.recording;
  return (
    <div class="frame" style={{ aspectRatio: `${width} / ${height}` }}>
      <canvas id="replay-picture" ref={canvas} role="img" aria-label={t("replay.picture")} data-pts={shown ?? ""} />
      {overlay && look && (
        <Overlay
          view={{
            pts_us: look.pts_us,
            width,
            height,
            marks: look.marks.map((mark) => ({ ...mark, card: mark.corrected || mark.card })),
          }}
          at={shown ?? 0}
          meant={new Set(look.marks.flatMap((mark, index) => (meant.has(mark.track) ? [index] : [])))}
        />
      )}
      {player.trouble.value && <div class="veil">{player.trouble.value}</div>}
      {shown !== null && (
        <span class="chip age number">
          {mediaTime(shown)}.{String(Math.floor(shown / 1000) % 1000).padStart(3, "0")}
        </span>
      )}
    </div>
  );
}
