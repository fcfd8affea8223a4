import type { RefObject } from "react";
import type { ArrangedColumn } from "./arrangement.ts";

export type ColumnMenuProps = {
  /** The name of the list, and what its table is called. */
  list: string;
  label: string;
  choices: readonly ArrangedColumn[];
  /** Around the table, to measure its columns. */
  frame: RefObject<HTMLElement | null>;
};

export const columnButtonLabel = (label: string): string => `Columns of ${label}`;

export const columnButtonClass = "pointer-events-auto text-muted-foreground";
