import { expect, it } from "vitest";
import { readTypedUserId, readUserId } from "./user-id.ts";

it.each(["10001", " 10001 ", "#10001", "\u200B10001", "１０００１"])("%j is typed for user 10001", (text) => {
  expect(readTypedUserId(text)).toBe(10_001);
});

it("an address names a user by digits alone", () => {
  expect([readUserId("10001"), readUserId("#10001"), readUserId(" 10001")]).toEqual([10_001, null, null]);
});
