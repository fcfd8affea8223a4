import { describe, expect, it } from "vitest";
import type { Capture } from "../stack/sandbox-control.ts";
import { compareBooks, compareSheet, type OrderedPayment } from "./compare.ts";

const payment = (key: string, changed: Partial<OrderedPayment> = {}): OrderedPayment => ({
  id: `id-${key}`,
  businessKey: `storm:${key}`,
  kind: "SALE",
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  amountCents: 1000,
  attempts: [{ provider: "tabapay", providerKey: key, providerReference: null }],
  ...changed,
});
const capture = (key: string, changed: Partial<Capture> = {}): Capture => ({
  provider: "tabapay",
  key,
  direction: "in",
  amountCents: 1000,
  reference: `at-the-processor-${key}`,
  at: new Date("2026-11-21T15:00:00Z"),
  isReturned: false,
  ...changed,
});

const kinds = (paid: number, moved: number) => new Map([["SALE", { paid, moved }]]);
const CLEAN = { doubled: 0, lost: 0, wrongAmounts: 0, failed: 0, manual: 0, problems: [] };

describe("the processors' books against ours", () => {
  it("agree where every payment was taken once, and nothing where none says so", () => {
    const payments = [payment("a"), payment("b", { state: "SUBMITTED" }), payment("c", { state: "FAILED" })];
    expect(compareBooks(3, [capture("a"), capture("b")], payments)).toEqual({
      ...CLEAN,
      paid: 2,
      failed: 1,
      kinds: kinds(2, 2),
    });
  });

  it("agree where a sale was undone, which the processor keeps under the name of the sale", () => {
    const payments = [
      payment("a"),
      payment("b", {
        kind: "REFUND",
        paymentType: "CREDIT",
        attempts: [{ provider: "tabapay", providerKey: "b", providerReference: "reversal:t1" }],
      }),
    ];
    const found = compareBooks(2, [capture("a"), capture("reversal:t1", { direction: "out" })], payments);
    expect(found).toMatchObject({ ...CLEAN, paid: 2 });
    expect(Object.fromEntries(found.kinds)).toEqual({
      SALE: { paid: 1, moved: 1 },
      REFUND: { paid: 1, moved: 1 },
    });
  });

  it("show money that went the wrong way", () => {
    const found = compareBooks(1, [capture("a", { direction: "out" })], [payment("a")]);
    expect(found).toMatchObject({ paid: 1, wrongAmounts: 1 });
    expect(found.problems).toHaveLength(1);
  });

  it("leave to a person what nobody could find out, taken or not", () => {
    const payments = [payment("a", { state: "NEEDS_REVIEW" }), payment("b", { state: "NEEDS_REVIEW" })];
    expect(compareBooks(2, [capture("a")], payments)).toEqual({
      ...CLEAN,
      paid: 0,
      manual: 2,
      kinds: kinds(0, 1),
    });
  });

  it.each([
    ["a key nobody here knows", [capture("a"), capture("planted")], [payment("a")]],
    ["a key known at the other processor", [capture("a"), capture("a", { provider: "x" })], [payment("a")]],
    [
      "a second key of the same payment",
      [capture("a"), capture("b")],
      [
        payment("a", {
          attempts: ["a", "b"].map((providerKey) => ({
            provider: "tabapay",
            providerKey,
            providerReference: null,
          })),
        }),
      ],
    ],
  ])("show a double taken under %s", (_case, captures, payments) => {
    const found = compareBooks(1, captures, payments);
    expect(found).toMatchObject({ paid: 1, doubled: 1, lost: 0 });
    expect(found.problems).toHaveLength(1);
  });

  it.each<[string, Capture[], OrderedPayment["state"]]>([
    ["paid here, and not taken there", [], "SUBMITTED"],
    ["failed here, and taken there", [capture("a")], "FAILED"],
    ["cancelled here, and taken there", [capture("a")], "CANCELLED"],
    ["without an end", [capture("a")], "SENDING"],
    ["without an outcome", [], "UNKNOWN"],
  ])("show as lost what is %s", (_case, captures, state) => {
    const found = compareBooks(1, captures, [payment("a", { state })]);
    expect(found).toMatchObject({ doubled: 0, lost: 1 });
    expect(found.problems).toHaveLength(1);
  });

  it("show as lost an order of which no payment is left", () => {
    expect(compareBooks(2, [capture("a")], [payment("a")])).toMatchObject({ paid: 1, lost: 1 });
  });

  it("show another amount than was ordered", () => {
    const found = compareBooks(1, [capture("a", { amountCents: 999 })], [payment("a")]);
    expect(found).toMatchObject({ paid: 1, wrongAmounts: 1 });
    expect(found.problems).toHaveLength(1);
  });
});

describe("the ledger sheet against the payments", () => {
  it("has each of them once", () => {
    expect(compareSheet(["a", "b"], ["a", "b"], new Set())).toEqual({ doubled: 0, missing: 0, waiting: 0 });
  });

  it("shows rows that stand twice, are lost, or are still to come", () => {
    expect(compareSheet(["a", "a"], ["a", "b", "c"], new Set(["c"]))).toEqual({
      doubled: 1,
      missing: 1,
      waiting: 1,
    });
  });
});
