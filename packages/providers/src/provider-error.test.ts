import { expect, test } from "vitest";
import { ProviderError } from "./provider-error.ts";

test.each([
  ["Authorization: Bearer abc.def", "Authorization: Bearer •••"],
  ["token ya29.a0Af_x-Y9 expired", "token ••• expired"],
  ["assertion eyJhbGciOi.eyJpc3Mi.c2ln", "assertion •••"],
  ["card 4111 1111 1111 1111 declined", "card ••• declined"],
  ["ssn 123-45-6789", "ssn •••"],
  ["two\r\nlines", "two lines"],
  ["half\0word", "half word"],
])("%j is told as %j", (message, told) => {
  expect(new ProviderError({ kind: "refused", provider: "x", message }).message).toBe(told);
});

test("what staff need to read is left as it is", () => {
  const message = "google-sheets: 429 RESOURCE_EXHAUSTED: Quota exceeded, 60 per minute, user 1048576";
  expect(new ProviderError({ kind: "unavailable", provider: "x", message }).message).toBe(message);
});
