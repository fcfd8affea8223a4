import { errorDetails } from "@/api/errors.ts";
import type { PaymentsQuery } from "@/components/payment-desk/use-payments.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { paymentColumns } from "./payment-columns.tsx";

/** The height of these tables in pixels (specification 2, section 9). */
export const TABLE_HEIGHT_PX = 250;

type PaymentsSectionProps = { id: string; title: string; empty: string; query: PaymentsQuery };

/** Payments of the customer, the latest first, page by page. */
export function PaymentsSection({ id, title, empty, query }: PaymentsSectionProps) {
  const section = {
    ...query,
    // When a further page fails, the loaded pages stay visible.
    error: query.isFetchNextPageError ? null : query.error,
    isFetching: query.isFetching && !query.isFetchingNextPage,
  };
  return (
    <QuerySection
      id={id}
      title={title}
      query={section}
      count={({ pages }) => pages.at(-1)?.total ?? 0}
      empty={{ title: empty, when: ({ rows }) => rows.length === 0 }}
      skeletonLines={6}
    >
      {({ rows }) => (
        <DataTable
          label={title}
          columns={paymentColumns}
          rows={rows}
          rowKey={(payment) => payment.id}
          size={{ maxHeight: TABLE_HEIGHT_PX }}
          empty={null}
          footer={query.hasNextPage && <ShowMore title={title} query={query} />}
        />
      )}
    </QuerySection>
  );
}

const ShowMore = ({ title, query }: Pick<PaymentsSectionProps, "title" | "query">) => (
  <footer className="flex items-center justify-center gap-3 px-3 py-2" data-print="hide">
    {query.isFetchNextPageError && (
      <span role="alert" className="text-danger-fg">
        {errorDetails(query.error).message}
      </span>
    )}
    <Button size="small" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      Show more<span className="sr-only"> of {title}</span>
    </Button>
  </footer>
);
