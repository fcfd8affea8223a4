import type { RouterOutputs } from "@countinghouse/api";
import {
  CHARGEBACKS_EXPORT_PATH,
  CHARGEBACKS_FILE_NAME,
  CHARGEBACKS_TITLE,
} from "@countinghouse/validators/chargebacks/rules";
import { whyNotRange } from "@countinghouse/validators/custom-days";
import { formatCents } from "@countinghouse/validators/money";
import { API_ORIGIN } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { ChargebackTabs } from "@/components/chargebacks/chargeback-tabs.tsx";
import { manualRowClass } from "@/components/chargebacks/report-cells.tsx";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { CountedSheet } from "@/components/return-rates/counted-sheet.tsx";
import { readRateFigure } from "@/components/return-rates/rate-figures.ts";
import { ReturnRates } from "@/components/return-rates/return-rates.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useListParams } from "@/lib/list-params.ts";
import { heightBelow } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { type ChargebackRow, chargebackColumns } from "./chargeback-columns.tsx";
import { CHARGEBACK_PARAMS, ChargebackFilters } from "./chargeback-filters.tsx";

const TABLE_MIN_WIDTH_PX = 1660;

const chargebackKey = ({ id }: { id: string }) => id;

/** The rows of a page in the order the server has over both lists. */
const PAGING = byCursor(({ returns, chargebacks }: RouterOutputs["chargebacks"]["list"]): ChargebackRow[] =>
  [...returns, ...chargebacks].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  ),
);

/** The returns and chargebacks that processors reported and that were applied. */
export default function ChargebacksPage() {
  const list = useListParams(CHARGEBACK_PARAMS);
  const { type, kind, period, from, to, counted } = list.params;
  const figure = counted === null ? null : readRateFigure(counted);
  const filters = { transactionType: type, chargebackType: kind, period, startDate: from, endDate: to };
  const isRange = period !== "Custom" || whyNotRange(from, to, { isLonger: true }) === null;
  const query = usePages(trpc.chargebacks.list, filters, { ...PAGING, enabled: isRange, keepsRows: true });
  const first = isRange ? query.data?.pages[0] : undefined;
  const rows = isRange ? query.data?.rows : undefined;
  const { state, fileName, start, cancel } = useExport(CHARGEBACKS_FILE_NAME);
  const exportUrl = `${API_ORIGIN ?? ""}${CHARGEBACKS_EXPORT_PATH}?${new URLSearchParams(filters)}`;
  const whyNot = useWhyNot("chargebacks.read");
  const selection = useCustomerSelection({
    title: CHARGEBACKS_TITLE,
    listKey: JSON.stringify(filters),
    rows,
    rowKey: chargebackKey,
    toUserId: ({ userId }) => userId,
    toName: ({ id, userId }) => `${id} of user ${userId}`,
    total: first?.sums?.total,
    allOf: (except) => ({ list: "chargebacks", filters, except: except.map(chargebackKey) }),
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
        actions={
          <ExportMenu
            label="Export CSV"
            disabledReason={whyNot ?? (isRange ? null : "Choose the days first.")}
            pending={state.kind === "running"}
            scopes={[
              {
                label: "all events that match the filters",
                about: { url: exportUrl },
                save: (format) => start(exportUrl, format),
              },
            ]}
          />
        }
      />
      <ChargebackTabs current="Processed" />
      <ReturnRates />
      <ChargebackFilters {...list} />
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={fileName} state={state} onStart={() => start(exportUrl)} onCancel={cancel} />
      </div>
      {isRange ? (
        <DataTable
          label={CHARGEBACKS_TITLE}
          columns={chargebackColumns}
          rows={rows}
          rowKey={chargebackKey}
          selection={selection}
          rowClass={manualRowClass}
          query={query}
          size={{ skeletonRows: 12, maxHeight: heightBelow(17), minWidth: TABLE_MIN_WIDTH_PX }}
          empty={
            list.isChanged("type", "kind") ? (
              <EmptyState
                title="No return or chargeback matches"
                action={<Button onClick={() => list.reset("type", "kind")}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No returns or chargebacks in this time">
                Returns and chargebacks appear here once a processor reported them and they were applied.
              </EmptyState>
            )
          }
          footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
          pageList="chargebacks"
        />
      ) : (
        <Card>
          <EmptyState title="No days are chosen yet">
            Choose a start date and an end date at least one day after it, then press Apply.
          </EmptyState>
        </Card>
      )}
      {figure && (
        <CountedSheet key={counted} figure={figure} onClose={() => list.change({ counted: null })} />
      )}
    </>
  );
}
