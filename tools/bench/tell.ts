import { appendFileSync } from "node:fs";

/** One line of the table in docs/performance.md. */
export interface Figure {
  work: string;
  /** What it is measured in: "ratio of p50", "ms". */
  unit: string;
  reached: number;
  /** What is good enough, and from which side; null where nothing is asked for. */
  goal: { atMost: number } | { atLeast: number } | null;
}

/** Where a bench that is part of the table leaves its figures. */
export const FIGURES_FILE = "BENCH_FIGURES";

/** Tells a figure to the table, where one is being made. */
export function tell(figure: Figure): void {
  const file = process.env[FIGURES_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** Whether a figure is good enough; null where nothing is asked for. */
export const isReached = ({ reached, goal }: Pick<Figure, "reached" | "goal">): boolean | null =>
  goal === null ? null : "atMost" in goal ? reached <= goal.atMost : reached >= goal.atLeast;

/** The figures of each bench as a table in Markdown. */
export function markdownTable(benches: readonly { bench: string; figures: readonly Figure[] }[]): string {
  const rows = benches.flatMap(({ bench, figures }) => figures.map((figure) => row(bench, figure)));
  return ["| bench | work | figure | goal | |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function row(bench: string, figure: Figure): string {
  const { work, unit, reached, goal } = figure;
  const asked = goal === null ? "" : "atMost" in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
  const verdict = isReached(figure);
  return `| ${bench} | ${work} | ${shortest(reached)} ${unit} | ${asked} | ${verdict === null ? "" : verdict ? "reached" : "missed"} |`;
}

const shortest = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
