// A chart by uPlot, in the colours of the theme and as wide as its place.

import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { theme } from "../theme";

export type Lines = Omit<uPlot.Options, "width" | "height">;

const HEIGHT_PX = 220;

/** A colour of the theme by its name in base.css. */
export function ink(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** An axis with its name; `side` as uPlot has it: 1 right, 2 below, 3 left. */
export function axis(label: string, side: 1 | 2 | 3, scale: string, grid = true): uPlot.Axis {
  const stroke = ink("text-soft");
  return { label, side, scale, stroke, grid: { show: grid, stroke: ink("line") }, ticks: { stroke: ink("line-strong") }, labelSize: 22, size: 44 };
}

interface Props {
  /** What it shows, for those who cannot see it; its numbers stand in a table beside it. */
  name: string;
  /** Made anew for each theme: colours are the theme's. */
  lines: () => Lines;
  data: uPlot.AlignedData;
  /** Is told which point of x was clicked. */
  onPick?: (index: number) => void;
}

export function Chart({ name, lines, data, onPick }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const home = place.current;
    if (!home) return undefined;
    const chart = new uPlot({ legend: { show: false }, ...lines(), width: Math.max(home.clientWidth, 1), height: HEIGHT_PX }, data, home);
    const pick = () => typeof chart.cursor.idx === "number" && onPick?.(chart.cursor.idx);
    chart.over.addEventListener("click", pick);
    const watching = new ResizeObserver(() => chart.setSize({ width: Math.max(home.clientWidth, 1), height: HEIGHT_PX }));
    watching.observe(home);
    return () => {
      watching.disconnect();
      chart.destroy();
    };
  }, [data, theme.value, name]);
  return <div ref={place} class="chart" role="img" aria-label={name} />;
}
