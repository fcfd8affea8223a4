import { randomUUID } from "node:crypto";
import { verifyPassword } from "@countinghouse/db/passwords";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { readActor } from "../auth/sessions.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, forgetAttempts, PASSWORD, signInFully } from "../testing/signing-in.ts";

const NEW = "a whole new password";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(() => forgetAttempts(api));
afterAll(() => api.close());

const id = () => ({ requestId: randomUUID() });

/** Somebody who signed in twice; the second session is the one that calls. */
async function signedInTwice() {
  const { id: adminId, email } = await addAdmin(api, { role: "VIEWER" });
  const [first, second] = [await signInFully(api, email), await signInFully(api, email)];
  const actor = (await readActor(api.services, second.token, "127.0.0.1")) as AdminActor;
  return { adminId, email, actor, own: api.callAs(actor).admins, former: first.token, present: second.token };
}

const isIn = async (token: string) => (await readActor(api.services, token, "127.0.0.1")).kind === "admin";

describe("one's own sessions", () => {
  it("are listed, this one marked, and the others ended one by one", async () => {
    const { own, actor, former, present } = await signedInTwice();
    const sessions = await own.ownSessions();
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isThis }) => isThis)?.id).toBe(actor.sessionId);
    const press = { sessionId: sessions.find(({ isThis }) => !isThis)?.id ?? "", ...id() };
    const first = await own.endOwnSession(press);
    expect(await own.endOwnSession(press)).toEqual(first);
    expect([await isIn(former), await isIn(present)]).toEqual([false, true]);
    await expectRefusal(own.endOwnSession({ ...press, ...id() }), "NOT_FOUND");
    expect(await lastAuditEvent(api, "admins.endOwnSession")).toMatchObject({ subjectId: press.sessionId });
  });

  it("of somebody else are not ended, nor by a visitor", async () => {
    const [{ actor }, { own, present }] = [await signedInTwice(), await signedInTwice()];
    await expectRefusal(own.endOwnSession({ sessionId: actor.sessionId, ...id() }), "NOT_FOUND");
    await expectRefusal(api.visitor().admins.ownSessions(), "UNAUTHORIZED");
    expect(await isIn(present)).toBe(true);
  });
});

describe("one's own password", () => {
  it("is changed by the one before, which ends the other sessions and leaves neither in the audit", async () => {
    const { own, adminId, former, present } = await signedInTwice();
    const press = { current: PASSWORD, password: NEW, ...id() };
    const first = await own.changeOwnPassword(press);
    expect(await own.changeOwnPassword(press)).toEqual(first);
    const { passwordHash } = await api.database.read.admin.findUniqueOrThrow({ where: { id: adminId } });
    expect(await verifyPassword(passwordHash, NEW)).toBe(true);
    expect([await isIn(former), await isIn(present)]).toEqual([false, true]);
    const event = await lastAuditEvent(api, "admins.changeOwnPassword");
    expect(event.after).toEqual({ passwordChanged: true, sessionsEnded: 1 });
    expect(await countAuditEvents(api, "admins.changeOwnPassword")).toBe(1);
  });

  it("is not changed by a wrong one, and ten wrong ones are all", async () => {
    const { own } = await signedInTwice();
    for (let tries = 0; tries < 10; tries++)
      await expectRefusal(
        own.changeOwnPassword({ current: "some other words", password: NEW, ...id() }),
        "INVALID",
        "This is not your password.",
      );
    await expectRefusal(own.changeOwnPassword({ current: PASSWORD, password: NEW, ...id() }), "LIMITED");
  });

  it("is not changed by a visitor, nor to one that is too short", async () => {
    const input = { current: PASSWORD, password: NEW, ...id() };
    await expectRefusal(api.visitor().admins.changeOwnPassword(input), "UNAUTHORIZED");
    const { own } = await signedInTwice();
    await expect(own.changeOwnPassword({ ...input, password: "fourteen chars" })).rejects.toThrow(/15/);
  });

  it("is not changed to one that is guessed first, or that is made of one's own name", async () => {
    const { own, adminId } = await signedInTwice();
    const before = await api.database.read.admin.findUniqueOrThrow({ where: { id: adminId } });
    for (const password of ["passwordpassword", "Test Admin Countinghouse"])
      await expectRefusal(own.changeOwnPassword({ current: PASSWORD, password, ...id() }), "INVALID");
    const after = await api.database.read.admin.findUniqueOrThrow({ where: { id: adminId } });
    expect(after.passwordHash).toBe(before.passwordHash);
  });
});

it("one's own name is changed once by one press, and the change is left in the audit", async () => {
  const { own, adminId } = await signedInTwice();
  const press = { fullName: " Ines Kaur ", version: 1, ...id() };
  const first = await own.changeOwnName(press);
  expect(await own.changeOwnName(press)).toEqual(first);
  expect(await lastAuditEvent(api, "admins.changeOwnName")).toMatchObject({
    subjectId: adminId,
    before: { fullName: "Test Admin" },
    after: { fullName: "Ines Kaur" },
  });
  await expectRefusal(api.visitor().admins.changeOwnName(press), "UNAUTHORIZED");
  await expectRefusal(own.changeOwnName({ ...press, ...id() }), "CONFLICT");
  await expect(own.changeOwnName({ fullName: " ", version: 2, ...id() })).rejects.toThrow(/Full Name/);
});
