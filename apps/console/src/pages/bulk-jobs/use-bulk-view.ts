import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";

/** Which rows of a batch are shown; "completed" is Show Completed. */
export const ROW_FILTERS = ["all", "completed", "open", "failed"] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const params = {
  /** The batch that is open; without one a list is prepared. */
  batch: createParser<string>({ parse: (text) => (UUID.test(text) ? text : null), serialize: String }),
  rows: parseAsStringLiteral(ROW_FILTERS).withDefault("all"),
};

/** What the page shows, kept in its address. */
export function useBulkView() {
  const [{ batch, rows }, set] = useQueryStates(params);
  return {
    /** Null while a list is pasted, checked and reviewed. */
    batchId: batch,
    rows,
    open: (id: string, filter: RowFilter = "all"): void => {
      void set({ batch: id, rows: filter }, { history: "push" });
    },
    /** The address is completed, not left. */
    settle: (id: string): void => {
      void set({ batch: id });
    },
    startNew: (): void => {
      void set({ batch: null, rows: null }, { history: "push" });
    },
    filter: (filter: RowFilter): void => {
      void set({ rows: filter });
    },
  };
}

export type BulkView = ReturnType<typeof useBulkView>;
