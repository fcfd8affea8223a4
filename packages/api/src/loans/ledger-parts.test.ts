import { LINE_ITEM_TYPES, MODES_OF_PAYMENT } from "@countinghouse/validators/manual-payments/rules";
import type { PaymentKind } from "@countinghouse/validators/payments/kinds";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partOfBalance, partsOfBalance } from "./ledger-parts.ts";

const entry = (
  kind: string,
  intentKind: PaymentKind | null,
  lineItemType: string | null = null,
  mode = "ACH",
) => ({
  kind,
  intentKind,
  lineItemType,
  modeOfPayment: lineItemType === null ? null : mode,
});

test.each([
  ["an advance paid out", entry("disbursement", "FUND"), "advanced"],
  ["an advance that the bank sent back", entry("return", "CREDIT"), "takenBack"],
  ["an advance taken back by hand", entry("loan-return", "MANUAL", "Disbursement Return"), "takenBack"],
  ["a card payment", entry("payment", "SALE"), "paid"],
  ["a returned debit", entry("return", "DEBIT"), "returned"],
  ["a charged back sale", entry("chargeback", "SALE"), "returned"],
  ["a charged back sale that came back to us", entry("chargeback-reversal", "SALE"), "returned"],
  ["a refund by the processor", entry("payment", "REFUND"), "returned"],
  ["a payment recorded by hand", entry("manual-payment", "MANUAL", "Payment", "CashApp"), "paid"],
  ["a return recorded by hand", entry("manual-payment", "MANUAL", "ACH Return"), "returned"],
  ["a discount", entry("manual-payment", "MANUAL", "Discount"), "adjusted"],
  ["a payment by discount", entry("manual-payment", "MANUAL", "Payment", "Discount Credit"), "adjusted"],
  [
    "a payment within the house",
    entry("manual-payment", "MANUAL", "Payment", "Internal Transfer"),
    "adjusted",
  ],
  ["an advance of before the import", entry("imported-advance", "FUND"), "advanced"],
  ["a payment of before the import", entry("imported-payment", "MANUAL", "Imported Payment", ""), "paid"],
  ["one that had come back", entry("imported-return", "MANUAL", "Imported Payment", ""), "returned"],
  ["what was let off there", entry("imported-payment", "MANUAL", "Imported Adjustment", ""), "adjusted"],
  ["a balance without its payments", entry("opening-balance", "MANUAL", "Opening Balance", ""), "adjusted"],
  ["a kind nobody knows yet", entry("interest", null), "adjusted"],
])("%s is one part of the balance", (_what, kind, part) => {
  expect(partOfBalance(kind)).toBe(part);
});

const anySum = fc.record({
  kind: fc.constantFrom(
    "disbursement",
    "payment",
    "manual-payment",
    "return",
    "chargeback",
    "loan-return",
    "x",
  ),
  intentKind: fc.constantFrom("FUND", "CREDIT", "SALE", "DEBIT", "REFUND", "RCC", "MANUAL", null),
  lineItemType: fc.constantFrom(...LINE_ITEM_TYPES.map(({ id }) => id), null),
  modeOfPayment: fc.constantFrom(...MODES_OF_PAYMENT, null),
  cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
});

test("the parts always come to the balance, to the cent", () => {
  fc.assert(
    fc.property(fc.array(anySum), (sums) => {
      const { balanceCents, advancedCents, paidCents, returnedCents, adjustedCents, takenBackCents } =
        partsOfBalance(sums);
      expect(advancedCents - paidCents + returnedCents - adjustedCents - takenBackCents).toBe(balanceCents);
    }),
  );
});

test("of nothing every part is zero", () => {
  expect(Object.values(partsOfBalance([]))).toEqual([0, 0, 0, 0, 0, 0]);
});
