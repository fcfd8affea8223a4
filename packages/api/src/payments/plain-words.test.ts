import { expect, it } from "vitest";
import { failureWords } from "./payment-outcome.ts";

it.each([
  ["tabapay: 200 PARTIAL_COMPLETED", "SALE", "Something went wrong!"],
  ["payliance: no answer within 4000 ms", "RCC", "Unexpected error"],
  ["Do not honor", "SALE", "Do not honor"],
])("raw adapter words never reach staff: %s of a %s is told as %s", (failureMessage, kind, words) => {
  expect(failureWords({ kind, failureMessage })).toBe(words);
});
