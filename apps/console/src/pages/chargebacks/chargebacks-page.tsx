import { CHARGEBACKS_FILE_NAME, CHARGEBACKS_TITLE } from "@countinghouse/validators/chargebacks/rules";
import { formatCents } from "@countinghouse/validators/money";
import { ChargebackTabs } from "@/components/chargebacks/chargeback-tabs.tsx";
import { manualRowClass } from "@/components/chargebacks/report-cells.tsx";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { useListExport } from "@/components/exports/use-list-export.tsx";
import { NoMatch } from "@/components/filters/no-match.tsx";
import { CountedSheet } from "@/components/return-rates/counted-sheet.tsx";
import { ReturnRates } from "@/components/return-rates/return-rates.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useListParams } from "@/lib/list-params.ts";
import { heightBelow } from "@/table/columns.ts";
import { ShowMore } from "@/table/show-more.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { chargebackColumns } from "./chargeback-columns.tsx";
import { CHARGEBACK_PARAMS, ChargebackFilters } from "./chargeback-filters.tsx";
import { useChargebacks } from "./use-chargebacks.ts";

/** The returns and chargebacks that processors reported and that were applied. */
export default function ChargebacksPage() {
  const list = useListParams(CHARGEBACK_PARAMS);
  const { filters, figure, isRange, query, first, rows, exportUrl } = useChargebacks(list.params);
  const whyNot = useWhyNot("chargebacks.read");
  const file = useListExport({
    csvName: CHARGEBACKS_FILE_NAME,
    url: exportUrl,
    rows: "all events that match the filters",
    disabledReason: whyNot ?? (isRange ? null : "Choose the days first."),
  });
  const table = useListPage({
    title: CHARGEBACKS_TITLE,
    pageList: "chargebacks",
    query,
    filters,
    columns: chargebackColumns,
    rows,
    rowKey: ({ id }) => id,
    rowClass: manualRowClass,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: ({ id, userId }) => `${id} of user ${userId}`,
      total: first?.sums?.total,
      allOf: (except) => ({ list: "chargebacks", filters, except: except.map(({ id }) => id) }),
    },
    size: { skeletonRows: 12, maxHeight: heightBelow(17) },
    empty: list.isChanged("type", "kind") ? (
      <NoMatch title="No return or chargeback matches" onClear={() => list.reset("type", "kind")} />
    ) : (
      <EmptyState title="No returns or chargebacks in this time">
        Returns and chargebacks appear here once a processor reported them and they were applied.
      </EmptyState>
    ),
    footer: <ShowMore query={query} />,
  });

  return (
    <>
      <PageHeader
        title={CHARGEBACKS_TITLE}
        readBy="chargebacks.list"
        aside={
          first?.sums && (
            <output className="text-sm text-muted-foreground">
              <span className="num">{first.sums.total.toLocaleString("en-US")}</span> found · Sum{" "}
              <span className="num">{formatCents(first.sums.sumCents)}</span> · {first.startDate} to{" "}
              {first.endDate} (ET)
            </output>
          )
        }
        actions={file.button}
      />
      <ChargebackTabs current="Processed" />
      <ReturnRates />
      <ChargebackFilters {...list} />
      <div className="mb-4 empty:hidden">{file.status}</div>
      {isRange ? (
        table
      ) : (
        <Card>
          <EmptyState title="No days are chosen yet">
            Choose a start date and an end date at least one day after it, then press Apply.
          </EmptyState>
        </Card>
      )}
      {figure && (
        <CountedSheet
          key={list.params.counted}
          figure={figure}
          onClose={() => list.change({ counted: null })}
        />
      )}
    </>
  );
}
