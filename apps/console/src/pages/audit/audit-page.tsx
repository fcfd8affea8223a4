import type { RouterOutputs } from "@countinghouse/api";
import { AUDIT_EXPORT_PATH, AUDIT_FILE_NAME } from "@countinghouse/validators/audit/rules";
import { apiUrl } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useListExport } from "@/components/exports/use-list-export.tsx";
import { NoMatch } from "@/components/filters/no-match.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useListParams } from "@/lib/list-params.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { auditColumns } from "./audit-columns.tsx";
import { AUDIT_PARAMS, AuditFilters, FILTERS } from "./audit-filters.tsx";
import { useAuditSelection } from "./audit-selection.tsx";
import { EventDrawer } from "./event-drawer.tsx";

const PAGING = byCursor(({ events }: RouterOutputs["audit"]["list"]) => events);

/** Who did what to what, the newest first. */
export default function AuditPage() {
  const whyNot = useWhyNot("audit.read");
  return whyNot === null ? (
    <AuditList />
  ) : (
    <>
      <PageHeader title={PAGE_TITLES.audit} />
      <EmptyState title={whyNot} />
    </>
  );
}

function AuditList() {
  const list = useListParams(AUDIT_PARAMS);
  const { who, what, show, user, from, to, type, id, event } = list.params;
  const filters = {
    who,
    what,
    show,
    userId: user,
    from,
    to,
    of: type === null || id === "" ? null : { type, id },
  };
  const query = usePages(trpc.audit.list, filters, { ...PAGING, keepsRows: true });
  const rows = query.data?.rows;
  const asked = {
    who,
    what,
    show,
    from,
    to,
    ...(user && { userId: String(user) }),
    ...(type && { type, id }),
  };
  const exportUrl = apiUrl(`${AUDIT_EXPORT_PATH}?${new URLSearchParams(asked)}`);
  const file = useListExport({
    csvName: AUDIT_FILE_NAME,
    url: exportUrl,
    rows: "all events that match the filters",
    note: "As stored in the events, in cents",
    disabledReason: null,
  });
  const selection = useAuditSelection({ exportUrl, rows, pending: file.pending, save: file.start });
  return (
    <>
      <PageHeader title={PAGE_TITLES.audit} readBy="audit.list" actions={file.button} />
      <AuditFilters {...list} />
      <div className="mb-4 empty:hidden">{file.status}</div>
      <DataTable
        label={PAGE_TITLES.audit}
        columns={auditColumns}
        actions={{ open: (eventId: string) => list.change({ event: Number(eventId) }) }}
        rows={rows}
        rowKey={(row) => row.id}
        selection={selection}
        query={query}
        size={{ skeletonRows: 12 }}
        empty={
          list.isChanged(...FILTERS) ? (
            <NoMatch title="No event matches" onClear={() => list.reset(...FILTERS)} />
          ) : (
            <EmptyState title="No events yet">What staff and jobs do appears here.</EmptyState>
          )
        }
        footer={<ShowMore query={query} />}
        pageList="audit"
      />
      {event !== null && <EventDrawer key={event} id={event} onClose={() => list.change({ event: null })} />}
    </>
  );
}
