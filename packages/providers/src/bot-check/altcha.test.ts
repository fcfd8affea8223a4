import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, expect, test, vi } from "vitest";
import { ALTCHA_EFFORT, type AltchaConfig, createAltcha } from "./altcha.ts";
import type { BotCheck } from "./port.ts";

const INVALID = { ok: false, reason: "invalid" };

afterEach(() => {
  vi.useRealTimers();
});

test("a solved challenge passes, and names the challenge and when it ends", async () => {
  const now = new Date("2026-03-10T15:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"], now });
  const check = altcha();
  const { challenge, payload } = await solved(check);
  const result = await check.verify(payload);
  expect(result).toEqual({
    ok: true,
    challengeId: challenge.parameters.nonce,
    expiresAt: new Date("2026-03-10T15:05:00Z"),
  });
});

test("each challenge is another one", async () => {
  const check = altcha();
  const [one, other] = await Promise.all([solved(check), solved(check)]);
  expect(one.challenge.parameters.nonce).not.toBe(other.challenge.parameters.nonce);
});

test("a solution is worth nothing after five minutes", async () => {
  const check = altcha();
  const { payload } = await solved(check);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
  expect(await check.verify(payload)).toEqual({ ok: false, reason: "expired" });
});

test("a challenge signed with another secret does not pass", async () => {
  const { payload } = await solved(altcha({ signatureSecret: "someone-else" }));
  expect(await altcha().verify(payload)).toEqual(INVALID);
});

test("a challenge that was made easier or longer-lived does not pass", async () => {
  const check = altcha();
  const { challenge, solution } = await solved(check);
  for (const change of [{ cost: 1 }, { expiresAt: 9_999_999_999 }, { nonce: "00".repeat(16) }]) {
    const changed = { ...challenge, parameters: { ...challenge.parameters, ...change } };
    expect(await check.verify(encoded({ challenge: changed, solution }))).toEqual(INVALID);
  }
});

test("a wrong solution does not pass", async () => {
  const check = altcha();
  const { challenge, solution } = await solved(check);
  const wrong = { ...solution, derivedKey: "ab".repeat(32) };
  expect(await check.verify(encoded({ challenge, solution: wrong }))).toEqual(INVALID);
});

test.each(["", "not base64 JSON", encoded({}), encoded({ challenge: null }), "A".repeat(100_000)])(
  "a malformed payload does not pass and does no harm",
  async (payload) => {
    expect(await altcha().verify(payload)).toEqual(INVALID);
  },
);

test("the usual effort is at most a million hash rounds, well below a second in a browser", () => {
  expect(ALTCHA_EFFORT.cost * ALTCHA_EFFORT.tries).toBeLessThanOrEqual(1_000_000);
});

function altcha(changes: Partial<AltchaConfig> = {}): BotCheck {
  return createAltcha({
    signatureSecret: "signs-challenges",
    keySecret: "signs-keys",
    cost: 10,
    tries: 20,
    ...changes,
  });
}

async function solved(check: BotCheck) {
  const challenge = await check.challenge();
  if (!isChallenge(challenge)) throw new Error("The widget would not understand this challenge.");
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution, payload: encoded({ challenge, solution }) };
}

function isChallenge(value: unknown): value is Challenge {
  return typeof value === "object" && value !== null && "parameters" in value && "signature" in value;
}

function encoded(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64");
}
