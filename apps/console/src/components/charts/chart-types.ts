/** What is counted: money in cents, parts in percent, or things. */
export type ChartUnit = "cents" | "percent" | "count";

/** Colours of the theme, in an order in which no two neighbours are equally light. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface Series<Row> {
  key: string;
  label: string;
  /** Null where there is nothing to show. */
  value: (row: Row) => number | null;
  as: "line" | "steps" | "bar" | "area";
  colour: ChartColour;
  /** Lines are told apart by this as well as by their colour. */
  dash?: "4 3" | "1 3" | "8 3 2 3";
  /** Bars of one stack stand on each other. */
  stack?: string;
}

export interface Plotted<Row> {
  rows: readonly Row[];
  /** What a row is called on the axis and in the table. */
  x: (row: Row) => string;
  series: readonly Series<Row>[];
  unit: ChartUnit;
  /** Lines across: what must not be passed. */
  limits?: readonly { value: number; label: string }[] | undefined;
  /** Lines up: days that matter. They name a row by its text on the axis. */
  marks?: readonly { at: string; label: string }[] | undefined;
  height?: number | undefined;
  /** Rows lie one under the other, for names that need room. */
  isLying?: boolean | undefined;
}
