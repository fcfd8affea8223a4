import { formatNewYork } from "@countinghouse/validators/new-york";
import { REMARKS_PAGE_SIZE } from "@countinghouse/validators/remarks/rules";
import { useState } from "react";
import { Pager } from "@/components/pager.tsx";
import { useRemarksPage } from "@/components/users/user-detail-params.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ImportedBadge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import { AddRemarkForm, EndRemarkForm } from "./remark-forms.tsx";
import { type Remark, useRemarks } from "./use-remarks.ts";

const ID = "derogatory-remarks";
const TITLE = SECTIONS[ID].title;

type RemarksSectionProps = { userId: number; hasTurn: boolean };

/** What speaks against the customer, the latest first, ten to a page. Which page is in the address. */
export function RemarksSection({ userId, hasTurn }: RemarksSectionProps) {
  const [page, goToPage] = useRemarksPage();
  const query = useRemarks(userId, page, hasTurn);
  const [isAdding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Remark | null>(null);
  const whyNotAdd = useWhyNot("remarks.add");
  const whyNotEnd = useWhyNot("remarks.end");
  return (
    <>
      <QuerySection
        id={ID}
        title={TITLE}
        query={query}
        count={({ count }) => count}
        actions={
          <Button size="small" disabledReason={whyNotAdd} onClick={() => setAdding(true)}>
            Add remark
          </Button>
        }
        empty={{ title: "No Derogatory Remarks Found", when: ({ count }) => count === 0 }}
      >
        {({ data, count }) => (
          <DataTable
            label={TITLE}
            columns={remarkColumns}
            actions={{ whyNotEnd, end: setEnding }}
            rows={data}
            rowKey={({ id }) => String(id)}
            empty={<EmptyState title="No Derogatory Remarks on this page" />}
            footer={
              <Pager
                label={TITLE}
                page={page}
                pages={Math.ceil(count / REMARKS_PAGE_SIZE)}
                onPage={goToPage}
              />
            }
          />
        )}
      </QuerySection>
      {isAdding && <AddRemarkForm userId={userId} onClose={() => setAdding(false)} />}
      {ending && <EndRemarkForm remark={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

type RemarkActions = { whyNotEnd: string | null; end: (remark: Remark) => void };

const column = columnHelper<Remark, RemarkActions>();

const remarkColumns = column.columns([
  column.accessor("remarkDate", { header: "Remark Date", meta: { className: "w-32" } }),
  column.accessor("addedBy", {
    header: "Added By",
    meta: { className: "w-56" },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="truncate">{original.addedBy}</span>
        {original.isImported && <ImportedBadge />}
      </span>
    ),
  }),
  column.accessor("category", { header: "Category", meta: { className: "w-56" } }),
  column.accessor("note", { header: "Note" }),
  column.accessor("stopsDebits", {
    header: "Debits",
    meta: { className: "w-56" },
    cell: ({ row: { original }, table }) => <Standing remark={original} {...tableActions(table)} />,
  }),
]);

/** Whether a remark stops debits, and its end: what a bureau reported has none here unless it does. */
function Standing({ remark, whyNotEnd, end }: { remark: Remark } & RemarkActions) {
  const { stopsDebits, canEnd, ended, category } = remark;
  if (ended)
    return (
      <span title={ended.reason}>
        Ended {formatNewYork(ended.at, "date")}
        {ended.by && ` by ${ended.by}`}
      </span>
    );
  return (
    <span className="flex items-center gap-2">
      {stopsDebits ? <StatusBadge tone="danger">Stopped</StatusBadge> : <EmptyCell />}
      {canEnd && (
        <Button size="small" disabledReason={whyNotEnd} onClick={() => end(remark)}>
          End…<span className="sr-only"> {category}</span>
        </Button>
      )}
    </span>
  );
}
