import { isUnpaid, PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import {
  PROCESSOR_TRANSACTIONS_PAGE_SIZE,
  processorName,
} from "@countinghouse/validators/processor-transactions/rules";
import { Link } from "wouter";
import { errorDetails } from "@/api/errors.ts";
import { PaymentAmount } from "@/components/payments/payment-amount.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { DateCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import { type ProcessorTransaction, useProcessorTransactions } from "./use-processor-transactions.ts";

const ID = "payment-processor";
const TITLE = SECTIONS[ID].title;
const TABLE_HEIGHT_PX = 440;

type PaymentProcessorSectionProps = { userId: number; hasTurn: boolean };

/** What processors were asked to move for the customer, the latest first, page by page. */
export function PaymentProcessorSection({ userId, hasTurn }: PaymentProcessorSectionProps) {
  const query = useProcessorTransactions(userId, hasTurn);
  const section = {
    ...query,
    // A further page that fails takes nothing away of what is there.
    error: query.isFetchNextPageError ? null : query.error,
    isFetching: query.isFetching && !query.isFetchingNextPage,
  };
  return (
    <QuerySection
      id={ID}
      title={TITLE}
      query={section}
      count={({ pages }) => pages.at(-1)?.total ?? 0}
      actions={
        <Link href={paths.paymentProcessor({ user: userId })} className={buttonVariants({ size: "small" })}>
          Open in Payment Processor
        </Link>
      }
      empty={{
        title: "No Processor Transactions Found",
        when: ({ rows }) => rows.length === 0,
      }}
    >
      {({ rows }) => (
        <DataTable
          label={TITLE}
          columns={transactionColumns}
          rows={rows}
          rowKey={({ id }) => id}
          size={{ maxHeight: TABLE_HEIGHT_PX }}
          empty={null}
          footer={
            query.hasNextPage && (
              <ShowMore
                failure={query.isFetchNextPageError ? errorDetails(query.error).message : null}
                isLoading={query.isFetchingNextPage}
                onShow={() => void query.fetchNextPage()}
              />
            )
          }
        />
      )}
    </QuerySection>
  );
}

type ShowMoreProps = { failure: string | null; isLoading: boolean; onShow: () => void };

const ShowMore = ({ failure, isLoading, onShow }: ShowMoreProps) => (
  <footer className="flex items-center justify-center gap-3 px-3 py-2" data-print="hide">
    {failure !== null && (
      <span role="alert" className="text-danger-fg">
        {failure}
      </span>
    )}
    <Button size="small" pending={isLoading} onClick={onShow}>
      Show more {PROCESSOR_TRANSACTIONS_PAGE_SIZE}
      <span className="sr-only"> processor transactions</span>
    </Button>
  </footer>
);

const column = columnHelper<ProcessorTransaction>();

const transactionColumns = column.columns([
  column.accessor("sentAt", {
    header: "Date (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.sentAt} />,
  }),
  column.accessor("provider", {
    header: "Processor",
    meta: { className: "w-28" },
    cell: ({ getValue }) => processorName(getValue()),
  }),
  column.accessor("reference", { header: "Reference", meta: { className: "w-48" } }),
  column.accessor("kind", { header: "Kind", meta: { className: "w-24" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-32" },
    cell: ({ row }) => <PaymentAmount payment={row.original} failed={isUnpaid(row.original.state)} />,
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-32" },
    cell: ({ getValue }) => {
      const { word, tone } = PAYMENT_STATES[getValue()];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  }),
  column.accessor("attempt", {
    header: "Attempt",
    meta: { className: "w-24" },
    cell: ({ row }) => `${row.original.attempt} of ${row.original.attempts}`,
  }),
]);
