import { Columns3Icon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { type ColumnMenuProps, columnButtonClass, columnButtonLabel } from "./column-menu-look.ts";

const ColumnMenu = lazy(() => import("./column-menu.tsx"));

/** The button of the columns, over the right end of the heads. */
export const TableTools = (props: ColumnMenuProps) => (
  <div
    data-print="hide"
    data-tools
    className="pointer-events-none sticky top-(--table-top,0px) left-0 z-tools flex h-0 justify-end"
  >
    <div className="flex h-8 items-center rounded-tr-lg border-b bg-card pr-0.5">
      <ColumnMenuButton {...props} />
    </div>
  </div>
);

/** Opens the menu of the columns. Its code loads with the first click. */
function ColumnMenuButton(props: ColumnMenuProps) {
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
