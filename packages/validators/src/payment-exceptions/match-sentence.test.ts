import { expect, it } from "vitest";
import { type MatchedPayment, matchSentence, unorderedSentence } from "./match-sentence.ts";

const debit: MatchedPayment = {
  kind: "DEBIT",
  paymentType: "DEBIT",
  state: "UNKNOWN",
  userName: "Maria Delgado",
};

it.each<[string, string, Partial<MatchedPayment>, string]>([
  [
    "a settlement of an unknown debit",
    "SETTLEMENT",
    {},
    "$9.00 is booked as collected from Maria Delgado, who owes that much less.",
  ],
  [
    "a settlement of a debit that went through",
    "SETTLEMENT",
    { state: "SUBMITTED" },
    "The payment is already booked. It is recorded as settled, and the amount Maria Delgado owes stays the same.",
  ],
  [
    "a settlement of an advance that had failed",
    "SETTLEMENT",
    { kind: "CREDIT", paymentType: "CREDIT", state: "FAILED" },
    "The advance of $9.00 is booked as paid out: Maria Delgado owes the payback amount.",
  ],
  [
    "a return of an unknown debit",
    "RETURN",
    {},
    "$9.00 is booked as collected from Maria Delgado, who owes that much less. The bank sent $9.00 back: Maria Delgado owes $9.00 more.",
  ],
  [
    "a chargeback of a sale that went through",
    "CHARGEBACK",
    { kind: "SALE", state: "SUCCEEDED" },
    "$9.00 was charged back: Maria Delgado owes $9.00 more.",
  ],
  [
    "a report that moves nothing",
    "OTHER",
    {},
    "Nothing is posted. This type of report posts nothing automatically. It is stored with the payment, on Unprocessed Returns and Chargebacks.",
  ],
])("of %s says what is posted", (_what, kind, changed, sentence) => {
  expect(matchSentence({ kind, amountCents: 900 }, { ...debit, ...changed })).toBe(sentence);
});

it("of a payment that nobody ordered here says that it is recorded as one", () => {
  expect(unorderedSentence(900, "Maria Delgado")).toBe(
    "$9.00 is booked as collected from Maria Delgado, who owes that much less. It is recorded as a payment that was not ordered here.",
  );
});
