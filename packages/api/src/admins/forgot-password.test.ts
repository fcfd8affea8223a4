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

  it("is mailed no more than five times an hour, which the answer does not tell either", async () => {
    const { email } = await addAdmin(api);
    const answers: string[] = [];
    for (let times = 0; times < 6; times++) answers.push(JSON.stringify(await ask(email)));
    expect(new Set(answers).size).toBe(1);
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it("is not asked for by a robot, nor too often from one place", async () => {
    const robot = { email: "a@lender.example", botCheck: "robot" };
    await expectRefusal(api.visitor().admins.forgotPassword(robot), "INVALID");
    for (let times = 0; times < 29; times++)
      await expectRefusal(api.visitor().admins.forgotPassword(robot), "INVALID");
    await expectRefusal(api.visitor().admins.forgotPassword(robot), "LIMITED");
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
    await expectRefusal(set(link, "another password"), "INVALID", /does not work any more/);
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
