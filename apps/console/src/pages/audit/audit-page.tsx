import type { RouterOutputs } from "@countinghouse/api";
import { AUDIT_EXPORT_PATH, AUDIT_FILE_NAME } from "@countinghouse/validators/audit/rules";
import { API_ORIGIN } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useListParams } from "@/lib/list-params.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
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
  const { state, fileName, start, cancel } = useExport(AUDIT_FILE_NAME);
  const asked = {
    who,
    what,
    show,
    from,
    to,
    ...(user && { userId: String(user) }),
    ...(type && { type, id }),
  };
  const exportUrl = `${API_ORIGIN ?? ""}${AUDIT_EXPORT_PATH}?${new URLSearchParams(asked)}`;
  const pending = state.kind === "running";
  const selection = useAuditSelection({ exportUrl, rows, pending, save: start });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.audit}
        readBy="audit.list"
        actions={
          <ExportMenu
            label="Export CSV"
            disabledReason={null}
            pending={pending}
            scopes={[
              {
                label: "all events that match the filters",
                note: "As stored in the events, in cents",
                about: { url: exportUrl },
                save: (format) => start(exportUrl, format),
              },
            ]}
          />
        }
      />
      <AuditFilters {...list} />
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={fileName} state={state} onStart={() => start(exportUrl)} onCancel={cancel} />
      </div>
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
            <EmptyState
              title="No event matches"
              action={<Button onClick={() => list.reset(...FILTERS)}>Clear filters</Button>}
            />
          ) : (
            <EmptyState title="No events yet">What staff and jobs do appears here.</EmptyState>
          )
        }
        footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
        pageList="audit"
      />
      {event !== null && <EventDrawer key={event} id={event} onClose={() => list.change({ event: null })} />}
    </>
  );
}
