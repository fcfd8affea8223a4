import { Columns3Icon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { type ColumnMenuProps, columnButtonClass, columnButtonLabel } from "./column-menu-look.ts";

const ColumnMenu = lazy(() => import("./column-menu.tsx"));

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
