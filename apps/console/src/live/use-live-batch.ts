import { BULK_POLL_MS } from "@countinghouse/validators/bulk-jobs/rules";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc } from "@/api/client.ts";
import { type BatchChanges, type Connection, feed, useConnection } from "./feed.ts";

type Batch = BatchChanges["batch"];
type Row = BatchChanges["rows"][number];

/** The rows of one batch as far as they are known. */
type Known = {
  batch: Batch;
  /** By position. */
  rows: readonly Row[];
  cursor: BatchChanges["cursor"];
  changedIds: ReadonlySet<string>;
};

export type LiveBatch = {
  /** Null until the server answered. */
  batch: Batch | null;
  /** All of them; null until they are there. */
  rows: readonly Row[] | null;
  /** The first rows, which are there before all are. */
  firstRows: readonly Row[] | null;
  /** The rows that the last news was about. */
  changedIds: ReadonlySet<string>;
  connection: Connection;
  error: unknown;
  retry: () => void;
};

/** As many as are seen, which nobody waits longer for than for a short list; then the rest in parts that hold up no key press. */
const FIRST_ROWS = 50;
const ROWS_AT_ONCE = 1_000;
const NONE: ReadonlySet<string> = new Set();

/**
 * A batch and all of its rows, row by row as they change: told by the feed, or asked for every two seconds while that
 * is down. A row that did not change stays the same object. One batch is watched at a time, that of the open page.
 */
export function useLiveBatch(batchId: string | null): LiveBatch {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const connection = useConnection();
  const { data, error, refetch } = useQuery({
    queryKey: liveBatchKey(batchId),
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<Known>(liveBatchKey(batchId)) ?? null;
      let known = before;
      for (let isMore = true; isMore; ) {
        const limit = known === null ? FIRST_ROWS : ROWS_AT_ONCE;
        const input = { batchId: batchId ?? "", after: known?.cursor ?? null, limit };
        const changes = await client.bulkJobs.rows.query(input, { signal });
        if (known === null && changes.more) queryClient.setQueryData(firstRowsKey(batchId), changes);
        known = merged(known, changes);
        isMore = changes.more;
      }
      // What is there when a batch is opened is no news.
      return before === null && known !== null ? { ...known, changedIds: NONE } : known;
    },
    enabled: batchId !== null,
    staleTime: 0,
    // Rows are compared by what the server says changed, not field by field.
    structuralSharing: false,
    refetchInterval: connection === "live" ? false : BULK_POLL_MS,
  });
  const { data: first } = useQuery<BatchChanges>({
    queryKey: firstRowsKey(batchId),
    queryFn: skipToken,
    structuralSharing: false,
  });
  const isKnown = Boolean(data);
  useEffect(() => {
    if (batchId === null || !isKnown) return undefined;
    const own = {
      batchId,
      after: queryClient.getQueryData<Known>(liveBatchKey(batchId))?.cursor ?? null,
      take: (changes: BatchChanges) => {
        const next = merged(queryClient.getQueryData<Known>(liveBatchKey(batchId)) ?? null, changes);
        own.after = next.cursor;
        queryClient.setQueryData(liveBatchKey(batchId), next);
      },
    };
    feed.watched.set(own);
    return () => {
      if (feed.watched.get() === own) feed.watched.set(null);
    };
  }, [batchId, isKnown, queryClient]);
  return {
    batch: (data ?? first)?.batch ?? null,
    rows: data?.rows ?? null,
    firstRows: (data ?? first)?.rows ?? null,
    changedIds: data?.changedIds ?? NONE,
    connection,
    error,
    retry: () => void refetch(),
  };
}

const liveBatchKey = (batchId: string | null) => ["live-batch", batchId];
const firstRowsKey = (batchId: string | null) => ["live-batch-first-rows", batchId];

/** The rows with what changed in its place. An answer that the stream has overtaken takes nothing back. */
function merged(known: Known | null, { batch, rows: changed, cursor }: BatchChanges): Known {
  if (known?.cursor && (cursor?.change ?? 0) < known.cursor.change) return known;
  const byPosition = new Map(known?.rows.map((row) => [row.position, row]));
  for (const row of changed) byPosition.set(row.position, row);
  const rows = [...byPosition.values()];
  if (rows.length > (known?.rows.length ?? 0)) rows.sort((one, other) => one.position - other.position);
  return { batch, rows, cursor, changedIds: new Set(changed.map(({ id }) => id)) };
}
