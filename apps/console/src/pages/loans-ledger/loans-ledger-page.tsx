import { LEDGER_FILE_NAME } from "@countinghouse/validators/ledger/rules";
import { LEDGER_MESSAGES } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { parseAsBoolean, useQueryState } from "nuqs";
import { LEDGER_EXPORT_URL } from "@/api/api-url.ts";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { LedgerFooter } from "./ledger-footer.tsx";
import { useLedger } from "./use-ledger.ts";

const TABLE_HEIGHT_PX = 640;

/** The ledger of all users: loaded when asked for, the newest line first, and exported whole as a file. */
export default function LoansLedgerPage() {
  const [isAskedFor, setAskedFor] = useQueryState("all", parseAsBoolean.withDefault(false));
  const ledger = useLedger(isAskedFor);
  const { state, start, cancel } = useExport(LEDGER_FILE_NAME);
  const exportAll = () => start(LEDGER_EXPORT_URL);
  const whyNot = useWhyNot("ledger.read");
  const pages = ledger.data?.pages;
  const lines = pages?.flatMap((page) => page.lines);
  const total = pages?.[0]?.total ?? 0;

  const getAll = () => {
    if (isAskedFor) ledger.reload();
    else void setAskedFor(true);
  };
  const loadMore = () => {
    if (ledger.hasNextPage && !ledger.isFetching) void ledger.fetchNextPage();
  };

  return (
    <>
      <PageHeader
        title={LEDGER_MESSAGES.title}
        aside={
          lines && (
            <output className="text-sm text-muted-foreground">
              {lines.length.toLocaleString("en-US")} loaded of {total.toLocaleString("en-US")} · Loaded{" "}
              {formatNewYork(new Date(ledger.dataUpdatedAt), "dateTime")} ET
            </output>
          )
        }
        actions={
          <>
            <Button
              variant="primary"
              disabledReason={whyNot}
              pending={ledger.isFetching && !ledger.isFetchingNextPage}
              onClick={getAll}
            >
              {LEDGER_MESSAGES.getAllLabel}
            </Button>
            <Button disabledReason={whyNot} pending={state.kind === "running"} onClick={exportAll}>
              {LEDGER_MESSAGES.exportLabel}
            </Button>
          </>
        }
      />
      <p className="mb-4 text-sm text-muted-foreground">
        {LEDGER_MESSAGES.exportLabel} saves every line of every user in {LEDGER_FILE_NAME}, user by user from
        the oldest: transaction date, user id, renewal, name, type, description, notes, amount and balance,
        with dates of New York and amounts in US dollars.
      </p>
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={LEDGER_FILE_NAME} state={state} onStart={exportAll} onCancel={cancel} />
      </div>
      {isAskedFor ? (
        <DataTable
          label={LEDGER_MESSAGES.title}
          columns={ledgerColumns}
          rows={lines}
          rowKey={({ id }) => id}
          fetching={ledger.isFetching && !ledger.isFetchingNextPage}
          error={ledger.error}
          onRetry={() => void ledger.refetch()}
          skeletonRows={15}
          maxHeight={TABLE_HEIGHT_PX}
          windowed={{ total, onNearEnd: () => !ledger.isError && loadMore() }}
          empty={<EmptyState title="No ledger lines yet">Lines appear here once money has moved.</EmptyState>}
          footer={
            lines &&
            lines.length > 0 && (
              <LedgerFooter
                loaded={lines.length}
                hasMore={ledger.hasNextPage}
                isLoadingMore={ledger.isFetchingNextPage}
                failure={ledger.isFetching ? null : ledger.error}
                onShowMore={loadMore}
              />
            )
          }
          walkable
        />
      ) : (
        <Card>
          <EmptyState title="The ledger is not loaded yet">
            Press {LEDGER_MESSAGES.getAllLabel} to see its lines here, the newest first.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
