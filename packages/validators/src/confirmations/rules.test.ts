import { describe, expect, test } from "vitest";
import { changedSince, equalTo, kindsLike, type ToldPayment, toldPayment } from "./rules.ts";

const NOW = new Date("2026-11-20T21:00:00Z");
const SALE: ToldPayment = {
  id: "0190c1a0-0000-7000-8000-0000000000f1",
  kind: "SALE",
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  amountCents: 4_112,
  createdAt: new Date("2026-11-20T20:04:30Z"),
  createdBy: "erin@example.com",
};

test.each<[Partial<ToldPayment>, string]>([
  [{}, "erin@example.com charged $41.12 by card at 3:04 PM EST"],
  [
    { createdAt: new Date("2026-07-04T04:00:00Z") },
    "erin@example.com charged $41.12 by card on 2026-07-04 at 12:00 AM EDT",
  ],
  [
    { kind: "DEBIT", state: "UNKNOWN" },
    "erin@example.com debited $41.12 by bank transfer at 3:04 PM EST, outcome not known yet",
  ],
  [
    { kind: "RCC", state: "NEEDS_REVIEW" },
    "erin@example.com drew $41.12 by RCC at 3:04 PM EST, outcome not known yet",
  ],
  [{ kind: "FUND", state: "FAILED" }, "erin@example.com paid out $41.12 by card at 3:04 PM EST, failed"],
  [
    { kind: "CREDIT", state: "RETURNED" },
    "erin@example.com paid out $41.12 by bank transfer at 3:04 PM EST, returned",
  ],
  [{ kind: "REFUND" }, "erin@example.com refunded $41.12 by card at 3:04 PM EST"],
  [{ kind: "MANUAL" }, "erin@example.com recorded $41.12 as paid at 3:04 PM EST"],
  [{ kind: "MANUAL", paymentType: "CREDIT" }, "erin@example.com recorded $41.12 as owed at 3:04 PM EST"],
  [{ createdBy: null }, "someone charged $41.12 by card at 3:04 PM EST"],
])("a payment %o is told as who did what, how and when in New York", (changed, told) => {
  expect(toldPayment({ ...SALE, ...changed }, NOW)).toBe(told);
});

describe("what changed since a payment was confirmed", () => {
  const changed = { seenCents: 197_142, balanceCents: 193_030, payments: [], lastEntry: null, now: NOW };

  test("is the payments that were made, the newest three by name, and the balance", () => {
    const told = "erin@example.com charged $41.12 by card at 3:04 PM EST";
    expect(changedSince({ ...changed, payments: [SALE] })).toBe(
      `In the meantime, ${told}. The balance is now $1,930.30.`,
    );
    expect(changedSince({ ...changed, payments: [SALE, SALE, SALE, SALE, SALE] })).toBe(
      `In the meantime, ${told}; ${told}; ${told}; and 2 more. The balance is now $1,930.30.`,
    );
  });

  test("is the balance where no payment was made, and why where that is known", () => {
    const lastEntry = { kind: "chargeback-reversal", amountCents: -4_112, createdAt: SALE.createdAt };
    expect(changedSince(changed)).toBe("In the meantime, the balance changed from $1,971.42 to $1,930.30.");
    expect(changedSince({ ...changed, lastEntry })).toBe(
      "In the meantime, the balance changed from $1,971.42 to $1,930.30 (chargeback reversal of $41.12 at 3:04 PM EST).",
    );
  });

  test("is only what the balance is where it could not be shown", () => {
    expect(changedSince({ ...changed, seenCents: null })).toBe("The balance is $1,930.30.");
  });
});

test("an equal payment is told as one", () => {
  expect(equalTo(SALE, NOW)).toBe(
    "erin@example.com charged $41.12 by card at 3:04 PM EST. This is the same amount and method within 24 hours.",
  );
});

test.each([
  ["SALE", ["SALE"]],
  ["FUND", ["FUND", "REFUND"]],
  ["DEBIT", ["DEBIT", "RCC"]],
  ["CREDIT", ["CREDIT", "RECREDIT", "GIVE_BACK"]],
  ["MANUAL", ["MANUAL"]],
] as const)("%s goes the same way as %o", (kind, like) => {
  expect(kindsLike(kind)).toEqual(like);
});
