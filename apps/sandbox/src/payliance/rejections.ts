import { MAGIC_CENTS } from "./course.ts";
import type { PaymentRequest } from "./requests.ts";
import type { Transactions } from "./transactions.ts";

const LARGEST_AMOUNT_CENTS = 2_500_000;

/** A refusal of what was asked, in an answer with status 200. The vendor's own numbers are not published. */
export interface Rejection {
  ValidationCode: number | string | null;
  message: string;
}

/** Why a payment is not taken; null when it is. What is refused leaves no transaction behind. */
export function findRejection(request: PaymentRequest, transactions: Transactions): Rejection | null {
  if (transactions.withKey(request.UniqueTranId))
    return { ValidationCode: 2, message: "UniqueTranId already exists." };
  if (!isRoutingNumber(request.Routing)) return { ValidationCode: 3, message: "Invalid routing number." };
  if (request.CheckAmount > LARGEST_AMOUNT_CENTS)
    return { ValidationCode: 4, message: "Amount is over the limit." };
  if (request.CheckAmount % 100 === MAGIC_CENTS.rejected)
    return { ValidationCode: 5, message: "Transaction declined." };
  if (request.CheckAmount % 100 === MAGIC_CENTS.rejectedWithoutWords)
    return { ValidationCode: 6, message: "" };
  return null;
}

/** Nine digits whose weighted sum is a multiple of ten, as the American Bankers Association has it. */
function isRoutingNumber(routing: string): boolean {
  const weights = [3, 7, 1];
  const sum = Array.from(routing, Number).reduce(
    (total, digit, index) => total + digit * (weights[index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0 && Number(routing) > 0;
}
