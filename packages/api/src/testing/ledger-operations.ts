import fc from "fast-check";
import { clearing, type Posting, paymentPostings } from "../ledger/post.ts";
import { advancePostings } from "../payments/engine/postings.ts";

/** Customers of one sequence of operations. */
export const OWNERS = 4;
const LARGEST_CENTS = 100_000_000_000;
const MODES = ["Cash App", "Debit Card", "ACH", "Zelle"] as const;

/** What may be tried with what was posted; each must be refused and leave nothing behind. */
const TAMPERINGS = [
  "changes an entry",
  "moves an entry to another account",
  "removes an entry",
  "adds an entry",
  "changes a transaction",
  "removes a transaction",
  "empties the entries",
  "posts out of balance",
  "reverses twice",
] as const;
type Tampering = (typeof TAMPERINGS)[number];

/** One step of the customer numbered `owner`. */
export type Operation = { owner: number } & (
  | { do: "pay"; type: "DEBIT" | "CREDIT"; amountCents: number; mode: string }
  | { do: "advance"; payback: number; disbursement: number; fee: number; ofee: number }
  /** Takes back the transaction at this place, counted round the list; a reversal stays. */
  | { do: "reverse"; place: number }
  | { do: "tamper"; how: Tampering; place: number }
);

const owner = fc.integer({ min: 0, max: OWNERS - 1 });
const cents = fc.integer({ min: 1, max: LARGEST_CENTS });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      owner,
      type: fc.constantFrom("DEBIT" as const, "CREDIT" as const),
      amountCents: cents,
      mode: fc.constantFrom(...MODES),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      owner,
      payback: cents,
      disbursement: cents,
      fee: fc.integer({ min: 0, max: 100_000 }),
      ofee: fc.integer({ min: 0, max: 1_000_000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("reverse" as const), owner, place: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("tamper" as const),
      owner,
      how: fc.constantFrom(...TAMPERINGS),
      place: fc.nat(),
    }),
  },
);

/** One of each that touches every account which customers share. */
export const OPENING: readonly Extract<Operation, { do: "pay" | "advance" }>[] = [
  ...MODES.map((mode) => ({ owner: 0, do: "pay" as const, type: "CREDIT" as const, amountCents: 1, mode })),
  { owner: 0, do: "advance", payback: 5, disbursement: 1, fee: 1, ofee: 1 },
];

/** Sequences of exactly so many operations. */
export const operations = (length: number): fc.Arbitrary<Operation[]> =>
  fc.array(operation, { minLength: length, maxLength: length });

/** What a payment or an advance posts for this customer. */
export function operationPostings(
  next: Extract<Operation, { do: "pay" | "advance" }>,
  userId: number,
): { postings: Posting[]; owedCents: number } {
  if (next.do === "pay") {
    const { type, amountCents, mode } = next;
    return {
      postings: paymentPostings(userId, type, amountCents, clearing(mode)),
      owedCents: type === "CREDIT" ? amountCents : -amountCents,
    };
  }
  const { payback: paybackCents, disbursement, fee, ofee } = next;
  const paid = { disbursementCents: disbursement, disbursementFeeCents: fee };
  const terms = { ...paid, approvedCents: disbursement + fee + ofee, paybackCents };
  return { postings: advancePostings(userId, terms, clearing("ACH")), owedCents: paybackCents };
}
