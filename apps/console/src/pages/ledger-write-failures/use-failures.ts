import type { RouterOutputs } from "@countinghouse/api";
import {
  type FailureGroup,
  type FailureRow,
  groupFailures,
} from "@countinghouse/validators/ledger-writes/rules";
import { useMemo } from "react";
import { trpc } from "@/api/client.ts";

export type Failure = RouterOutputs["ledgerWrites"]["list"]["failures"][number];
export type Group = FailureGroup<Failure>;
export type Row = FailureRow<Failure>;

/** What could not be written to the ledger sheet, by sheet. Others may retry meanwhile: every look asks. */
export function useFailures() {
  const query = trpc.ledgerWrites.list.useQuery(undefined, { staleTime: 0 });
  const failures = query.data?.failures;
  const groups = useMemo(() => failures && groupFailures(failures), [failures]);
  return { ...query, groups };
}
