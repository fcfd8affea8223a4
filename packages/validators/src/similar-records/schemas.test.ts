import { expect, test } from "vitest";
import { hasActiveFundedBalance, SIMILAR_RECORD_KINDS } from "./rules.ts";
import { ListSimilarRecords } from "./schemas.ts";

test.each([
  [500, true, false, true],
  [500, false, true, true],
  [499, true, true, false],
  [100_000, false, false, false],
  [-500, true, true, false],
])(
  "a balance of %i cents, funded %s, renewal funded %s: still owed is %s",
  (balanceCents, funded, renewalFunded, owed) => {
    expect(hasActiveFundedBalance({ balanceCents, funded, renewalFunded })).toBe(owed);
  },
);

test.each(SIMILAR_RECORD_KINDS)("users who share %s can be asked for", (kind) => {
  expect(ListSimilarRecords.parse({ userId: 7, kind })).toEqual({ userId: 7, kind });
});

test("users who share anything else can not", () => {
  expect(ListSimilarRecords.safeParse({ userId: 7, kind: "emails" }).success).toBe(false);
});
