import { describe, expect, it, test } from "vitest";
import {
  earliestPaymentDate,
  whyNotChangePayment,
  whyNotMovePayment,
  whyNotMovePaymentTo,
  whyNotProcessPayment,
} from "./rules.ts";
import { paymentDateBetween, paymentScheduleIn } from "./schemas.ts";

const bounds = { today: "2026-11-21", previous: "2026-11-24", next: "2026-12-08" };

describe("the day of a payment", () => {
  test.each([
    ["2026-11-20", "The date can not be before today."],
    ["2026-11-24", "The date can not be before 2026-11-25."],
    ["2026-11-25", null],
    ["2026-12-07", null],
    ["2026-12-08", "There is already a payment on 2026-12-08."],
    ["2026-12-09", "The date can not be after 2026-12-08."],
  ])("%s, between its neighbours: %j", (date, message) => {
    expect(whyNotMovePaymentTo(date, bounds)).toBe(message);
  });

  it("is bounded by today alone when there are no neighbours", () => {
    const alone = { today: "2026-11-21", previous: null, next: null };
    expect(whyNotMovePaymentTo("2026-11-21", alone)).toBeNull();
    expect(whyNotMovePaymentTo("2030-01-01", alone)).toBeNull();
    expect(whyNotMovePaymentTo("2026-11-20", alone)).toBe("The date can not be before today.");
  });

  it("is today at the earliest, or the day after the payment before", () => {
    expect(earliestPaymentDate(bounds)).toBe("2026-11-25");
    expect(earliestPaymentDate({ ...bounds, previous: "2026-10-01" })).toBe("2026-11-21");
    expect(earliestPaymentDate({ ...bounds, previous: null })).toBe("2026-11-21");
  });

  test.each(["", "2026-02-30", "soon"])("%j is no day", (paymentDate) => {
    const { error } = paymentDateBetween(bounds).safeParse({ paymentDate });
    expect(error?.issues[0]?.message).toBe("Please Input Payment Date!");
  });
});

it("a paid payment stays where it is", () => {
  expect(whyNotMovePayment({ status: "PAID" })).toBe("This payment is already paid.");
  expect(whyNotMovePayment({ status: "UNPAID" })).toBeNull();
});

it("a payment that is under way is not changed, and one that is paid says that it is paid", () => {
  expect(whyNotChangePayment({ status: "UNPAID", isUnderWay: false })).toBeNull();
  expect(whyNotChangePayment({ status: "UNPAID", isUnderWay: true })).toMatch(/not finished yet/);
  expect(whyNotChangePayment({ status: "PAID", isUnderWay: true })).toBe("This payment is already paid.");
});

describe("day and amount of a payment in its row", () => {
  const form = paymentScheduleIn("2026-11-17", bounds);

  it("become a day and cents; the day may stay where it is, though it is past", () => {
    expect(form.parse({ paymentDate: "2026-11-17", paymentAmount: "$1,234.50" })).toEqual({
      paymentDate: "2026-11-17",
      amountCents: 123_450,
    });
    const moved = form.safeParse({ paymentDate: "2026-11-18", paymentAmount: "1" });
    expect(moved.error?.issues[0]?.message).toBe("The date can not be before today.");
  });

  it("are both asked for by name", () => {
    const { error } = form.safeParse({ paymentDate: "", paymentAmount: "" });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Please Input Payment Date!",
      "Please Input Payment Amount!",
    ]);
  });
});

describe("a scheduled payment is not collected", () => {
  const facts = {
    status: "UNPAID",
    isUnderWay: false,
    isPaidOut: true,
    isExternal: false,
    balanceCents: 100,
    payoffCents: 100,
    leftCents: 100,
    whyNoInstrument: null,
  };

  test.each([
    [{ status: "PAID" }, "This payment is already paid."],
    [{ isUnderWay: true }, "A payment like this one is not finished yet. Wait until its outcome is known."],
    [{ isPaidOut: false }, "The advance of this payment was not paid out or was returned."],
    [{ isExternal: true }, "This customer is with an external agency."],
    [{ leftCents: 101 }, "More than the customer owes: $1.00."],
    [{ payoffCents: 80 }, "More than the customer owes after the early-payment discount: $0.80."],
    [{ balanceCents: 0, payoffCents: 0 }, "The customer has a zero balance"],
    [{ balanceCents: -1, payoffCents: -1 }, "The user has negative balance."],
    [{ whyNoInstrument: "The card has expired." }, "The card has expired."],
  ])("with %j", (changes, reason) => {
    expect(whyNotProcessPayment({ ...facts, ...changes })).toBe(reason);
  });

  it("for no other reason", () => {
    expect(whyNotProcessPayment(facts)).toBeNull();
  });
});
