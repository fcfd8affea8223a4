import { expect, it } from "vitest";
import {
  IN_PROGRESS_STATES,
  isReturned,
  OPEN_STATES,
  PAID_STATES,
  PAYMENT_STATES,
  SENT_STATES,
  SUCCESSFUL_STATES,
  UNACCOUNTED_STATES,
  UNANSWERED_STATES,
  UNMOVED_STATES,
  UNPAID_STATES,
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
