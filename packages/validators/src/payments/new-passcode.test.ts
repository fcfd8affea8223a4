import { expect, it } from "vitest";
import { NewPasscode } from "./schemas.ts";

it("requires the same new passcode twice", () => {
  expect(NewPasscode.safeParse({ passcode: "471100", repeated: "471100" }).success).toBe(true);
  expect(NewPasscode.safeParse({ passcode: "471100", repeated: "471200" }).success).toBe(false);
});

it.each(["47110", "4711a0", "1234567890123", ""])(
  "rejects '%s' as a new passcode: six to twelve digits are required",
  (passcode) => {
    expect(NewPasscode.safeParse({ passcode, repeated: passcode }).success).toBe(false);
  },
);
