import type { RouterOutputs } from "@countinghouse/api";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { DecisionLink } from "@/components/applications/decision-link.tsx";
import { FoldButton } from "@/components/fold-button.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { DateCell, IdLink, StatusCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { SECTIONS } from "../sections.ts";

type Decision = RouterOutputs["decisions"]["list"][number];

const ID = "decision-engine";
const TITLE = SECTIONS[ID].title;
const TABLE_HEIGHT_PX = 250;
const TABLE_ID = "decision-engine-outcomes";

type DecisionsSectionProps = { userId: number; hasTurn: boolean };

/** What the decision engine said, the latest first. The table can be folded away. */
export function DecisionsSection({ userId, hasTurn }: DecisionsSectionProps) {
  const [isOpen, setIsOpen] = useState(true);
  const query = trpc.decisions.list.useQuery({ userId }, { enabled: hasTurn });
  const fold = query.data && query.data.length > 0 && (
    <FoldButton title={TITLE} controls={TABLE_ID} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
  );
  return (
    <QuerySection
      id={ID}
      title={TITLE}
      query={query}
      count={(decisions) => decisions.length}
      actions={fold}
      empty={{ title: "No Decision Engine Outcomes Found", when: (decisions) => decisions.length === 0 }}
    >
      {(decisions) =>
        isOpen && (
          <div id={TABLE_ID}>
            <DataTable
              label={TITLE}
              columns={decisionColumns}
              rows={decisions}
              rowKey={({ id }) => String(id)}
              size={{ maxHeight: TABLE_HEIGHT_PX }}
              empty={null}
            />
          </div>
        )
      }
    </QuerySection>
  );
}

const column = columnHelper<Decision>();

const decisionColumns = column.columns([
  column.accessor("applicationId", {
    header: "Application Id",
    meta: { className: "w-24" },
    cell: ({ getValue }) => <IdLink id={getValue()} to={paths.applicationDetail} />,
  }),
  column.accessor("flowType", { header: "Flow Type", meta: { className: "w-44" } }),
  column.accessor("createdAt", {
    header: "Created At (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.createdAt} />,
  }),
  column.accessor("outcome", {
    header: "Outcome",
    meta: { className: "w-36" },
    cell: ({ row }) => <StatusCell status={row.original.outcome} />,
  }),
  column.accessor("primaryDeclineReason", { header: "Primary Decline Reason", meta: { className: "w-44" } }),
  column.accessor("outcomeReasons", {
    header: "Outcome Reasons",
    meta: { className: "w-52" },
    cell: ({ row }) => <TextCell value={row.original.outcomeReasons.join("; ")} />,
  }),
  column.accessor("decisionUrl", {
    header: "Decision Url",
    meta: { className: "w-28" },
    cell: ({ row }) => <DecisionLink {...row.original} />,
  }),
]);
