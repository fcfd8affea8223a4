import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials, forgetAttempts, newestCode, wrongCode } from "../testing/signing-in.ts";
import { readActor } from "./sessions.ts";

const FAILED = "You have provided an invalid credentials, please try again";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

async function startSignIn() {
  const admin = await addAdmin(api);
  const { challengeId } = await api.visitor().auth.signIn(credentials(admin.email));
  return { ...admin, challengeId, code: await newestCode(api, admin.email) };
}

const verify = (challengeId: string, code: string, answer = new Headers()) =>
  api.visitor({ answer, userAgent: "Browser/1", ip: "203.0.113.9" }).auth.verifyCode({ challengeId, code });

const readSessions = (adminId: string) => api.database.read.adminSession.findMany({ where: { adminId } });

describe("the right code", () => {
  it("opens a session, whose token is the admin's", async () => {
    const { id, email, challengeId, code } = await startSignIn();
    const { token } = await verify(challengeId, code);
    expect(await readActor(api.services, token, "::1")).toMatchObject({
      kind: "admin",
      id,
      email,
      role: "EMPLOYEE",
    });
    expect(await readSessions(id)).toMatchObject([
      {
        ip: "203.0.113.9",
        userAgent: "Browser/1",
        idleUntil: api.clock.in({ minutes: 60 }),
        absoluteUntil: api.clock.in({ hours: 12 }),
        revokedAt: null,
      },
    ]);
  });

  it("works to the last moment of its ten minutes and not beyond", async () => {
    const [kept, late] = [await startSignIn(), await startSignIn()];
    api.clock.advance({ minutes: 9, seconds: 59 });
    expect(await verify(kept.challengeId, kept.code)).toHaveProperty("token");
    api.clock.advance({ seconds: 1 });
    const details = await expectRefusal(
      verify(late.challengeId, late.code),
      "INVALID",
      "This code has expired. Press Resend, or sign in again.",
    );
    expect(details).toEqual({ reason: "expired" });
    expect(await readSessions(late.id)).toEqual([]);
  });

  it("opens nothing where another site asks, sets no cookie, and is not used up by it", async () => {
    const { id, challengeId, code } = await startSignIn();
    const answer = new Headers();
    const asked = api.visitor({ answer, sameSite: false }).auth.verifyCode({ challengeId, code });
    await expectRefusal(asked, "UNAUTHORIZED", "Unauthorized User");
    expect(answer.getSetCookie()).toEqual([]);
    expect(await readSessions(id)).toEqual([]);
    expect(await verify(challengeId, code)).toHaveProperty("token");
  });

  it("works once, even when it is given many times at once", async () => {
    const { id, challengeId, code } = await startSignIn();
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => verify(challengeId, code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await expectRefusal(verify(challengeId, code), "INVALID", FAILED)).toEqual({ reason: "used" });
    expect(await readSessions(id)).toHaveLength(1);
  });

  it("of another sign-in does not work", async () => {
    const [mine, theirs] = [await startSignIn(), await startSignIn()];
    const code = theirs.code === mine.code ? wrongCode(mine.code) : theirs.code;
    expect(await expectRefusal(verify(mine.challengeId, code), "INVALID")).toEqual({ reason: "wrong" });
  });

  it("opens nothing for an admin who was disabled meanwhile", async () => {
    const { id, challengeId, code } = await startSignIn();
    await api.database.unsafeTransaction((tx) =>
      tx.admin.update({ where: { id }, data: { status: "DISABLED" } }),
    );
    await expectRefusal(verify(challengeId, code), "INVALID", FAILED);
    expect(await readSessions(id)).toEqual([]);
  });

  it("leaves an audit event that names the session and not the code", async () => {
    const { id, challengeId, code } = await startSignIn();
    await verify(challengeId, code);
    const [session] = await readSessions(id);
    expect(await lastAuditEvent(api, "auth.verifyCode")).toMatchObject({
      subjectId: id,
      after: { sessionId: session?.id, ip: "203.0.113.9" },
    });
  });
});

describe("a wrong code", () => {
  it("is refused with the reason and leaves an audit event", async () => {
    const { id, challengeId, code } = await startSignIn();
    const details = await expectRefusal(verify(challengeId, wrongCode(code)), "INVALID", FAILED);
    expect(details).toEqual({ reason: "wrong" });
    expect(await lastAuditEvent(api, "auth.verifyCode")).toMatchObject({
      subjectId: id,
      after: { refused: "wrong" },
    });
  });

  it("for a sign-in that does not exist is refused in the same words", async () => {
    expect(await expectRefusal(verify(randomUUID(), "123456"), "INVALID", FAILED)).toEqual({
      reason: "wrong",
    });
  });

  it("five times ends the sign-in: then the right one is refused too", async () => {
    const { id, challengeId, code } = await startSignIn();
    for (let tries = 0; tries < 5; tries++) {
      await expectRefusal(verify(challengeId, wrongCode(code)), "INVALID");
    }
    expect(await expectRefusal(verify(challengeId, code), "INVALID")).toEqual({ reason: "used" });
    expect(await readSessions(id)).toEqual([]);
  });

  it("is compared five times at most, however many are tried at once", async () => {
    const { challengeId, code } = await startSignIn();
    const guesses = Array.from({ length: 40 }, () => verify(challengeId, wrongCode(code)));
    const reasons = (await Promise.allSettled(guesses)).map((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as Error).message : "a guess was right",
    );
    expect(reasons).not.toContain("a guess was right");
    const { failures } = await api.database.read.signInChallenge.findUniqueOrThrow({
      where: { id: challengeId },
    });
    expect(failures).toBe(5);
  });
});

describe("the refresh cookie", () => {
  it("is out of reach of scripts and other sites, and lasts as long as the session may", async () => {
    const { id, challengeId, code } = await startSignIn();
    const answer = new Headers();
    await verify(challengeId, code, answer);
    const [cookie = "", ...others] = answer.getSetCookie();
    expect(others.map((other) => other.replace(/=.*/, ""))).toEqual([`device-${id}`]);
    expect(cookie.replace(/^refresh=[\w.-]{60,}/, "refresh=…")).toBe(
      "refresh=…; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200",
    );
  });

  it("insists on https and on our own host where browsers come over https", async () => {
    const { challengeId, code } = await startSignIn();
    const answer = new Headers();
    const secure = { ...api.services, secureCookies: true };
    await api.visitor({ answer }, secure).auth.verifyCode({ challengeId, code });
    expect(answer.getSetCookie()[0]).toMatch(
      /^__Host-refresh=[\w.-]{60,}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/,
    );
  });

  it("is not set when the code is wrong, and no table holds the token it carries", async () => {
    const { challengeId, code } = await startSignIn();
    const [refused, answer] = [new Headers(), new Headers()];
    await expectRefusal(verify(challengeId, wrongCode(code), refused), "INVALID");
    expect(refused.getSetCookie()).toEqual([]);
    await verify(challengeId, code, answer);
    const secret = /\.([\w-]{43});/.exec(answer.getSetCookie()[0] ?? "")?.[1] ?? "";
    expect(secret).not.toBe("");
    for (const table of ["admin_session", "audit_event", "command_request"]) {
      const { rows } = await api.database.pool.query(`SELECT 1 FROM ${table} t WHERE t::text LIKE $1`, [
        `%${secret}%`,
      ]);
      expect(rows).toEqual([]);
    }
  });
});
