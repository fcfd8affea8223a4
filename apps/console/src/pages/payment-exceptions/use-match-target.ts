import {
  matchSentence,
  unorderedSentence,
} from "@countinghouse/validators/payment-exceptions/match-sentence";
import { whyNotBook, whyNotMatch } from "@countinghouse/validators/payment-exceptions/rules";
import { type MatchForm, matchedBy } from "@countinghouse/validators/payment-exceptions/schemas";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { userName } from "@/components/users/user-name.ts";
import type { UnmatchedReport } from "./use-payment-exceptions.ts";

const PROVIDERS: Record<UnmatchedReport["rail"], string> = { CARD: "tabapay", ACH: "payliance" };

type MatchTarget = {
  /** Whose it is, once that is known. */
  userId: number | null;
  /** What is posted; null while it is not known. */
  sentence: string | null;
  /** Why the report can not be matched with what was chosen, or null. */
  whyNot: string | null;
};

const NONE: MatchTarget = { userId: null, sentence: null, whyNot: null };

/** What follows from matching a report with what the form says: the payment or the customer is looked up. */
export function useMatchTarget(report: UnmatchedReport, values: MatchForm): MatchTarget {
  const said = matchedBy(values);
  const paymentId = said?.paymentId ?? null;
  const userId = said?.userId ?? null;
  const payment = trpc.payments.details.useQuery(
    { paymentId: paymentId ?? "" },
    { enabled: paymentId !== null },
  );
  const customer = trpc.bankAccounts.owner.useQuery({ userId: userId ?? 0 }, { enabled: userId !== null });
  const failure = paymentId === null ? customer.error : payment.error;
  if (said === null) return NONE;
  if (failure) return { ...NONE, whyNot: errorDetails(failure).message };
  if (paymentId !== null && payment.data) {
    const { data } = payment;
    const call = data.attempts.at(-1);
    const facts = {
      report: { ...report, provider: PROVIDERS[report.rail] },
      payment: { ...data, provider: call?.provider ?? null, reference: call?.providerReference ?? null },
    };
    return { userId: data.userId, sentence: matchSentence(report, data), whyNot: whyNotMatch(facts) };
  }
  if (userId !== null && customer.data)
    return {
      userId,
      sentence: unorderedSentence(report.amountCents, userName(customer.data)),
      whyNot: whyNotBook(report),
    };
  return NONE;
}
