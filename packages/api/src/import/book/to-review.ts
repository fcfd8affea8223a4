import { whyNotOfferAmount } from "@countinghouse/validators/edit-user/rules";
import type { BookRow } from "@countinghouse/validators/import/rows";
import type { Core } from "../../core.ts";

/**
 * Whether the console decides by itself already: it has a customer of its own, or has sent a payment. From then on an
 * application that is brought open was decided by nobody whom it knows.
 */
export async function isAtWork({ read }: Pick<Core["db"], "read">): Promise<boolean> {
  const own = await read.user.findFirst({
    where: { importRunId: null, importKey: null },
    select: { id: true },
  });
  if (own !== null) return true;
  const where = { provider: { in: ["payliance", "tabapay"] } };
  return (await read.paymentAttempt.findFirst({ where, select: { id: true } })) !== null;
}

/** Whether a row of applications says of one that may be paid out still that it was approved. */
export const isToReview = ({ stage, fundedOn }: BookRow): boolean =>
  fundedOn === undefined && (stage === "offered" || stage === "contracted");

/** What is told of such a row. */
export const TO_REVIEW =
  "stage: approved in another system, and not paid out: it comes in for Manual Review.";

/** Why such a row can not be brought, or null: no more is offered by it than by anybody here. */
export const whyNotReviewed = (
  { approvedAmount }: BookRow,
  limitCents: number | undefined,
): string | null => {
  if (limitCents === undefined) return null;
  const reason = whyNotOfferAmount(Number(approvedAmount ?? 0), limitCents, null);
  return reason && `approvedAmount: ${reason}.`;
};
