import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readActor } from "../auth/sessions.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials, forgetAttempts, queuedMails, signInFully } from "../testing/signing-in.ts";

const NEW = "a whole new password";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(() => forgetAttempts(api));
afterAll(() => api.close());

const ask = (email: string) =>
  api.visitor().admins.forgotPassword({ email, botCheck: `human-${randomUUID()}` });
const mailsTo = async (email: string) => (await queuedMails(api)).filter(({ to }) => to === email);
const linkTo = async (email: string): Promise<string> =>
  /#([\w-]{43})\b/.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[1] ?? "";
const newestLinkOf = (email: string) =>
  api.database.read.passwordLink.findFirstOrThrow({
    where: { admin: { email } },
    orderBy: { createdAt: "desc" },
  });

/** Starts these while somebody holds a lock, and lets it go once each of them waits. */
async function whileHeld<Answer>(lock: string, of: string, start: () => Promise<Answer>[]) {
  const holder = await api.database.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query(lock, [of]);
    const started = start();
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect
      .poll(async () => (await api.database.pool.query(waiting)).rowCount, { timeout: 60_000 })
      .toBe(started.length);
    return started;
  } finally {
    await holder.query("COMMIT");
    holder.release();
  }
}

const set = (token: string, password = NEW) => api.visitor().admins.setPassword({ token, password });

describe("a forgotten password", () => {
  it("is asked for with the same answer for every address, and mailed to admins who can sign in alone", async () => {
    const known = await addAdmin(api);
    const gone = await addAdmin(api, { status: "DISABLED" });
    const unknown = `${randomUUID()}@lender.example`;
    const answers = [await ask(known.email), await ask(gone.email), await ask(unknown)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await mailsTo(known.email)).toHaveLength(1);
    expect([...(await mailsTo(gone.email)), ...(await mailsTo(unknown))]).toEqual([]);
    expect(await lastAuditEvent(api, "admins.forgotPassword")).toMatchObject({
      subjectId: "unknown",
      after: { email: unknown, isSent: false },
    });
  });

  it("is answered no sooner for an address that nobody has than for one that is mailed a link", async () => {
    const { email } = await addAdmin(api);
    for (const asked of [email, `${randomUUID()}@lender.example`]) {
      const began = performance.now();
      await ask(asked);
      expect(performance.now() - began).toBeGreaterThan(290);
    }
  });

  it("waits for one that is asked for at the same time, also at an address that nobody has", async () => {
    const { email } = await addAdmin(api);
    for (const asked of [email, `${randomUUID()}@lender.example`]) {
      const lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
      const [answer] = await whileHeld(lock, `forgot-password:${asked}`, () => [ask(asked)]);
      expect(await answer).toHaveProperty("message");
    }
  });

  it("is mailed once in ten minutes, also when it is asked for by several at once, which the answer does not tell", async () => {
    const { email } = await addAdmin(api);
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(email)));
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
    expect(await mailsTo(email)).toHaveLength(1);
    api.clock.advance({ minutes: 9 });
    await ask(email);
    expect(await mailsTo(email)).toHaveLength(1);
    api.clock.advance({ minutes: 1 });
    await ask(email);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it("asked for by a stranger all the time leaves the links before as they are, and there is always one with twenty minutes left", async () => {
    const { email } = await addAdmin(api);
    await ask(email);
    const first = await linkTo(email);
    for (let minute = 6; minute < 30; minute += 6) {
      api.clock.advance({ minutes: 6 });
      // The stranger is somewhere else each time.
      await forgetAttempts(api);
      await ask(email);
      const { expiresAt } = await newestLinkOf(email);
      expect(expiresAt.getTime()).toBeGreaterThanOrEqual(api.clock.in({ minutes: 20 }).getTime());
    }
    const newest = await linkTo(email);
    expect(newest).not.toBe(first);
    await set(first);
    await expectRefusal(set(newest, "another password"), "INVALID", /is no longer valid/);
  });

  it("is not asked for by a robot", async () => {
    const { email } = await addAdmin(api);
    await expectRefusal(api.visitor().admins.forgotPassword({ email, botCheck: "robot" }), "INVALID");
    expect(await mailsTo(email)).toEqual([]);
  });
});

describe("a mailed link", () => {
  it("sets the password once, ends every session and unlocks the account", async () => {
    const { id, email } = await addAdmin(api);
    const { token } = await signInFully(api, email);
    for (let tries = 0; tries < 9; tries++)
      await expectRefusal(api.visitor().auth.signIn(credentials(email, "wrong words")), "UNAUTHORIZED");
    await ask(email);
    const link = await linkTo(email);
    await set(link);
    expect((await readActor(api.services, token, "127.0.0.1")).kind).toBe("visitor");
    await expectRefusal(set(link, "another password"), "INVALID", /is no longer valid/);
    await expectRefusal(api.visitor().auth.signIn(credentials(email)), "UNAUTHORIZED");
    expect(await api.visitor().auth.signIn(credentials(email, NEW))).toHaveProperty("challengeId");
    const event = await lastAuditEvent(api, "admins.setPassword");
    expect(event).toMatchObject({ subjectId: id, actor: "visitor", after: { sessionsEnded: 1 } });
    expect(JSON.stringify(event.after)).not.toContain(NEW);
  });

  it("works for thirty minutes", async () => {
    const { email } = await addAdmin(api);
    await ask(email);
    api.clock.advance({ minutes: 30 });
    await expectRefusal(set(await linkTo(email)), "INVALID");
    await ask(email);
    api.clock.advance({ minutes: 29 });
    await set(await linkTo(email));
  });

  it("pressed twice at once sets one password", async () => {
    const { email } = await addAdmin(api);
    await ask(email);
    const link = await linkTo(email);
    const before = await countAuditEvents(api, "admins.setPassword");
    const both = await Promise.allSettled([set(link), set(link, "another password")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countAuditEvents(api, "admins.setPassword")).toBe(before + 1);
  });

  it("used at once with another one sets the password, or is told that it does not work any more", async () => {
    const { id, email } = await addAdmin(api);
    await ask(email);
    const first = await linkTo(email);
    api.clock.advance({ minutes: 10 });
    await ask(email);
    const second = await linkTo(email);
    const lock = "SELECT 1 FROM admin WHERE id = $1 FOR UPDATE";
    const both = await whileHeld(lock, id, () => [set(first), set(second)]);
    const refused = (await Promise.allSettled(both)).filter((each) => each.status === "rejected");
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      expect.stringMatching(/is no longer valid/),
    ]);
  });

  it("that nobody was sent sets nothing, and its token is kept by a keyed hash alone", async () => {
    await expectRefusal(set("A".repeat(43)), "INVALID");
    const { email } = await addAdmin(api);
    await ask(email);
    const link = await linkTo(email);
    const { rows } = await api.database.pool.query("SELECT 1 FROM password_link l WHERE l::text ~ $1", [
      link,
    ]);
    expect(rows).toEqual([]);
  });
});
