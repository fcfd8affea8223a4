import { LEDGER_EXPORT_PATH, LEDGER_FILE_NAME } from "@countinghouse/validators/ledger/rules";
import { LEDGER_MESSAGES } from "@countinghouse/validators/messages";
import { apiUrl } from "@/api/api-url.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { useListExport } from "@/components/exports/use-list-export.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { Loaded } from "@/table/loaded.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { LedgerFooter } from "./ledger-footer.tsx";
import { useLedger } from "./use-ledger.ts";

const TABLE_HEIGHT_PX = 640;

/** Whether its lines were asked for. */
const PARAMS = { all: param.boolean.withDefault(false) };

/** The ledger of all users: loaded when asked for, the newest line first, and exported whole as a file. */
export default function LoansLedgerPage() {
  const { params, replace } = useListParams(PARAMS);
  const isAskedFor = params.all;
  const { query: ledger, lines, total, reload, loadMore } = useLedger(isAskedFor);
  const whyNot = useWhyNot("ledger.read");
  const file = useListExport({
    csvName: LEDGER_FILE_NAME,
    url: apiUrl(LEDGER_EXPORT_PATH),
    label: LEDGER_MESSAGES.exportLabel,
    rows: "every line of every user",
    disabledReason: whyNot,
  });
  const getAll = () => {
    if (isAskedFor) reload();
    else replace({ all: true });
  };
  const table = useListPage({
    title: LEDGER_MESSAGES.title,
    pageList: "loans-ledger",
    query: ledger,
    columns: ledgerColumns,
    rows: lines,
    rowKey: ({ id }) => id,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: ({ id, userId }) => `line ${id} of user ${userId}`,
      total,
      allOf: (except) => ({ list: "loans-ledger", except: except.map(({ id }) => id) }),
    },
    size: {
      skeletonRows: 15,
      maxHeight: TABLE_HEIGHT_PX,
      windowed: { total, onNearEnd: () => !ledger.isError && loadMore() },
    },
    empty: <EmptyState title="No ledger lines yet">Lines appear here once money has moved.</EmptyState>,
    footer: lines && lines.length > 0 && (
      <LedgerFooter query={ledger} loaded={lines.length} onShowMore={loadMore} />
    ),
  });
  return (
    <>
      <PageHeader
        title={LEDGER_MESSAGES.title}
        readBy="ledger.list"
        aside={<Loaded rows={lines}> of {total.toLocaleString("en-US")}</Loaded>}
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
            {file.button}
          </>
        }
      />
      <p className="mb-4 text-sm text-muted-foreground">
        {LEDGER_MESSAGES.exportLabel} saves every line of every user in {LEDGER_FILE_NAME}, user by user from
        the oldest: transaction date, user id, renewal, name, type, description, notes, amount and balance,
        with dates of New York and amounts in US dollars.
      </p>
      <div className="mb-4 empty:hidden">{file.status}</div>
      {isAskedFor ? (
        table
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
