import type { RouterOutputs } from "@countinghouse/api";
import { CHARGEBACKS_EXPORT_PATH } from "@countinghouse/validators/chargebacks/rules";
import { whyNotRange } from "@countinghouse/validators/custom-days";
import { apiUrl } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { readRateFigure } from "@/components/return-rates/rate-figures.ts";
import type { ListParams } from "@/lib/list-params.ts";
import type { ChargebackRow } from "./chargeback-columns.tsx";
import type { CHARGEBACK_PARAMS } from "./chargeback-filters.tsx";

/** The rows of a page, in the order of the server over both lists. */
const PAGING = byCursor(({ returns, chargebacks }: RouterOutputs["chargebacks"]["list"]): ChargebackRow[] =>
  [...returns, ...chargebacks].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  ),
);

/** Returns the rows that match the address, and its figure of the return rates. Custom days that are no range load nothing. */
export function useChargebacks(params: ListParams<typeof CHARGEBACK_PARAMS>["params"]) {
  const { type, kind, period, from, to, counted } = params;
  const filters = { transactionType: type, chargebackType: kind, period, startDate: from, endDate: to };
  const isRange = period !== "Custom" || whyNotRange(from, to, { isLonger: true }) === null;
  const query = usePages(trpc.chargebacks.list, filters, { ...PAGING, enabled: isRange, keepsRows: true });
  return {
    filters,
    figure: counted === null ? null : readRateFigure(counted),
    isRange,
    query,
    first: isRange ? query.data?.pages[0] : undefined,
    rows: isRange ? query.data?.rows : undefined,
    exportUrl: apiUrl(`${CHARGEBACKS_EXPORT_PATH}?${new URLSearchParams(filters)}`),
  };
}
