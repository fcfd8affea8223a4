import { expect, it } from "vitest";
import { summarize } from "./manual-payment-summary.ts";

const maria = { name: "Maria Delgado", balanceCents: 100_000, payoffCents: 100_000 };

it("describes a debit in one sentence with the balance before and after", () => {
  expect(summarize({ paymentType: "DEBIT", amountCents: 1_250 }, maria)).toEqual({
    sentence: "Reduce what Maria Delgado owes by $12.50: balance $1,000.00 → $987.50",
    warning: null,
    over: null,
  });
});

it("describes a credit as an increase of the balance", () => {
  expect(summarize({ paymentType: "CREDIT", amountCents: 1_250 }, maria)?.sentence).toBe(
    "Increase what Maria Delgado owes by $12.50: balance $1,000.00 → $1,012.50",
  );
});

it("a balance that becomes negative is warned of, one that becomes zero is not", () => {
  expect(summarize({ paymentType: "DEBIT", amountCents: 100_001 }, maria)?.warning).toBe(
    "The balance becomes negative: Maria Delgado will have paid $0.01 too much.",
  );
  expect(summarize({ paymentType: "DEBIT", amountCents: 100_001 }, maria)?.over).toBe(
    "More than the customer owes: $1,000.00.",
  );
  expect(summarize({ paymentType: "DEBIT", amountCents: 100_000 }, maria)).toMatchObject({
    warning: null,
    over: null,
  });
});

it("what pays everything off ends at zero, with the early-payment discount", () => {
  const inTime = { ...maria, payoffCents: 80_000 };
  expect(summarize({ paymentType: "DEBIT", amountCents: 80_000 }, inTime)?.sentence).toBe(
    "Reduce what Maria Delgado owes by $800.00: balance $1,000.00 → $0.00",
  );
  expect(summarize({ paymentType: "DEBIT", amountCents: 79_999 }, inTime)?.sentence).toMatch(/→ \$200\.01$/);
});

it("returns null while the payment is incomplete", () => {
  expect(summarize({ amountCents: 1_250 }, maria)).toBeNull();
  expect(summarize({ paymentType: "DEBIT", amountCents: null }, maria)).toBeNull();
  expect(summarize({ paymentType: "DEBIT", amountCents: 0 }, maria)).toBeNull();
});
