import { MOST_UNPROCESSED } from "@countinghouse/validators/chargebacks/rules";
import { CHARGEBACKS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useEffect, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { ChargebackTabs } from "@/components/chargebacks/chargeback-tabs.tsx";
import { manualRowClass } from "@/components/chargebacks/report-cells.tsx";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { copy } from "@/lib/copy.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AddressedRowGone } from "@/table/addressed-row-gone.tsx";
import { heightBelow } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { clear } from "@/table/selection-moves.ts";
import { StaleRows } from "@/table/stale-rows.tsx";
import { useSelected } from "@/table/use-selection.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { copiedLine } from "./copied-line.ts";
import { DeleteUnprocessed } from "./delete-unprocessed.tsx";
import { unprocessedColumns } from "./unprocessed-columns.tsx";
import { type UnprocessedRow, useUnprocessed } from "./use-unprocessed.ts";

const COPIED_MS = 2_000;
const rowKey = ({ id }: UnprocessedRow): string => id;

/** The returns and chargebacks that could not be applied: to be tried again, or taken off the list. */
export default function UnprocessedChargebackPage() {
  const { query, rows } = useUnprocessed();
  const [isAsking, setAsking] = useState(false);
  const { copiedId, notCopied, copyRow } = useCopiedRow();
  const whyNot = useWhyNot("chargebacks.process");
  const total = query.data?.total ?? 0;
  const selection = useCustomerSelection<UnprocessedRow>({
    title: TEXT.unprocessedTitle,
    listKey: "unprocessed",
    rows,
    rowKey,
    toUserId: ({ userId }) => userId,
    toName: ({ userId, uniqueRef }) => String(userId ?? uniqueRef),
    whyNot: ({ stage }) => whyNot ?? (stage === "RETRY" ? "It is being retried." : null),
    takesOthers: true,
  });
  const { chosen } = useSelected(selection.of);
  const selected = rows?.filter(({ id }) => !chosen.isAll && chosen.rows.has(id)) ?? [];
  const retry = trpc.chargebacks.retryUnprocessed.useMutation({
    onSuccess: ({ tried, applied }) => announce(tried, applied),
    onError: (error) =>
      toast.error(failureText(error, "The retry may or may not have run. Check the list, then try again.")),
    meta: PENDING_UNTIL_READ,
  });

  return (
    <>
      <PageHeader
        title={TEXT.unprocessedTitle}
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              Total: {total.toLocaleString("en-US")} failed chargebacks found
            </output>
          )
        }
        actions={
          <>
            <Button
              disabledReason={whyNot ?? (selected.length === 0 ? "Select a row first." : null)}
              onClick={() => setAsking(true)}
            >
              {TEXT.deleteLabel}
              {selected.length > 0 && ` (${selected.length.toLocaleString("en-US")})`}
            </Button>
            <Button
              variant="primary"
              disabledReason={whyNot ?? (total === 0 ? "There is nothing to retry." : null)}
              pending={retry.isPending}
              onClick={() =>
                query.data && retry.mutate({ readAt: query.data.readAt, requestId: newRequestId() })
              }
            >
              {TEXT.retryLabel}
            </Button>
          </>
        }
      />
      <ChargebackTabs current="Unprocessed" />
      <Alert className="mb-4">
        Items need manual processing after 5 retries. They are then retried only by hand and shown in red.
      </Alert>
      {notCopied !== null && (
        <Alert tone="danger" live="assertive" className="mb-4">
          {TEXT.copyFailed} <span className="whitespace-pre-wrap select-all">{notCopied}</span>
        </Alert>
      )}
      <AddressedRowGone keys={rows?.map(({ id }) => id)} />
      <StaleRows query={query} />
      <DataTable
        label={TEXT.unprocessedTitle}
        columns={unprocessedColumns}
        actions={{ copyRow, copiedId }}
        selection={selection}
        rows={rows}
        rowKey={rowKey}
        rowClass={manualRowClass}
        query={query}
        size={{ skeletonRows: 8, maxHeight: heightBelow(17) }}
        empty={
          <EmptyState title="No failed items">
            A return or chargeback appears here when it cannot be applied to a payment.
          </EmptyState>
        }
        footer={
          total > MOST_UNPROCESSED && (
            <footer className="px-4 py-3 text-center text-sm text-muted-foreground">
              The newest {MOST_UNPROCESSED.toLocaleString("en-US")} are shown.
            </footer>
          )
        }
        pageList="unprocessed-returns-and-chargebacks"
      />
      {isAsking && (
        <DeleteUnprocessed
          rows={selected}
          onDeleted={() => {
            setAsking(false);
            clear(selection.of);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function announce(tried: number, applied: number): void {
  if (tried === 0) toast.info("Nothing was retried. All items were retried since this list was loaded.");
  else if (applied === tried) toast.success(`${tried.toLocaleString("en-US")} retried, all processed.`);
  else
    toast.error(
      `${tried.toLocaleString("en-US")} retried, ${(tried - applied).toLocaleString("en-US")} failed again.`,
    );
}

/** Copies the line of a row; what the browser does not let be copied is shown to be copied by hand. */
function useCopiedRow() {
  const [copiedId, setCopiedId] = useState<string | null>(null);
  const [notCopied, setNotCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copiedId === null) return undefined;
    const timer = setTimeout(() => setCopiedId(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copiedId]);
  return {
    copiedId,
    notCopied,
    copyRow: (row: UnprocessedRow) => {
      const line = copiedLine(row);
      void copy(line).then((isDone) => {
        setCopiedId(isDone ? row.id : null);
        setNotCopied(isDone ? null : line);
      });
    },
  };
}
