import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials, forgetAttempts, newestCode, queuedMails } from "../testing/signing-in.ts";

const SENT = "Otp has been sent, please verify";
const INVALID = "You have provided an invalid credentials!";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

describe("the right password", () => {
  it("sends one code of six digits to the admin and says so", async () => {
    const { email } = await addAdmin(api);
    const before = (await queuedMails(api)).length;
    const { challengeId, message } = await api.visitor().auth.signIn(credentials(email));
    expect(message).toBe(SENT);
    const mails = await queuedMails(api);
    expect(mails).toHaveLength(before + 1);
    const code = await newestCode(api, email);
    expect(mails.at(-1)).toMatchObject({
      to: email,
      subject: `${code} is your Countinghouse code`,
      text: expect.stringContaining("It works once, until "),
    });
    expect(await api.database.read.signInChallenge.count({ where: { id: challengeId } })).toBe(1);
  });

  it("is taken whatever the case and the blanks of the e-mail", async () => {
    const { email } = await addAdmin(api);
    const { message } = await api.visitor().auth.signIn(credentials(`  ${email.toUpperCase()} `));
    expect(message).toBe(SENT);
  });

  it("keeps the code nowhere in the clear: not in the challenge, the outbox, the audit or the replay", async () => {
    const { email } = await addAdmin(api);
    const { challengeId } = await api.visitor().auth.signIn(credentials(email));
    const code = await newestCode(api, email);
    for (const table of ["sign_in_challenge", "outbox_message", "audit_event", "command_request"]) {
      const { rows } = await api.database.pool.query<{ text: string }>(
        `SELECT t::text AS text FROM ${table} t`,
      );
      expect(rows.map(({ text }) => text).join("\n")).not.toMatch(
        new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`),
      );
    }
    const { codeHash } = await api.database.read.signInChallenge.findUniqueOrThrow({
      where: { id: challengeId },
    });
    expect(codeHash).toEqual(api.vault.secretHash("one-time-code", `${challengeId}:${code}`));
  });

  it("leaves an audit event with the admin and the address", async () => {
    const { id, email } = await addAdmin(api);
    const { challengeId } = await api.visitor({ ip: "203.0.113.9" }).auth.signIn(credentials(email));
    expect(await lastAuditEvent(api, "auth.signIn")).toMatchObject({
      subjectType: "admin",
      subjectId: id,
      after: { challengeId, ip: "203.0.113.9" },
    });
  });

  it("used twice makes two challenges, each with a code of its own", async () => {
    const { email } = await addAdmin(api);
    const first = await api.visitor().auth.signIn(credentials(email));
    const second = await api.visitor().auth.signIn(credentials(email));
    expect(second.challengeId).not.toBe(first.challengeId);
  });
});

describe("whoever is not known", () => {
  it("gets the same words and status for a wrong password, an unknown e-mail and a disabled admin", async () => {
    const [{ email }, disabled] = [await addAdmin(api), await addAdmin(api, { status: "DISABLED" })];
    const before = (await queuedMails(api)).length;
    const attempts = [
      credentials(email, "wrong password"),
      credentials(`${randomUUID()}@countinghouse.test`),
      credentials(disabled.email),
      credentials(disabled.email, "wrong password"),
    ];
    for (const attempt of attempts) {
      const details = await expectRefusal(api.visitor().auth.signIn(attempt), "UNAUTHORIZED", INVALID);
      expect(details).toEqual({});
    }
    expect((await queuedMails(api)).length).toBe(before);
  });

  it("is written down in the audit without the password", async () => {
    const { id, email } = await addAdmin(api);
    await expectRefusal(api.visitor().auth.signIn(credentials(email, "hunter2hunter2")), "UNAUTHORIZED");
    expect(await lastAuditEvent(api, "auth.refused")).toMatchObject({
      subjectId: id,
      after: { email, ip: "127.0.0.1" },
    });
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM audit_event e WHERE e::text LIKE '%hunter2%'",
    );
    expect(rows).toEqual([]);
  });
});

describe("the bot check", () => {
  it("refuses a solution that is wrong, before the password is looked at", async () => {
    const { email } = await addAdmin(api);
    const attempt = { ...credentials(email, "wrong password"), botCheck: "robot" };
    const before = await countAuditEvents(api, "auth.refused");
    const details = await expectRefusal(api.visitor().auth.signIn(attempt), "INVALID", /not a robot/);
    expect(details).toEqual({ field: "botCheck" });
    expect(await countAuditEvents(api, "auth.refused")).toBe(before);
  });

  it("takes each solution once, even when it is used many times at once", async () => {
    const { email } = await addAdmin(api);
    const attempt = credentials(email);
    const calls = Array.from({ length: 8 }, () => api.visitor().auth.signIn(attempt));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expectRefusal(api.visitor().auth.signIn(attempt), "INVALID", /not a robot/);
  });

  it("is used up by a wrong password too", async () => {
    const { email } = await addAdmin(api);
    const attempt = credentials(email, "wrong password");
    await expectRefusal(api.visitor().auth.signIn(attempt), "UNAUTHORIZED");
    await expectRefusal(
      api.visitor().auth.signIn({ ...credentials(email), botCheck: attempt.botCheck }),
      "INVALID",
    );
  });
});
