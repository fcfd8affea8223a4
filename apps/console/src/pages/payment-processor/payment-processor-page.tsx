import { PROCESSOR_PAGE_TITLE } from "@countinghouse/validators/processor-transactions/rules";
import { lazy, Suspense } from "react";
import { PageHeader } from "@/layout/page-header.tsx";
import { UserSearch } from "@/layout/user-search.tsx";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { processorColumns } from "./processor-columns.tsx";
import { useProcessorSearch } from "./use-processor-search.ts";
import { NO_FILTERS, useProcessorView } from "./use-processor-view.ts";

const ProcessorFilters = lazy(() => import("./processor-filters.tsx"));
const PaymentDrawer = lazy(() => import("./payment-drawer.tsx"));

/** What processors were asked to move, for all customers: searched by the server, each with all that is known of it. */
export default function PaymentProcessorPage() {
  const view = useProcessorView();
  const query = useProcessorSearch(view);
  const rows = query.data?.pages.flatMap(({ transactions }) => transactions);
  const isNarrowed = view.userId !== null || Object.values(view.filters).some((value) => value);
  const showAll = () => {
    if (view.userId === null) view.search(NO_FILTERS);
    else view.showUser(null);
  };
  return (
    <>
      <PageHeader
        title={PROCESSOR_PAGE_TITLE}
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded · Times in New York (ET)
            </output>
          )
        }
        actions={
          <UserSearch chosen={view.userId} onChoose={view.showUser} onClear={() => view.showUser(null)} />
        }
      />
      <Suspense fallback={<div className="mb-4 h-14" />}>
        <ProcessorFilters
          filters={view.filters}
          isReferenceHidden={view.isReferenceHidden}
          onSearch={view.search}
        />
      </Suspense>
      <DataTable
        label={PROCESSOR_PAGE_TITLE}
        columns={processorColumns}
        rows={rows}
        rowKey={({ id }) => id}
        fetching={query.isFetching && !query.isFetchingNextPage}
        error={query.error}
        onRetry={() => void query.refetch()}
        skeletonRows={15}
        empty={
          isNarrowed ? (
            <EmptyState
              title="No transaction matches"
              action={
                <Button onClick={showAll}>
                  {view.userId === null ? "Show all transactions" : "Show all users"}
                </Button>
              }
            >
              A key, a reference or a payment id is found only as a whole.
            </EmptyState>
          ) : (
            <EmptyState title="No transactions yet">
              Payments appear here once they were sent to a processor.
            </EmptyState>
          )
        }
        footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
        walkable
        wide
      />
      {view.paymentId !== null && (
        <Suspense fallback={null}>
          <PaymentDrawer key={view.paymentId} paymentId={view.paymentId} onClose={view.close} />
        </Suspense>
      )}
    </>
  );
}
