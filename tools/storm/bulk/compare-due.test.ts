import { describe, expect, it } from "vitest";
import type { Capture } from "../../stack/sandbox-control.ts";
import { compareDue, type DuePayment } from "./compare-due.ts";

const payment = (key: string, changed: Partial<DuePayment> = {}): DuePayment => ({
  id: `id-${key}`,
  businessKey: `schedule:${key}`,
  scheduleId: 1,
  kind: "SALE",
  paymentType: "DEBIT",
  state: "SUCCEEDED",
  amountCents: 1000,
  attempts: [{ provider: "tabapay", providerKey: key, providerReference: null }],
  ...changed,
});
const capture = (key: string): Capture => ({
  provider: "tabapay",
  key,
  direction: "in",
  amountCents: 1000,
  reference: `at-the-processor-${key}`,
  at: new Date("2026-11-21T15:00:00Z"),
  isReturned: false,
});

describe("the processors' books against what was due", () => {
  it("agree where each was charged once, also after a payment that took nothing", () => {
    const payments = [payment("a", { state: "FAILED" }), payment("b"), payment("c", { scheduleId: 2 })];
    expect(compareDue([1, 2], [capture("b"), capture("c")], payments)).toMatchObject({
      chargedOnce: 2,
      doubled: 0,
      lost: 0,
      problems: [],
    });
  });

  it.each([
    ["two payments of the same due item", [capture("a"), capture("b")], [payment("a"), payment("b")]],
    ["one payment twice", [capture("a"), capture("a")], [payment("a")]],
  ])("show a double taken by %s", (_case, captures, payments) => {
    const found = compareDue([1], captures, payments);
    expect(found).toMatchObject({ chargedOnce: 0, doubled: 1, lost: 0 });
    expect(found.problems).toHaveLength(1);
  });

  it("show a double taken behind our books", () => {
    const found = compareDue([1], [capture("a"), capture("planted")], [payment("a")]);
    expect(found).toMatchObject({ chargedOnce: 1, doubled: 1, lost: 0 });
  });

  it("show as a double what was due for nobody on the lists", () => {
    const found = compareDue(
      [1],
      [capture("a"), capture("b")],
      [payment("a"), payment("b", { scheduleId: 9 })],
    );
    expect(found).toMatchObject({ chargedOnce: 1, doubled: 1, lost: 0 });
  });

  it.each([
    ["has no payment", []],
    ["has payments that took nothing", [payment("a", { state: "FAILED" })]],
    ["is paid here, and not taken there", [payment("a")]],
    ["has a payment without an end", [payment("a", { state: "READY" })]],
  ])("show as lost a due item that %s", (_case, payments) => {
    const found = compareDue([1], [], payments);
    expect(found).toMatchObject({ chargedOnce: 0, doubled: 0, lost: 1 });
    expect(found.problems).toHaveLength(1);
  });

  it("leave to a person what nobody could find out", () => {
    const found = compareDue([1], [], [payment("a", { state: "NEEDS_REVIEW" })]);
    expect(found).toMatchObject({ chargedOnce: 0, manual: 1, doubled: 0, lost: 0 });
  });
});
