import { type ReactNode, useRef } from "react";
import { cn } from "@/lib/cn.ts";
import { Table } from "@/ui/table.tsx";
import { EdgeShadows } from "./table-looks.tsx";
import { useEdges } from "./use-edges.ts";

const NO_COLUMNS: readonly string[] = [];

type ScrolledTableProps = { label: string; className?: string; children: ReactNode };

/** A plain table that scrolls in itself, with a shadow at the edge. An amount at the edge is shown whole or not at all. */
export function ScrolledTable({ label, className, children }: ScrolledTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEdges(frame, NO_COLUMNS);
  return (
    <div ref={frame} className="group/table relative min-w-0">
      <div
        data-slot="data-table"
        // The keyboard reaches a part that scrolls.
        {...({ role: "group", tabIndex: 0, "aria-label": label } as const)}
        className={cn("overflow-auto", className)}
      >
        <Table aria-label={label}>{children}</Table>
      </div>
      <EdgeShadows />
    </div>
  );
}
