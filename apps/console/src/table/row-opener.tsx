import { useTable } from "@tanstack/react-table";
import { ChevronRightIcon } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { type Columns, tableFeaturesFor } from "./columns.ts";
import { defaultColumn } from "./table-looks.tsx";

const RowSheet = lazy(() => import("./row-sheet.tsx"));

type RowFactsProps = {
  row: object;
  columns: Columns<object>;
  actions: object | undefined;
};

/** Opens all of a row over a table that has no room for its columns. */
export default function RowOpener({ label, ...of }: RowFactsProps & { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label="Open the row"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ChevronRightIcon aria-hidden />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RowSheet label={label} onClose={() => setOpen(false)}>
            <RowFacts {...of} />
          </RowSheet>
        </Suspense>
      )}
    </>
  );
}

/** All columns of one row, one below the other. */
function RowFacts({ row, columns, actions }: RowFactsProps) {
  const [features] = useState(() => tableFeaturesFor(actions));
  const data = useMemo(() => [row], [row]);
  const table = useTable({ features, columns, data, defaultColumn, ...(actions && { meta: actions }) });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const cells = table.getRowModel().rows[0]?.getAllCells() ?? [];
  return (
    <dl>
      {cells.map((cell, index) => {
        const header = headers[index];
        return (
          <div
            key={cell.id}
            className="grid min-h-9 grid-cols-[2fr_3fr] items-center gap-3 border-b border-border/60 py-1 last:border-b-0"
          >
            <dt className="text-sm text-muted-foreground">
              {header && <table.FlexRender header={header} />}
            </dt>
            <dd className="min-w-0 break-words *:text-left">
              <table.FlexRender cell={cell} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
