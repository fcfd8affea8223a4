import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { addApp, addPasskey, enterPassword, signedInAdmin } from "../testing/factors.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createTestPasskey } from "../testing/passkey.ts";
import { forgetAttempts, queuedMails } from "../testing/signing-in.ts";
import { readActor } from "./sessions.ts";

const FAILED = "You have provided an invalid credentials, please try again";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const verifyFactor = (input: RouterInputs["auth"]["verifyFactor"]) => api.visitor().auth.verifyFactor(input);

const byApp = (challengeId: string, code: string) => verifyFactor({ challengeId, method: "APP", code });
const byCode = (challengeId: string, code: string) => verifyFactor({ challengeId, method: "RECOVERY", code });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function withApp() {
  const admin = await signedInAdmin(api);
  return { ...admin, ...(await addApp(api, admin.own)) };
}

async function withPasskey() {
  const admin = await signedInAdmin(api);
  return { ...admin, ...(await addPasskey(admin.own)) };
}

describe("an admin with a second factor", () => {
  it("is mailed no code, and neither a mailed code nor another one signs in", async () => {
    const { email } = await withApp();
    const before = (await queuedMails(api)).length;
    const { challengeId, message, factors } = await enterPassword(api, email);
    expect({ message, factors }).toEqual({ message: "", factors: { passkey: null, hasApp: true } });
    expect(await queuedMails(api)).toHaveLength(before);
    await expectRefusal(api.visitor().auth.resendCode({ challengeId }), "INVALID");
    await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code: "123456" }), "INVALID", FAILED);
  });

  it("is not signed in by a code that was mailed before there was one", async () => {
    const admin = await signedInAdmin(api);
    const { challengeId } = await enterPassword(api, admin.email);
    const code = /\d{6}/.exec((await queuedMails(api)).at(-1)?.text ?? "")?.[0] ?? "";
    await addApp(api, admin.own);
    expect(await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code }), "INVALID")).toEqual({
      reason: "used",
    });
  });
});

describe("a code of an authenticator app", () => {
  it("opens a session once, and leaves an event that says how", async () => {
    const { id, email, code } = await withApp();
    api.clock.advance({ seconds: 30 });
    const [first, second] = [await enterPassword(api, email), await enterPassword(api, email)];
    const { token } = await byApp(first.challengeId, code());
    expect(await readActor(api.services, token, "::1")).toMatchObject({ kind: "admin", id });
    expect(await lastAuditEvent(api, "auth.verifyFactor")).toMatchObject({
      subjectId: id,
      after: { method: "APP", sessionId: expect.any(String) },
    });
    await expectRefusal(byApp(second.challengeId, code()), "INVALID", FAILED);
    expect(await byApp(second.challengeId, code(1))).toHaveProperty("token");
  });

  it("opens one session, however many give it at once", async () => {
    const { email, code } = await withApp();
    api.clock.advance({ seconds: 30 });
    const begun = await Promise.all([1, 2, 3, 4].map(() => enterPassword(api, email)));
    const outcomes = await Promise.allSettled(begun.map(({ challengeId }) => byApp(challengeId, code())));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("that is wrong counts as a wrong password; five end the sign-in", async () => {
    const { email, code } = await withApp();
    api.clock.advance({ seconds: 30 });
    const { challengeId } = await enterPassword(api, email);
    for (let tries = 0; tries < 5; tries++)
      await expectRefusal(byApp(challengeId, wrong(code())), "INVALID", FAILED);
    expect(await expectRefusal(byApp(challengeId, code()), "INVALID")).toEqual({ reason: "used" });
    const again = await enterPassword(api, email);
    for (let tries = 0; tries < 4; tries++)
      await expectRefusal(byApp(again.challengeId, "000000"), "INVALID");
    await expectRefusal(byApp(again.challengeId, code()), "LIMITED");
  });

  it("of somebody else does not sign in, nor one for a sign-in that is not there", async () => {
    const [one, other] = [await withApp(), await withApp()];
    api.clock.advance({ seconds: 30 });
    const { challengeId } = await enterPassword(api, one.email);
    await expectRefusal(byApp(challengeId, other.code()), "INVALID", FAILED);
    expect(await expectRefusal(byApp(randomUUID(), other.code()), "INVALID", FAILED)).toEqual({
      reason: "wrong",
    });
  });
});

describe("a passkey", () => {
  it("opens a session by signing the challenge of its own sign-in, and counts on", async () => {
    const { id, email, passkey } = await withPasskey();
    const begun = await enterPassword(api, email);
    const challenge = begun.factors?.passkey?.challenge ?? "";
    expect(begun.factors).toMatchObject({ hasApp: false, passkey: { rpId: "console.example.test" } });
    const answer = passkey.signed(challenge);
    const input = { challengeId: begun.challengeId, method: "PASSKEY", passkey: answer } as const;
    const { token } = await verifyFactor(input);
    expect(await readActor(api.services, token, "::1")).toMatchObject({ id });
    expect(await expectRefusal(verifyFactor(input), "INVALID", FAILED)).toEqual({ reason: "used" });
    const next = await enterPassword(api, email);
    await expectRefusal(verifyFactor({ ...input, challengeId: next.challengeId }), "INVALID", FAILED);
    const again = passkey.signed(next.factors?.passkey?.challenge ?? "");
    expect(
      await verifyFactor({ challengeId: next.challengeId, method: "PASSKEY", passkey: again }),
    ).toHaveProperty("token");
  });

  it.each<[string, { origin?: string; other?: boolean; rewind?: boolean }]>([
    ["for another page", { origin: "https://console.example.test.evil.example" }],
    ["that is another key", { other: true }],
    ["that counts less than before, as a copy would", { rewind: true }],
  ])("%s does not sign in", async (_, { origin, other, rewind }) => {
    const { email, passkey } = await withPasskey();
    const first = await enterPassword(api, email);
    passkey.count = 5;
    await verifyFactor({
      challengeId: first.challengeId,
      method: "PASSKEY",
      passkey: passkey.signed(first.factors?.passkey?.challenge ?? ""),
    });
    const { challengeId, factors } = await enterPassword(api, email);
    if (rewind) passkey.count = 2;
    const signed = (other ? createTestPasskey() : passkey).signed(factors?.passkey?.challenge ?? "", origin);
    const answer = { ...signed, id: passkey.signed("").id, rawId: passkey.signed("").rawId };
    await expectRefusal(verifyFactor({ challengeId, method: "PASSKEY", passkey: answer }), "INVALID", FAILED);
  });
});

describe("a recovery code", () => {
  it("signs in once, however it is typed, and the others still do", async () => {
    const { email, recoveryCodes } = await withApp();
    const [one = "", two = ""] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    const first = await enterPassword(api, email);
    await byCode(first.challengeId, ` ${one.toLowerCase().replace("-", " ")} `);
    const second = await enterPassword(api, email);
    await expectRefusal(byCode(second.challengeId, one), "INVALID", FAILED);
    expect(await byCode(second.challengeId, two)).toHaveProperty("token");
  });

  it("and the secret of an app stand in no table, and in no event", async () => {
    const { secret, recoveryCodes } = await withApp();
    const { rows: tables } = await api.database.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const planted = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))];
    for (const { name } of tables) {
      const { rows } = await api.database.pool.query(
        `SELECT 1 FROM "${name}" t WHERE EXISTS (SELECT FROM unnest($1::text[]) p WHERE strpos(t::text, p) > 0)`,
        [planted],
      );
      expect({ name, found: rows.length }).toEqual({ name, found: 0 });
    }
  });
});
