import { describe, expect, it, test } from "vitest";
import { earliestPaymentDate, whyNotMovePayment, whyNotMovePaymentTo } from "./payment-schedule-rules.ts";
import { paymentDateBetween } from "./payment-schedules.ts";

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
