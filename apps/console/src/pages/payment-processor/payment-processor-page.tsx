import type { RouterOutputs } from "@countinghouse/api";
import { SENT_STATES } from "@countinghouse/validators/payments/states";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { UserSearch } from "@/layout/user-search.tsx";
import { param, useListParams } from "@/lib/list-params.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { PaymentDrawer } from "./payment-drawer.tsx";
import { processorColumns } from "./processor-columns.tsx";
import { NO_FILTERS, ProcessorFilters } from "./processor-filters.tsx";

/** What is searched for, and the payment that lies open over the page. */
const PARAMS = {
  user: param.userId,
  ref: param.text.withDefault(""),
  from: param.day,
  to: param.day,
  state: param.oneOf(SENT_STATES),
  payment: param.uuid,
};

const paymentKey = ({ id }: { id: string }) => id;

const PAGING = byCursor(({ transactions }: RouterOutputs["payments"]["searchProcessor"]) => transactions);

/** What processors were asked to move, for all customers: searched by the server, each with all that is known of it. */
export default function PaymentProcessorPage() {
  // A reference may be the number of a card or an account.
  const { params, change, replace, isChanged, isPrivate } = useListParams(PARAMS, { privateText: "ref" });
  const { user: userId, ref: reference, from, to, state, payment } = params;
  const filters = { reference, from, to, state };
  const query = usePages(
    trpc.payments.searchProcessor,
    { userId, ...filters },
    { ...PAGING, keepsRows: true },
  );
  const rows = query.data?.rows;
  const selection = useCustomerSelection({
    title: PAGE_TITLES.paymentProcessor,
    listKey: JSON.stringify([userId, filters]),
    rows,
    rowKey: paymentKey,
    toUserId: (transaction) => transaction.userId,
    toName: ({ id, userId: of }) => `payment ${id} of user ${of}`,
  });
  const search = ({ reference: ref, ...rest }: typeof NO_FILTERS) => change({ ...rest, ref, payment: null });
  const showUser = (user: number | null) => change({ user });
  const showAll = () => (userId === null ? search(NO_FILTERS) : showUser(null));
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.paymentProcessor}
        readBy="payments.searchProcessor"
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded · Times in New York (ET)
            </output>
          )
        }
        actions={<UserSearch chosen={userId} onChoose={showUser} onClear={() => showUser(null)} />}
      />
      <ProcessorFilters filters={filters} isReferenceHidden={isPrivate} onSearch={search} />
      <DataTable
        label={PAGE_TITLES.paymentProcessor}
        columns={processorColumns}
        rows={rows}
        rowKey={paymentKey}
        selection={selection}
        query={query}
        size={{ skeletonRows: 15 }}
        empty={
          isChanged("user", "ref", "from", "to", "state") ? (
            <EmptyState
              title="No transaction matches"
              action={
                <Button onClick={showAll}>
                  {userId === null ? "Show all transactions" : "Show all users"}
                </Button>
              }
            >
              Enter the complete key, reference or payment id.
            </EmptyState>
          ) : (
            <EmptyState title="No transactions yet">
              Payments appear here after they were sent to a processor.
            </EmptyState>
          )
        }
        footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
        pageList="payment-processor"
        isWide
      />
      {payment !== null && (
        <PaymentDrawer key={payment} paymentId={payment} onClose={() => replace({ payment: null })} />
      )}
    </>
  );
}
