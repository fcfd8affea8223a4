import { describe, expect, it } from "vitest";
import { appAddress, appCode, matchingStep, newAppSecret, stepAt } from "./app-codes.ts";

/** "12345678901234567890", the secret of the examples of RFC 6238. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("the code of an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("is that of RFC 6238, appendix B, at %d s", (seconds, code) => {
    expect(appCode(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  it("is taken in its own 30 seconds, those before and those after, and after the last one taken alone", () => {
    const now = new Date("2026-11-24T15:00:10Z");
    const at = (steps: number) => appCode(SECRET, stepAt(now) + steps);
    expect([-2, -1, 0, 1, 2].map((steps) => matchingStep(SECRET, at(steps), now, null) !== null)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    const last = stepAt(now);
    expect([-1, 0, 1].map((steps) => matchingStep(SECRET, at(steps), now, last))).toEqual([
      null,
      null,
      last + 1,
    ]);
  });
});

it("a secret has 160 random bits, and goes to an app with the issuer and the account", () => {
  const secret = newAppSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newAppSecret()).not.toBe(secret);
  expect(appAddress(secret, "ines@lender.example")).toBe(
    `otpauth://totp/Countinghouse:ines%40lender.example?secret=${secret}&issuer=Countinghouse&algorithm=SHA1&digits=6&period=30`,
  );
});
