import type { RouterOutputs } from "@countinghouse/api";
import { useMemo } from "react";
import { trpc } from "@/api/client.ts";

type Listed = RouterOutputs["chargebacks"]["unprocessed"];
export type UnprocessedRow = Listed["unprocessedReturns"][number];

/** While something is being tried again, the list is read this often. */
const READ_AGAIN_MS = 2_000;

/** The reports that could not be applied, the newest first over both lists. */
export function useUnprocessed() {
  const query = trpc.chargebacks.unprocessed.useQuery(undefined, {
    // What processors report changes by itself: every look asks.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && joinRows(state.data).some(isTried) ? READ_AGAIN_MS : false,
  });
  const rows = useMemo(() => query.data && joinRows(query.data), [query.data]);
  return { query, rows };
}

const isTried = ({ stage }: UnprocessedRow): boolean => stage === "RETRY";

const joinRows = ({ unprocessedReturns, unprocessedChargebacks }: Listed): UnprocessedRow[] =>
  [...unprocessedReturns, ...unprocessedChargebacks].toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1),
  );
