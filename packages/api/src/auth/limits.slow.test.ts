import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../errors.ts";
import { countAuditEvents, expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials, forgetAttempts, newestCode, wrongCode } from "../testing/signing-in.ts";
import { clientKey } from "./client-key.ts";
import { createRateLimits } from "./limits.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const signIn = (email: string, password?: string, ip = "127.0.0.1") =>
  api.visitor({ ip }).auth.signIn(credentials(email, password));

async function failTimes(email: string, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries++)
    await expectRefusal(signIn(email, "wrong password"), "UNAUTHORIZED");
}

/** The codes of refusals of calls made all at once. */
async function refusals(calls: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls);
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return "fulfilled";
    const { cause } = outcome.reason as Error;
    return cause instanceof DomainError ? cause.code : String(outcome.reason);
  });
}

it("an e-mail as long as one may be is counted like any other", async () => {
  const email = `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.test`;
  await failTimes(email, 10);
  await expectRefusal(signIn(email), "LIMITED");
});

describe("failures on one account", () => {
  it("lock it after ten, also for the right password and from any address", async () => {
    const { email } = await addAdmin(api);
    await failTimes(email, 10);
    const details = await expectRefusal(
      signIn(email),
      "LIMITED",
      /Too many attempts\. Try again in \d+ minutes/,
    );
    expect(details.retryAfterSeconds).toBeGreaterThan(29 * 60);
    await expectRefusal(signIn(email, undefined, "198.51.100.7"), "LIMITED");
  });

  it("lock no other account", async () => {
    const [{ email }, other] = [await addAdmin(api), await addAdmin(api)];
    await failTimes(email, 10);
    expect(await signIn(other.email)).toHaveProperty("challengeId");
  });

  it("do not add up with successes: nine failures and any number of sign-ins leave it open", async () => {
    const { email } = await addAdmin(api);
    await failTimes(email, 9);
    for (let times = 0; times < 3; times++) expect(await signIn(email)).toHaveProperty("challengeId");
  });

  it("lock an e-mail that nobody has in the same way, so that it tells nothing", async () => {
    const email = `${randomUUID()}@countinghouse.test`;
    await failTimes(email, 10);
    await expectRefusal(signIn(email), "LIMITED");
  });

  it("count wrong codes and wrong passwords together", async () => {
    const { email } = await addAdmin(api);
    const { challengeId } = await signIn(email);
    const code = await newestCode(api, email);
    await failTimes(email, 8);
    for (let tries = 0; tries < 2; tries++) {
      await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code: wrongCode(code) }), "INVALID");
    }
    await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code }), "LIMITED");
    await expectRefusal(signIn(email), "LIMITED");
    await expectRefusal(api.visitor().auth.resendCode({ challengeId }), "LIMITED");
  });

  it("cannot be more than ten by guessing all at once", async () => {
    const { email } = await addAdmin(api);
    const before = await countAuditEvents(api, "auth.refused");
    const codes = await refusals(Array.from({ length: 30 }, () => signIn(email, "wrong password")));
    expect(codes.filter((code) => code === "UNAUTHORIZED")).toHaveLength(10);
    expect(codes.filter((code) => code === "LIMITED")).toHaveLength(20);
    expect(await countAuditEvents(api, "auth.refused")).toBe(before + 10);
  });

  it("cannot be more than ten by guessing the codes of several sign-ins at once", async () => {
    const { email } = await addAdmin(api);
    const challenges = [];
    for (let index = 0; index < 4; index++) {
      const { challengeId } = await signIn(email);
      challenges.push({ challengeId, code: wrongCode(await newestCode(api, email)) });
    }
    const guesses = challenges.flatMap((guess) =>
      Array.from({ length: 5 }, () => api.visitor().auth.verifyCode(guess)),
    );
    const codes = await refusals(guesses);
    expect(codes.filter((code) => code === "INVALID")).toHaveLength(10);
    expect(codes.filter((code) => code === "LIMITED")).toHaveLength(10);
  });
});

describe("attempts from one address", () => {
  it("are 300 in ten minutes, whatever the account", async () => {
    const limits = createRateLimits(api.database.pool);
    const uses = Array.from({ length: 301 }, () => limits.consume("signInByAddress", "203.0.113.50"));
    const outcomes = await Promise.allSettled(uses);
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    await expectRefusal(signIn("anyone@countinghouse.test", undefined, "203.0.113.50"), "LIMITED");
    await expectRefusal(signIn("anyone@countinghouse.test", undefined, "203.0.113.51"), "UNAUTHORIZED");
  });

  it("are counted together for all processes", async () => {
    const [one, other] = [createRateLimits(api.database.pool), createRateLimits(api.database.pool)];
    const key = randomUUID();
    for (let times = 0; times < 2; times++) await one.consume("codesByChallenge", key);
    await expectRefusal(other.check("codesByChallenge", key), "LIMITED");
    await other.refund("codesByChallenge", key);
    await expect(one.check("codesByChallenge", key)).resolves.toBeUndefined();
  });
});

describe("an address", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::9:0:0:2", "2001:db8:0:0"],
    ["2001::2:3:4:5:6:7", "2001:0:2:3"],
    ["::1", "0:0:0:0"],
  ])("%s counts as %s", (ip, key) => {
    expect(clientKey(ip)).toBe(key);
  });
});
