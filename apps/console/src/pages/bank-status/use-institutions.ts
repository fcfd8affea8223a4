import type { RouterOutputs } from "@countinghouse/api";
import { useEffect } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type Listed = RouterOutputs["institutions"]["list"];
export type Institution = Listed["institutions"][number];

/** The server asks every few minutes: it is looked at more often than that. */
const LOOK_EVERY_MS = 30_000;
/** While an answer is awaited, and while a button waits to be free again. */
const LOOK_AWAITED_EVERY_MS = 2_000;

const lookEvery = (listed: Listed | undefined): number =>
  listed && (listed.awaited > 0 || listed.whyNotRefresh !== null) ? LOOK_AWAITED_EVERY_MS : LOOK_EVERY_MS;

/** The banks that customers have linked, the worst first, as they are now. The sidebar is told of what is not healthy. */
export function useInstitutions() {
  const utils = trpc.useUtils();
  const query = trpc.institutions.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => lookEvery(state.data),
  });
  const banks = query.data?.unwell;
  useEffect(() => {
    if (banks) utils.admins.me.setData(undefined, (admin) => admin && { ...admin, banks });
  }, [banks, utils]);
  return query;
}

/** Has the provider asked about all banks, or says why it can not be. */
export function useRefreshInstitutions(listed: Listed | undefined) {
  const disabledReason = useWhyNot("institutions.refresh");
  const refresh = trpc.institutions.refresh.useMutation({
    onError: (error) => toast.error(failureText(error)),
    meta: PENDING_UNTIL_READ,
  });
  const isAwaited = (listed?.awaited ?? 0) > 0;
  return {
    isPending: refresh.isPending || isAwaited,
    whyNot: disabledReason ?? (isAwaited ? null : (listed?.whyNotRefresh ?? null)),
    refresh: () => refresh.mutate({ requestId: newRequestId() }),
  };
}
