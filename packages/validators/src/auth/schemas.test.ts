import { describe, expect, test } from "vitest";
import { INVALID_EMAIL } from "../contact/schemas.ts";
import { CODE_LENGTH } from "./rules.ts";
import { ResendCode, SignIn, VerifyCode } from "./schemas.ts";

const challengeId = "0199f3c2-7b1e-7c3a-9f20-3a0d7be1c001";
const signIn = { email: "ana@lender.example", password: "secret", botCheck: "solved" };

describe("signing in", () => {
  test("compares e-mail addresses trimmed and in lower case", () => {
    const parsed = SignIn.parse({ ...signIn, email: "  Ana@Lender.EXAMPLE " });
    expect(parsed).toEqual(signIn);
    expect(SignIn.parse(parsed)).toEqual(parsed);
  });

  test("leaves the password as it was typed", () => {
    for (const password of [" Säcret 🙂 ", "x".repeat(200)])
      expect(SignIn.parse({ ...signIn, password }).password).toBe(password);
  });

  test.each(["", "ana", "ana@", "@lender.example", "a b@lender.example", `${"x".repeat(250)}@a.co`])(
    "refuses %j as an e-mail address",
    (email) => {
      expect(SignIn.safeParse({ ...signIn, email }).error?.issues[0]).toMatchObject({
        path: ["email"],
        message: INVALID_EMAIL,
      });
    },
  );

  test.each([
    { password: "12345" },
    { password: "x".repeat(201) },
    { botCheck: "" },
    { botCheck: "x".repeat(10_001) },
    { role: "SUPERADMIN" },
  ])("is refused with %j", (change) => {
    expect(SignIn.safeParse({ ...signIn, ...change }).success).toBe(false);
  });
});

describe("the one-time code", () => {
  test("is six digits", () => {
    expect(CODE_LENGTH).toBe(6);
    expect(VerifyCode.parse({ challengeId, code: " 012345 " }).code).toBe("012345");
  });

  test.each(["", "12345", "1234567", "12 456", "12345a", "١٢٣٤٥٦", "-12345"])("is not %j", (code) => {
    expect(VerifyCode.safeParse({ challengeId, code }).error?.issues[0]?.message).toBe(
      "Enter the 6 digits of the code.",
    );
  });

  test("belongs to a challenge named by a UUID", () => {
    expect(ResendCode.safeParse({ challengeId }).success).toBe(true);
    expect(ResendCode.safeParse({ challengeId: "1" }).success).toBe(false);
  });
});
