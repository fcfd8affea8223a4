import { describe, expect, it } from "vitest";
import { compareWanted as compare, type MadePayment, type MovedCapture } from "./compare-wanted.ts";

const payment = (key: string, changed: Partial<MadePayment> = {}): MadePayment => ({
  id: `id-${key}`,
  businessKey: `sale:${key}`,
  kind: "SALE",
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  amountCents: 1000,
  attempts: [{ provider: "tabapay", providerKey: key, providerReference: null }],
  wanted: "one",
  isListed: false,
  wasSaidToHaveFailed: false,
  ...changed,
});
const capture = (key: string, changed: Partial<MovedCapture> = {}): MovedCapture => ({
  provider: "tabapay",
  key,
  reference: `at-the-processor-${key}`,
  direction: "in",
  amountCents: 1000,
  at: new Date("2026-11-21T15:00:00Z"),
  isReturned: false,
  cameBack: false,
  isListed: false,
  ...changed,
});
const compareWanted = (wanted: string[], captures: MovedCapture[], payments: MadePayment[]) =>
  compare(wanted, captures, payments, (state) => state !== "SENDING");
const CLEAN = {
  wanted: 1,
  paidOnce: 0,
  cameBack: 0,
  toReview: 0,
  doubled: 0,
  lost: 0,
  failedButMoved: 0,
  differences: 0,
  unlisted: 0,
  problems: [],
};

describe("what was wanted against what moved", () => {
  it("agrees where one of several payments moved the money, and the others nothing", () => {
    const payments = [payment("a", { state: "FAILED", wasSaidToHaveFailed: true }), payment("b")];
    expect(compareWanted(["one"], [capture("b")], payments)).toEqual({ ...CLEAN, paidOnce: 1 });
  });

  it("shows what was taken by two payments for what was wanted once, also where both say so", () => {
    const found = compareWanted(["one"], [capture("a"), capture("b")], [payment("a"), payment("b")]);
    expect(found).toMatchObject({ doubled: 1, differences: 0, paidOnce: 0 });
  });

  it("shows what no payment of ours asked for, and whether it stands on a list", () => {
    const found = compareWanted(
      ["one"],
      [capture("a"), capture("x"), capture("y", { isListed: true })],
      [payment("a")],
    );
    expect(found).toMatchObject({ doubled: 2, differences: 2, unlisted: 1, paidOnce: 1 });
    expect(found.problems).toHaveLength(1);
  });

  it("shows what was said to have failed and moved, though it says paid by now", () => {
    const late = payment("a", { wasSaidToHaveFailed: true });
    expect(compareWanted(["one"], [capture("a")], [late])).toMatchObject({ failedButMoved: 1, paidOnce: 1 });
  });

  it("shows what still says failed and moved, and that it differs", () => {
    const found = compareWanted(["one"], [capture("a")], [payment("a", { state: "FAILED" })]);
    expect(found).toMatchObject({ failedButMoved: 1, differences: 1, unlisted: 1 });
  });

  it("leaves open what nobody could find out, or is still asked about: it differs, and stands on a list", () => {
    for (const state of ["NEEDS_REVIEW", "UNKNOWN"] as const) {
      const open = payment("a", { state, isListed: true });
      const found = compareWanted(["one"], [capture("a")], [open]);
      expect(found).toEqual({ ...CLEAN, toReview: 1, differences: 1 });
    }
  });

  it("agrees where the money came back on both sides, and where it was paid once more after that", () => {
    const back = payment("a", { state: "RETURNED" });
    expect(compareWanted(["one"], [capture("a", { cameBack: true })], [back])).toEqual({
      ...CLEAN,
      cameBack: 1,
    });
    const again = compareWanted(
      ["one"],
      [capture("a", { cameBack: true }), capture("b")],
      [back, payment("b")],
    );
    expect(again).toEqual({ ...CLEAN, paidOnce: 1 });
  });

  it("shows what came back at the processor alone, or here alone", () => {
    expect(compareWanted(["one"], [capture("a", { cameBack: true })], [payment("a")]).unlisted).toBe(1);
    expect(compareWanted(["one"], [capture("a")], [payment("a", { state: "RETURNED" })]).unlisted).toBe(1);
  });

  it("shows what is paid here alone, what has no end, and what was never paid as lost", () => {
    expect(compareWanted(["one"], [], [payment("a")]).lost).toBe(1);
    expect(compareWanted(["one"], [], [payment("a", { state: "SENDING" })]).lost).toBe(1);
    expect(compareWanted(["one"], [], [payment("a", { state: "FAILED" })]).lost).toBe(1);
    expect(compareWanted(["one"], [], []).lost).toBe(1);
  });

  it("shows another amount and money that went the wrong way", () => {
    const other = [capture("a", { amountCents: 900 })];
    expect(compareWanted(["one"], other, [payment("a")]).unlisted).toBe(1);
    expect(compareWanted(["one"], [capture("a", { direction: "out" })], [payment("a")]).unlisted).toBe(1);
  });
});
