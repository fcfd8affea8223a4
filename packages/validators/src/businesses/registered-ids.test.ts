import { describe, expect, test } from "vitest";
import { readRegisteredIds, whyNotRegisterIds } from "./registered-ids.ts";
import { RegisterBusinesses } from "./schemas.ts";

describe("pasted ids", () => {
  test("are split at blanks, line ends and commas, cut at the first dash, each kept once", () => {
    expect(readRegisteredIds("7, 8-a,,9_b\n7\t10,").ids).toEqual([7, 8, 9, 10]);
  });

  test.each([
    ["1,2", null],
    ["1,x", "Invalid User ID: x"],
    [" , \n", "Please enter valid user IDs"],
    ["1 ".repeat(2_001), "Use at most 4,000 characters."],
  ])("%j can be registered, or says why not", (text, whyNot) => {
    expect(whyNotRegisterIds(text)).toBe(whyNot);
    expect(RegisterBusinesses.safeParse({ userIds: text }).success).toBe(whyNot === null);
  });
});
