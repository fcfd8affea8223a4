import { MOST_PAYMENTS } from "@countinghouse/validators/edit-user/schedule";
import { expect, it } from "vitest";
import { scheduleOf } from "./schedule.ts";

const terms = { firstPaymentDate: "2026-12-02", paymentCents: 100 };

it("the weekly payments come to the payback, the last one smaller", () => {
  expect(scheduleOf({ ...terms, paybackCents: 250 })).toEqual([
    { paymentDate: "2026-12-02", amountCents: 100 },
    { paymentDate: "2026-12-09", amountCents: 100 },
    { paymentDate: "2026-12-16", amountCents: 50 },
  ]);
});

it("terms that come to more payments than ten years have, or to none, have no payment dates", () => {
  expect(scheduleOf({ ...terms, paybackCents: MOST_PAYMENTS * 100 })).toHaveLength(MOST_PAYMENTS);
  expect(scheduleOf({ ...terms, paybackCents: MOST_PAYMENTS * 100 + 1 })).toEqual([]);
  expect(scheduleOf({ ...terms, paybackCents: 9_999_999_999, paymentCents: 1 })).toEqual([]);
  expect(scheduleOf({ ...terms, paybackCents: 250, paymentCents: 0 })).toEqual([]);
});
