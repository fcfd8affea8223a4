import { param, useListParams } from "@/lib/list-params.ts";

/** Which rows of a batch are shown; "completed" is Show Completed. */
export const ROW_FILTERS = ["all", "completed", "open", "failed"] as const;

export type RowFilter = (typeof ROW_FILTERS)[number];

const PARAMS = {
  /** The batch that is open; without one a list is prepared. */
  batch: param.uuid,
  /** The kept list of customers that a batch is prepared of, in place of pasted ids. */
  list: param.uuid,
  rows: param.oneOf(ROW_FILTERS).withDefault("all"),
};

/** What the page shows. */
export function useBulkView() {
  const { params, change, replace } = useListParams(PARAMS);
  return {
    /** Null while a list is pasted, checked and reviewed. */
    batchId: params.batch,
    rows: params.rows,
    /** Null where ids are pasted. */
    listId: params.list,
    pasteInstead: (): void => change({ list: null }),
    open: (id: string, rows: RowFilter = "all"): void => change({ batch: id, rows, list: null }),
    /** Completes the address, with no way back. */
    complete: (id: string): void => replace({ batch: id }),
    startNew: (): void => change({ batch: null, rows: null }),
    filter: (rows: RowFilter): void => replace({ rows }),
  };
}

export type BulkView = ReturnType<typeof useBulkView>;
