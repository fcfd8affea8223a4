import type { RouterOutputs } from "@countinghouse/api";
import { SENT_STATES } from "@countinghouse/validators/payments/states";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { UserSearch } from "@/layout/user-search.tsx";
import { param, useListParams } from "@/lib/list-params.ts";
import { Loaded } from "@/table/loaded.tsx";
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
  const search = ({ reference: ref, ...rest }: typeof NO_FILTERS) => change({ ...rest, ref, payment: null });
  const showUser = (user: number | null) => change({ user });
  const showAll = () => (userId === null ? search(NO_FILTERS) : showUser(null));
  const table = useListPage({
    title: PAGE_TITLES.paymentProcessor,
    pageList: "payment-processor",
    query,
    filters: [userId, filters],
    columns: processorColumns,
    rows,
    rowKey: ({ id }) => id,
    customers: {
      toUserId: (transaction) => transaction.userId,
      toName: ({ id, userId: of }) => `payment ${id} of user ${of}`,
    },
    size: { skeletonRows: 15 },
    empty: isChanged("user", "ref", "from", "to", "state") ? (
      <EmptyState
        title="No transaction matches"
        action={
          <Button onClick={showAll}>{userId === null ? "Show all transactions" : "Show all users"}</Button>
        }
      >
        Enter the complete key, reference or payment id.
      </EmptyState>
    ) : (
      <EmptyState title="No transactions yet">
        Payments appear here after they were sent to a processor.
      </EmptyState>
    ),
    footer: <ShowMore query={query} />,
  });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.paymentProcessor}
        readBy="payments.searchProcessor"
        aside={<Loaded rows={rows}> · Times in New York (ET)</Loaded>}
        actions={<UserSearch chosen={userId} onChoose={showUser} onClear={() => showUser(null)} />}
      />
      <ProcessorFilters filters={filters} isReferenceHidden={isPrivate} onSearch={search} />
      {table}
      {payment !== null && (
        <PaymentDrawer key={payment} paymentId={payment} onClose={() => replace({ payment: null })} />
      )}
    </>
  );
}
