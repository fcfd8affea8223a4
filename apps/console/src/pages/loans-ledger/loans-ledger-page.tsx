import {
  LEDGER_EXPORT_PATH,
  LEDGER_FILE_NAME,
  LEDGER_PAGE_SIZE,
} from "@countinghouse/validators/ledger/rules";
import { LEDGER_MESSAGES } from "@countinghouse/validators/messages";
import { apiUrl } from "@/api/api-url.ts";
import { errorDetails } from "@/api/errors.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { useLedger } from "./use-ledger.ts";

const TABLE_HEIGHT_PX = 640;

const lineKey = ({ id }: { id: string }) => id;

/** Whether its lines were asked for. */
const PARAMS = { all: param.boolean.withDefault(false) };

/** The ledger of all users: loaded when asked for, the newest line first, and exported whole as a file. */
export default function LoansLedgerPage() {
  const { params, replace } = useListParams(PARAMS);
  const isAskedFor = params.all;
  const { query: ledger, reload } = useLedger(isAskedFor);
  const { state, fileName, start, cancel } = useExport(LEDGER_FILE_NAME);
  const exportUrl = apiUrl(LEDGER_EXPORT_PATH);
  const whyNot = useWhyNot("ledger.read");
  const lines = ledger.data?.rows;
  const total = ledger.data?.pages[0]?.total ?? 0;

  const selection = useCustomerSelection({
    title: LEDGER_MESSAGES.title,
    listKey: "all",
    rows: lines,
    rowKey: lineKey,
    toUserId: ({ userId }) => userId,
    toName: ({ id, userId }) => `line ${id} of user ${userId}`,
    total,
    allOf: (except) => ({ list: "loans-ledger", except: except.map(lineKey) }),
  });

  const getAll = () => {
    if (isAskedFor) reload();
    else replace({ all: true });
  };
  const loadMore = () => {
    if (ledger.hasNextPage && !ledger.isFetching) void ledger.fetchNextPage();
  };

  return (
    <>
      <PageHeader
        title={LEDGER_MESSAGES.title}
        readBy="ledger.list"
        aside={
          lines && (
            <output className="text-sm text-muted-foreground">
              {lines.length.toLocaleString("en-US")} loaded of {total.toLocaleString("en-US")}
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
            <ExportMenu
              label={LEDGER_MESSAGES.exportLabel}
              disabledReason={whyNot}
              pending={state.kind === "running"}
              scopes={[
                {
                  label: "every line of every user",
                  about: { url: exportUrl },
                  save: (format) => start(exportUrl, format),
                },
              ]}
            />
          </>
        }
      />
      <p className="mb-4 text-sm text-muted-foreground">
        {LEDGER_MESSAGES.exportLabel} saves every line of every user in {LEDGER_FILE_NAME}, user by user from
        the oldest: transaction date, user id, renewal, name, type, description, notes, amount and balance,
        with dates of New York and amounts in US dollars.
      </p>
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={fileName} state={state} onStart={() => start(exportUrl)} onCancel={cancel} />
      </div>
      {isAskedFor ? (
        <DataTable
          label={LEDGER_MESSAGES.title}
          columns={ledgerColumns}
          rows={lines}
          rowKey={lineKey}
          selection={selection}
          query={ledger}
          size={{
            skeletonRows: 15,
            maxHeight: TABLE_HEIGHT_PX,
            windowed: { total, onNearEnd: () => !ledger.isError && loadMore() },
          }}
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
          pageList="loans-ledger"
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

type LedgerFooterProps = {
  loaded: number;
  hasMore: boolean;
  isLoadingMore: boolean;
  failure: unknown;
  onShowMore: () => void;
};

/** Under the last line: more of them, why there are none, or the word that this was all. */
const LedgerFooter = ({ loaded, hasMore, isLoadingMore, failure, onShowMore }: LedgerFooterProps) => (
  <footer className="flex min-h-12 items-center justify-center gap-3 px-4 py-2 text-sm text-muted-foreground">
    {Boolean(failure) && (
      <span role="alert" className="text-danger-fg">
        {errorDetails(failure).message}
      </span>
    )}
    {hasMore ? (
      <Button pending={isLoadingMore} onClick={onShowMore}>
        {failure ? "Retry" : `Show more ${LEDGER_PAGE_SIZE}`}
      </Button>
    ) : (
      <span>All {loaded.toLocaleString("en-US")} shown</span>
    )}
  </footer>
);
