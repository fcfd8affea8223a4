import { expect, it } from "vitest";
import { makeRequestIds, newRequestId } from "./request-id.ts";

const counter = () => {
  let last = 0;
  return () => String(++last);
};

it("the same values keep their id, however often they are sent", () => {
  const idFor = makeRequestIds(counter());
  expect([idFor({ amount: 1 }), idFor({ amount: 1 }), idFor({ amount: 1 })]).toEqual(["1", "1", "1"]);
});

it("other values get an id of their own, also when they were sent before", () => {
  const idFor = makeRequestIds(counter());
  expect([idFor({ amount: 1 }), idFor({ amount: 2 }), idFor({ amount: 1 })]).toEqual(["1", "2", "3"]);
});

it("two presses of one button have two ids", () => {
  expect(newRequestId()).not.toBe(newRequestId());
});
