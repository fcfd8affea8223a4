import { expect, it } from "vitest";
import { NewPasscode } from "./schemas.ts";

it("a new passcode is typed twice the same", () => {
  expect(NewPasscode.safeParse({ passcode: "471100", repeated: "471100" }).success).toBe(true);
  expect(NewPasscode.safeParse({ passcode: "471100", repeated: "471200" }).success).toBe(false);
});

it.each(["47110", "4711a0", "1234567890123", ""])(
  "a new passcode is six to twelve digits, not '%s'",
  (passcode) => {
    expect(NewPasscode.safeParse({ passcode, repeated: passcode }).success).toBe(false);
  },
);
