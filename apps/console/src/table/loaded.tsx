import type { ReactNode } from "react";

type LoadedProps = { rows: readonly unknown[] | undefined; children?: ReactNode };

/** The number of loaded rows, for the head of a page. Empty until the first rows are loaded. */
export const Loaded = ({ rows, children }: LoadedProps) =>
  rows && (
    <output className="text-sm text-muted-foreground">
      {rows.length.toLocaleString("en-US")} loaded{children}
    </output>
  );
