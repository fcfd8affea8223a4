import { EllipsisIcon } from "lucide-react";
import { lazy, type Ref, Suspense, useState } from "react";
import { Button } from "@/ui/button.tsx";

export type RowAction = {
  label: string;
  onClick?: () => void;
  /** The page that the action opens, in place of `onClick`. */
  href?: string;
  disabledReason?: string | null;
  pending?: boolean;
};

export type RowMenuProps = {
  /** The name of the row: "user 10001". */
  of: string;
  /** The actions. Those that this admin does not see are null. */
  actions: readonly (RowAction | null)[];
  ref?: Ref<HTMLButtonElement>;
};

const RowMenuContent = lazy(() => import("./row-menu-content.tsx"));

/** The meta of the column that holds the menus. */
export const ROW_MENU_COLUMN = { className: "w-14" } as const;

/** The actions of a row: one as a button, several as a menu, whose code loads with the first click. */
export function RowMenu({ of, actions, ref }: RowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const offered = actions.filter((action) => action !== null);
  const [only, second] = offered;
  if (only === undefined) return null;
  if (second === undefined && only.onClick)
    return (
      <Button
        ref={ref}
        size="small"
        data-print="hide"
        className="relative z-control"
        pending={only.pending}
        disabledReason={only.disabledReason}
        onClick={only.onClick}
      >
        {only.label}
        <span className="sr-only"> {of}</span>
      </Button>
    );
  const button = (
    <Button
      ref={ref}
      variant="ghost"
      size="icon-small"
      aria-label={`Actions of ${of}`}
      aria-haspopup="menu"
      title="Actions"
      pending={offered.some(({ pending }) => pending)}
      onClick={() => setWanted(true)}
    >
      <EllipsisIcon aria-hidden />
    </Button>
  );
  return (
    <span data-print="hide" className="relative z-control flex justify-end">
      {isWanted ? (
        <Suspense fallback={button}>
          <RowMenuContent of={of} actions={offered} ref={ref} />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}
