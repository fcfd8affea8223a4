import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Contract, contractPayments, drawContract } from "./contract.ts";

const CONTRACT: Contract = {
  signedAt: new Date("2026-09-22T15:04:05Z"),
  ipAddress: "198.51.100.7",
  name: "Maria Delgado",
  businessName: "Delgado Catering LLC",
  address: "41 Mott St, New York, NY",
  userId: 10_001,
  applicationId: 501,
  approvedAmountCents: 500_000,
  disbursementFeeCents: 1_200,
  disbursementAmountCents: 462_550,
  fundsDispersedOption: "instantBankTransfer",
  paybackAmountCents: 650_000,
  paymentAmountCents: 32_500,
  discountAmountCents: 75_000,
  discountDate: "2026-12-01",
  firstPaymentDate: "2026-09-30",
  lastPaymentDate: "2027-02-10",
};

it("the payments of a contract are a week apart and come to what is paid back", () => {
  const terms = fc.record({
    count: fc.integer({ min: 1, max: 60 }),
    payback: fc.integer({ min: 1, max: 1e9 }),
  });
  fc.assert(
    fc.property(terms, ({ count, payback }) => {
      const { firstPaymentDate } = CONTRACT;
      const payments = contractPayments({
        ...CONTRACT,
        paybackAmountCents: payback,
        paymentAmountCents: Math.ceil(payback / count),
        lastPaymentDate: addDays(firstPaymentDate, 7 * (count - 1)),
      });
      expect(payments).toHaveLength(count);
      expect(payments.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(payback);
      expect(payments.map(({ date }) => date)).toEqual(
        payments.map((_payment, index) => addDays(firstPaymentDate, 7 * index)),
      );
    }),
  );
});

it("what payments of one amount leave over is in the last one", () => {
  const payments = contractPayments({ ...CONTRACT, paybackAmountCents: 650_077 });
  expect(payments.at(-2)?.amountCents).toBe(32_500);
  expect(payments.at(-1)?.amountCents).toBe(32_577);
});

it("the same contract is the same to the byte, and of one page however long its schedule and its names", async () => {
  const [once, again] = await Promise.all([drawContract(CONTRACT), drawContract(CONTRACT)]);
  expect(once.equals(again)).toBe(true);
  const long = await drawContract({
    ...CONTRACT,
    name: "Wolfeschlegelsteinhausenbergerdorff ".repeat(9),
    address: "🏠\n".repeat(200),
    lastPaymentDate: "2028-02-09",
  });
  expect(long.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
});
