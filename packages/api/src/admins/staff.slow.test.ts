import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readActor } from "../auth/sessions.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import {
  addAdmin,
  credentials,
  forgetAttempts,
  newestCode,
  queuedMails,
  refreshWith,
  signInFully,
} from "../testing/signing-in.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.admin("SUPERADMIN");
});
beforeEach(() => forgetAttempts(api));
afterAll(() => api.close());

const staff = async () => (await api.as("SUPERADMIN")).admins;
const id = () => ({ requestId: randomUUID() });
const stored = (adminId: string) => api.database.read.admin.findUniqueOrThrow({ where: { id: adminId } });
const whoIs = async (token: string) => (await readActor(api.services, token, "127.0.0.1")).kind;
/** The token of the link in the newest mail to this address. */
const linkTo = async (email: string): Promise<string> => {
  const mail = (await queuedMails(api)).findLast(({ to }) => to === email);
  return /\/admin\/set-password#([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "";
};

describe("an invitation", () => {
  const INVITED = { fullName: "Ines Kaur", role: "EMPLOYEE", paymentFlag: true } as const;

  it("makes an admin who can not sign in before the mailed link set a password, and can after", async () => {
    const email = `${randomUUID()}@lender.example`;
    const { id: adminId } = await (await staff()).invite({ ...INVITED, email, ...id() });
    expect(await stored(adminId)).toMatchObject({ ...INVITED, email, status: "INVITED", passwordHash: "" });
    await expectRefusal(api.visitor().auth.signIn(credentials(email)), "UNAUTHORIZED");
    const token = await linkTo(email);
    await api.visitor().admins.setPassword({ token, password: credentials(email).password });
    expect(await stored(adminId)).toMatchObject({ status: "ACTIVE" });
    expect((await signInFully(api, email)).token).not.toBe("");
    expect((await lastAuditEvent(api, "admins.invite")).after).toEqual({ ...INVITED, email });
  });

  it.each([
    ["DELIVERED", "", "The invitation was sent."],
    [
      "QUEUED",
      "The mail server: 451 later",
      "The mail server deferred the mail. It will be retried. (The mail server: 451 later)",
    ],
    ["QUEUED", "", "The mail is queued. The running server sends it."],
    ["FAILED", "", "The mail server refused the mail. Correct the address, or send the link again later."],
  ] as const)("whose mail is %s says so, and so does the link once more", async (state, why, said) => {
    const { mailOutcome } = api.services;
    api.services.mailOutcome = () => Promise.resolve({ state, why });
    const email = `${randomUUID()}@lender.example`;
    const { id: adminId, message } = await (await staff()).invite({ ...INVITED, email, ...id() });
    expect(message).toBe(said);
    const again = await (await staff()).sendPasswordLink({ id: adminId, ...id() });
    expect(again.message).toBe(state === "DELIVERED" ? "The link was sent." : said);
    api.services.mailOutcome = mailOutcome;
  });

  it("is refused for an e-mail that is taken", async () => {
    const { email } = await addAdmin(api);
    await expectRefusal((await staff()).invite({ ...INVITED, email, ...id() }), "CONFLICT", email);
  });

  it("is sent once more, after which the link before does not work", async () => {
    const email = `${randomUUID()}@lender.example`;
    const { id: adminId } = await (await staff()).invite({ ...INVITED, email, ...id() });
    const former = await linkTo(email);
    await (await staff()).sendPasswordLink({ id: adminId, ...id() });
    const password = "a whole new password";
    await expectRefusal(
      api.visitor().admins.setPassword({ token: former, password }),
      "INVALID",
      /Request a new one/,
    );
    await api.visitor().admins.setPassword({ token: await linkTo(email), password });
    expect(await lastAuditEvent(api, "admins.sendPasswordLink")).toMatchObject({
      after: { kind: "invitation" },
    });
  });
});

describe("role and payment flag", () => {
  it("count from the next call on, and leave who changed what", async () => {
    const { id: adminId, email } = await addAdmin(api);
    const { token } = await signInFully(api, email);
    await (await staff()).change({ id: adminId, version: 1, role: "AUDITOR", paymentFlag: true, ...id() });
    expect(await readActor(api.services, token, "127.0.0.1")).toMatchObject({ role: "AUDITOR" });
    expect(await lastAuditEvent(api, "admins.change")).toMatchObject({
      subjectId: adminId,
      before: { role: "EMPLOYEE", paymentFlag: false },
      after: { role: "AUDITOR", paymentFlag: true },
    });
  });

  it("are refused on an older version and for an admin who does not exist", async () => {
    const { id: adminId } = await addAdmin(api);
    const press = { id: adminId, version: 1, role: "VIEWER", paymentFlag: false, ...id() } as const;
    await (await staff()).change(press);
    await expectRefusal((await staff()).change({ ...press, ...id() }), "CONFLICT", /Someone else/);
    await expectRefusal((await staff()).change({ ...press, id: randomUUID(), ...id() }), "NOT_FOUND");
  });
});

describe("the last SUPERADMIN", () => {
  it("keeps the role and the way in, at every door, also when two take each other out at once", async () => {
    const own = await api.admin("SUPERADMIN");
    const press = { id: own.id, version: (await stored(own.id)).version };
    const demote = async () =>
      (await staff()).change({ ...press, role: "ADMIN", paymentFlag: false, ...id() });
    await expectRefusal(demote(), "RULE", /last SUPERADMIN/);
    await expectRefusal((await staff()).setStatus({ ...press, isDisabled: true, ...id() }), "RULE");

    const other = await addAdmin(api, { role: "SUPERADMIN" });
    const otherActor = { ...own, id: other.id, email: other.email, sessionId: randomUUID() };
    const both = await Promise.allSettled([
      (await staff()).change({ id: other.id, version: 1, role: "ADMIN", paymentFlag: false, ...id() }),
      api.callAs(otherActor).admins.change({ ...press, role: "ADMIN", paymentFlag: false, ...id() }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await api.database.read.admin.count({ where: { role: "SUPERADMIN", status: "ACTIVE" } })).toBe(1);
    await api.database.unsafeTransaction(async (tx) => {
      await tx.admin.update({ where: { id: own.id }, data: { role: "SUPERADMIN" } });
      await tx.admin.update({ where: { id: other.id }, data: { role: "EMPLOYEE" } });
    });
  });

  it("is not one who was only invited", async () => {
    const { id: adminId } = await (await staff()).invite({
      email: `${randomUUID()}@lender.example`,
      fullName: "Not Yet",
      role: "SUPERADMIN",
      paymentFlag: false,
      ...id(),
    });
    const own = await stored((await api.admin("SUPERADMIN")).id);
    const demote = { id: own.id, version: own.version, role: "ADMIN", paymentFlag: false } as const;
    await expectRefusal((await staff()).change({ ...demote, ...id() }), "RULE", /last SUPERADMIN/);
    expect(await stored(adminId)).toMatchObject({ status: "INVITED" });
  });
});

describe("disabling", () => {
  it("ends every session, code and link for good: enabled again, the old ones stay dead", async () => {
    const { id: adminId, email } = await addAdmin(api);
    const { token, refreshToken } = await signInFully(api, email);
    const { challengeId } = await api.visitor().auth.signIn(credentials(email));
    const code = await newestCode(api, email);
    await (await staff()).sendPasswordLink({ id: adminId, ...id() });
    const link = await linkTo(email);

    await (await staff()).setStatus({ id: adminId, version: 1, isDisabled: true, ...id() });
    expect(await whoIs(token)).toBe("visitor");
    await expectRefusal(api.visitor().auth.signIn(credentials(email)), "UNAUTHORIZED");
    await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code }), "INVALID");
    await expectRefusal((await staff()).sendPasswordLink({ id: adminId, ...id() }), "RULE", /Enable/);

    await (await staff()).setStatus({ id: adminId, version: 2, isDisabled: false, ...id() });
    expect(await whoIs(token)).toBe("visitor");
    await expectRefusal(refreshWith(api, refreshToken), "UNAUTHORIZED");
    await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code }), "INVALID");
    const password = "a whole new password";
    await expectRefusal(api.visitor().admins.setPassword({ token: link, password }), "INVALID");
    expect((await signInFully(api, email)).token).not.toBe("");
    expect(await lastAuditEvent(api, "admins.disable")).toMatchObject({
      before: { status: "ACTIVE" },
      after: { status: "DISABLED", sessionsEnded: 1 },
    });
    expect(await lastAuditEvent(api, "admins.enable")).toMatchObject({ after: { status: "ACTIVE" } });
  });

  it("leaves one who was only invited invited", async () => {
    const { id: adminId } = await (await staff()).invite({
      email: `${randomUUID()}@lender.example`,
      fullName: "Never Came",
      role: "VIEWER",
      paymentFlag: false,
      ...id(),
    });
    await (await staff()).setStatus({ id: adminId, version: 1, isDisabled: true, ...id() });
    await (await staff()).setStatus({ id: adminId, version: 2, isDisabled: false, ...id() });
    expect(await stored(adminId)).toMatchObject({ status: "INVITED" });
  });
});

describe("sessions and locks", () => {
  it("of an admin are listed with since when and from where, and ended", async () => {
    const { id: adminId, email } = await addAdmin(api);
    const { token } = await signInFully(api, email);
    const listed = (await (await staff()).list()).find((each) => each.id === adminId);
    expect(listed).toMatchObject({ email, lastSignInAt: expect.any(Date), status: "ACTIVE" });
    expect(listed?.sessions).toMatchObject([{ userAgent: "test", ip: "127.0.0.1" }]);
    expect(JSON.stringify(listed)).not.toMatch(/argon2|passwordHash|refreshHash/);
    const press = { id: adminId, ...id() };
    expect(await (await staff()).endSessions(press)).toMatchObject({ ended: 1 });
    expect(await (await staff()).endSessions(press)).toMatchObject({ ended: 1 });
    expect(await whoIs(token)).toBe("visitor");
    expect(await lastAuditEvent(api, "admins.endSessions")).toMatchObject({ after: { ended: 1 } });
  });

  it("that wrong passwords locked is unlocked, and its event left", async () => {
    const { id: adminId, email } = await addAdmin(api);
    for (let tries = 0; tries < 10; tries++)
      await expectRefusal(api.visitor().auth.signIn(credentials(email, "wrong words")), "UNAUTHORIZED");
    await expectRefusal(api.visitor().auth.signIn(credentials(email)), "LIMITED");
    const press = { id: adminId, ...id() };
    await (await staff()).unlock(press);
    await (await staff()).unlock(press);
    expect((await signInFully(api, email)).token).not.toBe("");
    expect(await countAuditEvents(api, "admins.unlock")).toBe(1);
    await expectRefusal((await staff()).unlock({ id: randomUUID(), ...id() }), "NOT_FOUND");
  });
});
