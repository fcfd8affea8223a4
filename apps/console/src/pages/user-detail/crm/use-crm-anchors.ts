import type { Anchor } from "../anchor-tabs.tsx";
import { useDoNotFundProgress } from "../do-not-fund/use-do-not-fund.ts";
import { useDeal } from "./use-deal.ts";

type Facts = Omit<Anchor, "id">;

/** What the anchors of the CRM sections say. They look at what the sections have loaded and load nothing. */
export function useCrmAnchors(userId: number, user: { isError: boolean }) {
  const progress = useDoNotFundProgress(userId, false);
  const deal = useDeal(userId, false);
  return {
    "do-not-fund": { failed: user.isError || progress.isError },
    crm: { failed: deal.isError },
  } satisfies Record<string, Facts>;
}
