import { useFlags } from "@/layout/use-admin.ts";
import { useWhyNot } from "@/layout/use-why-not.ts";
import type { Anchor } from "./anchor-tabs.tsx";
import { useBankAnchors } from "./bank-links/use-bank-anchors.ts";
import { useCrmAnchors } from "./crm/use-crm-anchors.ts";
import { useLoanAnchors } from "./payment-processor/use-loan-anchors.ts";
import { useRiskAnchors } from "./risk/use-risk-anchors.ts";
import { type SectionId, sectionsOf } from "./sections.ts";
import type { User } from "./use-user.ts";
import { useFileAnchors } from "./user-files/use-file-anchors.ts";

type Loaded<Data> = { data: Data | undefined; isError: boolean };

type Queries = { userId: number; user: Loaded<User>; notes: Loaded<unknown[]>; payments: Loaded<unknown[]> };

/** The anchors of the page, with how much their sections hold and whether they failed. */
export function useUserAnchors({ userId, user, notes, payments }: Queries): Anchor[] {
  const risk = useRiskAnchors(userId, user.data?.application?.funded === true);
  const bank = useBankAnchors(userId);
  const crm = useCrmAnchors(userId, user);
  const loan = useLoanAnchors(userId);
  const files = useFileAnchors(userId);
  const hasPaymentAdjustment = useFlags()?.paymentAdjustment === true;
  const paymentsHeld = useWhyNot("payments.recordManual");
  const facts: Record<SectionId, Omit<Anchor, "id">> = {
    general: { failed: user.isError },
    offers: { failed: user.isError },
    notes: { count: notes.data?.length, failed: notes.isError },
    "payment-automation": { failed: user.isError },
    "toggle-panel": { failed: user.isError },
    ...crm,
    ...risk.facts,
    ...bank,
    ...loan,
    ...files,
    "external-payment": { failed: user.isError },
    "manual-payment": {
      count: payments.data?.length,
      failed: payments.isError,
      disabledReason: paymentsHeld,
    },
  };
  return sectionsOf(user.data)
    .filter((id) => id !== "funded-balance" || risk.hasFundedBalance)
    .filter((id) => id !== "payment-adjustment" || hasPaymentAdjustment)
    .map((id) => ({ id, ...facts[id] }));
}
