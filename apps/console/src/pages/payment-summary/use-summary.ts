import type { RouterOutputs } from "@countinghouse/api";
import { BALANCE_PARTS, type BalancePart } from "@countinghouse/validators/loans/balance";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { param } from "@/lib/list-params.ts";

export type Summary = RouterOutputs["loans"]["paymentSummary"];
export type SummaryApplication = Summary["applications"][number];
export type LedgerLine = RouterOutputs["loans"]["ledger"]["lines"][number];
export type BalanceSummary = NonNullable<RouterOutputs["loans"]["ledger"]["summary"]>;

export const DISCOUNT_FIGURES = ["savings", "balance"] as const;
export type DiscountFigure = (typeof DISCOUNT_FIGURES)[number];

/** Whose ledger is shown, and which of the applications. */
export const SUMMARY_PARAMS = {
  /** As it stands there: what is no user id is told. */
  id: param.text,
  application: param.userId,
  /** The part of the balance whose lines are shown; all of them without. */
  part: param.oneOf(BALANCE_PARTS),
  /** The figure of the discount whose lines lie over it. */
  discount: param.oneOf(DISCOUNT_FIGURES),
};

/** Whose ledger it is, and what each application agreed. */
export const usePaymentSummary = (userId: number) => trpc.loans.paymentSummary.useQuery({ userId });

const PAGING = byCursor(({ lines }: RouterOutputs["loans"]["ledger"]) => lines);

/** The pages of the user's ledger loaded so far, the newest line first. */
export const useUserLedger = (userId: number, part: BalancePart | null) =>
  usePages(trpc.loans.ledger, { userId, part }, { ...PAGING, keepsRows: true });
