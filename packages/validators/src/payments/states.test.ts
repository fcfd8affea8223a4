import { expect, it } from "vitest";
import {
  BEING_SENT_STATES,
  ENDED_FUNDING_STATES,
  FAILED_STATES,
  IN_PROGRESS_STATES,
  isReturned,
  LOOKED_UP_STATES,
  MOVED_STATES,
  OPEN_STATES,
  PAID_STATES,
  PAYMENT_STATES,
  RETURNED_STATES,
  SENT_STATES,
  SUCCESSFUL_STATES,
  UNACCOUNTED_STATES,
  UNANSWERED_STATES,
  UNKNOWN_STATES,
  UNMOVED_STATES,
  UNPAID_STATES,
  WAITING_STATES,
} from "./states.ts";

const ALL = Object.keys(PAYMENT_STATES);

it("each state means one thing: the money may have moved, has moved, or is where it was before", () => {
  const each = [...UNACCOUNTED_STATES, ...PAID_STATES, ...UNPAID_STATES];
  expect(each.toSorted()).toEqual(ALL.toSorted());
  expect(OPEN_STATES).toEqual(["CREATED", "READY", "SENDING", "UNKNOWN"]);
  expect(UNACCOUNTED_STATES).toEqual([...OPEN_STATES, "NEEDS_REVIEW"]);
  expect(PAID_STATES).toEqual(["SUBMITTED", "SUCCEEDED", "SETTLED"]);
  expect(UNPAID_STATES.filter(isReturned)).toEqual(["RETURNED", "CHARGED_BACK"]);
  expect(UNPAID_STATES.filter((state) => !isReturned(state))).toEqual(UNMOVED_STATES);
});

it("separates payments that wait, are being sent, are looked up, or are left with an unknown outcome", () => {
  expect(WAITING_STATES).toEqual(["CREATED", "READY"]);
  expect(BEING_SENT_STATES).toEqual(["CREATED", "READY", "SENDING"]);
  expect(LOOKED_UP_STATES).toEqual(["SENDING", "UNKNOWN"]);
  expect(UNKNOWN_STATES).toEqual(["UNKNOWN", "NEEDS_REVIEW"]);
});

it("counts money that came back as moved and as unpaid", () => {
  expect(RETURNED_STATES).toEqual(["RETURNED", "CHARGED_BACK"]);
  expect(UNMOVED_STATES).toEqual(["FAILED", "CANCELLED"]);
  expect(UNPAID_STATES).toEqual([...UNMOVED_STATES, ...RETURNED_STATES]);
  expect(MOVED_STATES).toEqual([...PAID_STATES, ...RETURNED_STATES]);
});

it("keeps an application funded after a chargeback, and lists the chargeback apart from failed payments", () => {
  expect(ENDED_FUNDING_STATES).toEqual(["FAILED", "CANCELLED", "RETURNED"]);
  expect(FAILED_STATES).toEqual(["FAILED", "RETURNED"]);
});

it("lists only succeeded and settled payments as successful, and each state in exactly one table", () => {
  expect(SUCCESSFUL_STATES).toEqual(["SUCCEEDED", "SETTLED"]);
  const tables = [...IN_PROGRESS_STATES, ...SUCCESSFUL_STATES, ...UNPAID_STATES];
  expect(tables.toSorted()).toEqual(ALL.toSorted());
});

it("counts only sent payments without an outcome as unanswered", () => {
  expect(UNANSWERED_STATES).toEqual(["SENDING", "UNKNOWN", "NEEDS_REVIEW"]);
  expect(ALL.filter((state) => !SENT_STATES.some((sent) => sent === state))).toEqual([
    "CREATED",
    "READY",
    "CANCELLED",
  ]);
});
