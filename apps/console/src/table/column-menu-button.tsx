import { Columns3Icon } from "lucide-react";
import { lazy, type RefObject, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import type { ArrangedColumn } from "./arrangement.ts";

const ColumnMenu = lazy(() => import("./column-menu.tsx"));

export type ColumnMenuProps = {
  /** The name of the list, and what its table is called. */
  list: string;
  label: string;
  choices: readonly ArrangedColumn[];
  /** Around the table, to measure its columns. */
  frame: RefObject<HTMLElement | null>;
};

/** Opens what can be done with the columns of a table; its code arrives with the first press. */
export function ColumnMenuButton(props: ColumnMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      variant="ghost"
      size="icon-small"
      className={columnButtonClass}
      aria-label={columnButtonLabel(props.label)}
      title="Columns"
      onClick={() => setWanted(true)}
    >
      <Columns3Icon aria-hidden />
    </Button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ColumnMenu {...props} />
    </Suspense>
  );
}

export const columnButtonLabel = (label: string): string => `Columns of ${label}`;

export const columnButtonClass = "pointer-events-auto text-muted-foreground";
