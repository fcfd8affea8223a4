import { REMARKS_PAGE_SIZE } from "@countinghouse/validators/remarks/rules";
import { Pager } from "@/components/pager.tsx";
import { useRemarksPage } from "@/components/users/user-detail-params.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { SECTIONS } from "../sections.ts";
import { type Remark, useRemarks } from "./use-remarks.ts";

const ID = "derogatory-remarks";
const TITLE = SECTIONS[ID].title;

type RemarksSectionProps = { userId: number; hasTurn: boolean };

/** What speaks against the customer, the latest first, ten to a page. Which page is in the address. */
export function RemarksSection({ userId, hasTurn }: RemarksSectionProps) {
  const [page, goToPage] = useRemarksPage();
  const query = useRemarks(userId, page, hasTurn);
  return (
    <QuerySection
      id={ID}
      title={TITLE}
      query={query}
      count={({ count }) => count}
      empty={{ title: "No Derogatory Remarks Found", when: ({ count }) => count === 0 }}
    >
      {({ data, count }) => (
        <DataTable
          label={TITLE}
          columns={remarkColumns}
          rows={data}
          rowKey={({ id }) => String(id)}
          empty={<EmptyState title="No Derogatory Remarks on this page" />}
          footer={
            <Pager label={TITLE} page={page} pages={Math.ceil(count / REMARKS_PAGE_SIZE)} onPage={goToPage} />
          }
        />
      )}
    </QuerySection>
  );
}

const column = columnHelper<Remark>();

const remarkColumns = column.columns([
  column.accessor("remarkDate", { header: "Remark Date", meta: { className: "w-32" } }),
  column.accessor("addedBy", { header: "Added By", meta: { className: "w-56" } }),
  column.accessor("category", { header: "Category", meta: { className: "w-56" } }),
  column.accessor("note", { header: "Note" }),
]);
