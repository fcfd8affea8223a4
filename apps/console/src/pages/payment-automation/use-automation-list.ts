import { AUTOMATION_EXPORT_PATH } from "@countinghouse/validators/automation/rules";
import type { AutomationFilters as Filters } from "@countinghouse/validators/automation/schemas";
import { AUTOMATION_TEXTS as TEXT } from "@countinghouse/validators/automation/texts";
import { whyNotRange } from "@countinghouse/validators/custom-days";
import { useMemo, useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { failureText } from "@/api/errors.ts";
import { type ListParams, useListParams } from "@/lib/list-params.ts";
import { attemptLines } from "./attempt-rows.ts";
import { AUTOMATION_PARAMS } from "./automation-filters.tsx";
import { type Transaction, useBatchStatus, useIncompleteBatch, useTransactions } from "./use-automation.ts";

/** Returns the lines and the batch of the filters in the address, and the batch that runs. */
export function useAutomationList() {
  const list = useListParams(AUTOMATION_PARAMS);
  const { isKnown, batch: running, ...whether } = useIncompleteBatch();
  const filters = running ? onlyBatch(running.requestedAt.getTime()) : filtersIn(list.params);
  const isRange =
    filters.period !== "Custom" ||
    whyNotRange(filters.startDate, filters.endDate, { isLonger: false }) === null;
  const query = useTransactions(filters, { isAsked: isKnown && isRange, isPolled: running !== null });
  const first = isRange ? query.data?.pages[0] : undefined;
  const requestedAt = isRange ? (filters.requestedAt ?? first?.requestedAtList[0]?.value ?? null) : null;
  const batch = useBatchStatus(requestedAt, running !== null);
  const error: unknown = whether.error ?? query.error;
  return {
    ...list,
    ...useLines(query.data?.rows),
    filters,
    isKnown,
    isRange,
    running,
    query,
    first,
    batch,
    isBatchShown: requestedAt !== null,
    rowsQuery: {
      isFetching: query.isFetching && !query.isFetchingNextPage && running === null,
      error,
      refetch: () => (isKnown ? void query.refetch() : whether.ask()),
      dataUpdatedAt: query.dataUpdatedAt,
      failureMessage: error ? failureText(error, TEXT.failed) : undefined,
    },
    exportUrl: apiUrl(`${AUTOMATION_EXPORT_PATH}?${new URLSearchParams(filterTexts(filters))}`),
  };
}

const filtersIn = (params: ListParams<typeof AUTOMATION_PARAMS>["params"]): Filters => ({
  period: params.period,
  startDate: params.from,
  endDate: params.to,
  requestedAt: params.batch !== null && params.batch >= 0 ? params.batch : null,
  paymentType: params.type,
  status: params.status,
  source: params.source,
});

/** While a batch is not complete, the list shows all of it and nothing else (specification 2, section 4). */
const onlyBatch = (requestedAt: number): Filters => ({
  period: "Current Day",
  startDate: "",
  endDate: "",
  requestedAt,
  paymentType: "All",
  status: "All",
  source: "All",
});

const filterTexts = ({ requestedAt, ...filters }: Filters): Record<string, string> => ({
  ...filters,
  requestedAt: requestedAt === null ? "" : String(requestedAt),
});

/** Returns the lines of the table, and the action that shows or hides the attempts of a line. */
function useLines(transactions: readonly Transaction[] | undefined) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo(
    () => ({ toggleAttempts: (id: string) => setOpenIds((open) => toggled(open, id)) }),
    [],
  );
  const lines = useMemo(() => attemptLines(transactions, openIds), [transactions, openIds]);
  return { lines, actions };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
