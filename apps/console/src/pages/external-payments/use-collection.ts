import type { RouterOutputs } from "@countinghouse/api";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { trpc } from "@/api/client.ts";

type CollectionUser = RouterOutputs["collections"]["list"]["users"][number];
type BankData = RouterOutputs["collections"]["bankData"][number];

/** A row of the table. What the banks know comes later than the rest: undefined until then. */
export type CollectionRow = CollectionUser & { bank: Omit<BankData, "userId"> | null | undefined };

const NO_BANK: CollectionRow["bank"] = {
  income: null,
  assetReports: { ready: 0, pending: 0 },
  assetReportName: null,
};
/** Each look at so many customers is kept and counted: nothing is read again unless it is asked for. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

/** The users of pasted ids, once they are asked for, and what their banks know of them. */
export function useCollection(userIds: string | null) {
  const input = { userIds: userIds ?? "" };
  const list = trpc.collections.list.useQuery(input, {
    ...ONCE,
    enabled: userIds !== null,
    placeholderData: keepPreviousData,
  });
  // Asked for together, the users would come no sooner than what their banks know.
  const isListed = list.data !== undefined && !list.isPlaceholderData;
  const bankData = trpc.collections.bankData.useQuery(input, { ...ONCE, enabled: isListed });
  const users = list.data?.users;
  const banks = bankData.data;
  const bankFailed = bankData.isError;
  const rows = useMemo(() => {
    const byUser = banks && new Map(banks.map((each) => [each.userId, each]));
    return users?.map((user): CollectionRow => {
      if (byUser === undefined) return { ...user, bank: bankFailed ? null : undefined };
      return { ...user, bank: byUser.get(user.userId) ?? NO_BANK };
    });
  }, [users, banks, bankFailed]);
  const reload = () => void list.refetch().then(() => bankData.refetch());
  return { list, bankData, rows, reload };
}

export type Collection = ReturnType<typeof useCollection>;
