import { expect, it } from "vitest";
import { addStrangers, type ProcessorFindings } from "./findings.ts";
import type { FindCalls, KnownCall } from "./product.ts";

const CALL: KnownCall = {
  paymentId: "p1",
  key: "i1-1",
  reference: null,
  userId: 1,
  kind: "CREDIT",
  standing: "paid",
};

it("a payment that a processor names by our key in capitals is ours, whoever never had its answer", async () => {
  const findings: ProcessorFindings = {
    transactions: [],
    reasons: new Map(),
    unasked: new Set(),
    daysWithoutReport: [],
  };
  const stranger = { reference: "r1", direction: "out", amountCents: 100, day: "2026-11-20" } as const;
  const findCalls: FindCalls = (names) => Promise.resolve([CALL].filter(({ key }) => names.includes(key)));
  const kinds = ["CREDIT"] as const;
  await addStrangers(findings, "ACH", [{ ...stranger, key: "I1-1" }], { kinds }, findCalls);
  expect(findings.transactions).toEqual([]);
  await addStrangers(findings, "ACH", [{ ...stranger, key: "I1-2" }], { kinds }, findCalls);
  expect(findings.transactions).toMatchObject([{ uniqueRef: "r1", paymentId: null }]);
});
