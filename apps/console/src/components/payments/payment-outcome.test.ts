import { expect, it } from "vitest";
import { isCertainlyNotRecorded, isExplained } from "./payment-outcome.ts";

const toError = (code: string) => Object.assign(new Error("refused"), { data: { code } });
const noAnswer = new TypeError("fetch failed");

it.each(["UNPROCESSABLE_CONTENT", "NOT_FOUND", "CONFLICT"])(
  "%s means that neither this nor an earlier try was recorded",
  (code) => {
    expect(isCertainlyNotRecorded(toError(code), false)).toBe(true);
    expect(isCertainlyNotRecorded(toError(code), true)).toBe(true);
  },
);

it.each(["BAD_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "TOO_MANY_REQUESTS"])(
  "%s leaves the outcome of an earlier try open",
  (code) => {
    expect(isCertainlyNotRecorded(toError(code), false)).toBe(true);
    expect(isCertainlyNotRecorded(toError(code), true)).toBe(false);
  },
);

it.each(["INTERNAL_SERVER_ERROR", "TIMEOUT", "BAD_GATEWAY", "SERVICE_UNAVAILABLE", "GATEWAY_TIMEOUT"])(
  "%s leaves the outcome open",
  (code) => expect(isCertainlyNotRecorded(toError(code), false)).toBe(false),
);

it("no answer leaves the outcome open", () => {
  expect(isCertainlyNotRecorded(noAnswer, false)).toBe(false);
});

it("a broken rule and a wrong field explain themselves, a lost session does not", () => {
  expect(isExplained(toError("UNPROCESSABLE_CONTENT"))).toBe(true);
  expect(isExplained(toError("BAD_REQUEST"))).toBe(true);
  expect(isExplained(toError("UNAUTHORIZED"))).toBe(false);
});
