import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { NARROWEST_COLUMN, WIDEST_COLUMN } from "@countinghouse/validators/lists/widths";

/** What is asked of a column to arrange it. */
type Column = {
  id?: string;
  accessorKey?: unknown;
  header?: unknown;
  cell?: unknown;
  meta?: { title?: string; pinned?: true; grows?: true; align?: "right"; className?: string };
};

/** A column as the menu shows it. */
export type ArrangedColumn = {
  id: string;
  title: string;
  isHidden: boolean;
  isPinned: boolean;
};

export type Arranged<C> = {
  /** Those that are shown, from left to right. */
  shown: C[];
  /** How many of them name the row: the first, and the box before it. */
  keys: number;
  /** How many of them stay at the left, with those that name the row. */
  pinned: number;
  /** Whether the last of them holds what can be done with a row, and stays at the right. */
  endsInActions: boolean;
  /** Those that can be moved and hidden, in their order. */
  choices: ArrangedColumn[];
};

export const NO_LAYOUT: ColumnLayout = { version: 1, order: [], hidden: [], pinned: [], widths: {} };

export const columnId = ({ id, accessorKey }: Column): string => id ?? String(accessorKey);

/** Holds a box to choose its row, or what can be done with it: it has no name of its own. */
const isTool = ({ header, meta }: Column): boolean => typeof header !== "string" && meta?.title === undefined;

const columnTitle = (column: Column): string => {
  const { header, meta } = column;
  return meta?.title ?? (typeof header === "string" ? header : columnId(column));
};

/**
 * The columns of a table as `layout` says. The first, which says what a row is of, stays first, behind the box to choose it;
 * what can be done with a row stays last.
 */
export function arrange<C>(columns: readonly C[], layout: ColumnLayout | null): Arranged<C> {
  const all = columns as readonly (C & Column)[];
  const head = all[0] !== undefined && isTool(all[0]) ? 2 : 1;
  const last = all.at(-1);
  const endsInActions = all.length > head && last !== undefined && isTool(last);
  const tail = endsInActions ? 1 : 0;
  const first = all.slice(0, head);
  const { hidden, pinned } = layout ?? NO_LAYOUT;
  const movable = inOrder(all.slice(head, all.length - tail), layout?.order ?? []);
  const isPinned = (column: C & Column) => pinned.includes(columnId(column)) || column.meta?.pinned === true;
  const visible = movable.filter((column) => !hidden.includes(columnId(column)));
  const kept = visible.filter(isPinned);
  return {
    shown: [
      ...first,
      ...kept,
      ...visible.filter((column) => !isPinned(column)),
      ...all.slice(all.length - tail),
    ],
    keys: first.length,
    pinned: first.length + kept.length,
    endsInActions,
    choices: movable.map((column) => ({
      id: columnId(column),
      title: columnTitle(column),
      isHidden: hidden.includes(columnId(column)),
      isPinned: isPinned(column),
    })),
  };
}

/** In the order of `ids`; what stands in none of them, behind the one before it as they come. */
function inOrder<C extends Column>(columns: readonly C[], ids: readonly string[]): C[] {
  const known = ids.flatMap((id) => columns.find((column) => columnId(column) === id) ?? []);
  const ordered = [...known];
  columns.forEach((column, index) => {
    if (known.includes(column)) return;
    const before = columns[index - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column);
  });
  return ordered;
}

/** Sets the width of a column beside those that all others have now, so that none gives way. */
export const setWidth = (
  layout: ColumnLayout,
  measured: Readonly<Record<string, number>>,
  id: string,
  px: number,
): ColumnLayout => ({
  ...layout,
  widths: { ...layout.widths, ...measured, [id]: fittingWidth(px) },
});

const fittingWidth = (px: number): number =>
  Math.round(Math.max(NARROWEST_COLUMN, Math.min(WIDEST_COLUMN, px)));

/** Returns the pixels that the columns need. A narrower table scrolls sideways. */
export const leastWidth = (shown: readonly Column[], widths: Readonly<Record<string, number>>): number =>
  shown.reduce((sum, column) => sum + (widths[columnId(column)] ?? standardWidth(column)), 0);

/**
 * Returns the id of the column that takes the spare width: the one that `grows`, or else the widest of plain text.
 * Undefined where a column has no width of its own, since that one takes it.
 */
export function growingColumn(
  shown: readonly Column[],
  widths: Readonly<Record<string, number>>,
): string | undefined {
  const free = shown.filter((column) => widths[columnId(column)] === undefined);
  if (free.some((column) => classWidth(column) === undefined)) return undefined;
  const named = free.find(({ meta }) => meta?.grows);
  const texts = free.filter((column) => !isTool(column) && !column.cell && column.meta?.align === undefined);
  const grows = named ?? texts.toSorted((a, b) => standardWidth(b) - standardWidth(a))[0];
  return grows && columnId(grows);
}

const STANDARD_WIDTH_PX = 192;
/** Tailwind's unit of width: a quarter of a rem. */
const UNIT_PX = 4;

const standardWidth = (column: Column): number => classWidth(column) ?? STANDARD_WIDTH_PX;

/** Returns the pixels of a class such as `w-40`. */
function classWidth({ meta }: Column): number | undefined {
  const units = /(?:^| )w-(\d+(?:\.\d+)?)!?(?: |$)/.exec(meta?.className ?? "")?.[1];
  return units === undefined ? undefined : Number(units) * UNIT_PX;
}

/** The name under which the arrangement of a table is kept: its label, in kebab-case. */
export const listName = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80);
