import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { type ReactNode, useRef, useState } from "react";
import { RowKeys } from "@/table/row-links.tsx";
import { Table, TableBody, TableHead, TableHeader } from "@/ui/table.tsx";
import type { ReconciledRow } from "./reconciled.ts";
import { ReconciledLine } from "./reconciled-line.tsx";

type ReconciledTableProps = { label: string; rows: readonly ReconciledRow[]; footer: ReactNode };

/** The fundings or payments, each with what the three systems have of it side by side. A row opens to the raw transactions. */
export function ReconciledTable({ label, rows, footer }: ReconciledTableProps) {
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return (
    <div ref={root} className="rounded-lg border bg-card max-xl:overflow-x-auto">
      <Table className="min-w-4xl table-fixed" aria-label={label}>
        <TableHeader>
          <tr>
            <TableHead className="w-24">User</TableHead>
            <TableHead className="w-40 2xl:w-64">Name</TableHead>
            <TableHead className="w-36">Status</TableHead>
            {FUNDING_SYSTEMS.map((system) => (
              <TableHead key={system} className="border-l">
                {FUNDING_SYSTEM_NAMES[system]}
              </TableHead>
            ))}
            <TableHead className="w-32 border-l text-right">Difference (USD)</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {rows.map((row) => (
            <ReconciledLine
              key={row.id}
              row={row}
              isOpen={open.has(row.id)}
              onToggle={() => setOpen(toggled(open, row.id))}
            />
          ))}
        </TableBody>
      </Table>
      {footer}
      <RowKeys table={root} />
    </div>
  );
}

function toggled(open: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(open);
  if (!next.delete(id)) next.add(id);
  return next;
}
