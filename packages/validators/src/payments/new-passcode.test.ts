import { expect, it } from "vitest";
import { NewPasscode } from "./schemas.ts";

it("a new passcode is typed twice the same", () => {
  expect(NewPasscode.safeParse({ passcode: "4711", repeated: "4711" }).success).toBe(true);
  expect(NewPasscode.safeParse({ passcode: "4711", repeated: "4712" }).success).toBe(false);
});

it.each(["471", "47a1", "1234567890123", ""])("a passcode is four to twelve digits, not '%s'", (passcode) => {
  expect(NewPasscode.safeParse({ passcode, repeated: passcode }).success).toBe(false);
});
