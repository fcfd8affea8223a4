import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, forgetAttempts, refreshTokenIn, refreshWith, signInFully } from "../testing/signing-in.ts";
import { readActor } from "./sessions.ts";
import { createTokens, refreshTokenHash } from "./tokens.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const whoIs = (token: string | null) => readActor(api.services, token, "203.0.113.9");
const VISITOR = { kind: "visitor", ip: "203.0.113.9" };

async function signedIn(role: "SUPERADMIN" | "EMPLOYEE" = "EMPLOYEE") {
  const { id, email } = await addAdmin(api, { role });
  return { id, ...(await signInFully(api, email)) };
}

async function rotate(refreshToken: string) {
  const answer = new Headers();
  const { token } = await refreshWith(api, refreshToken, { answer });
  return { token, refreshToken: refreshTokenIn(answer), cookies: answer.getSetCookie() };
}

/** As long as what follows the session in a refresh token. */
const randomText = () => randomBytes(32).toString("base64url");

const change = (id: string, data: { role?: "VIEWER"; status?: "DISABLED" }) =>
  api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id }, data }));

describe("who a request comes from", () => {
  it("is the admin of its token, and a visitor without one", async () => {
    const { id, token } = await signedIn();
    expect(await whoIs(token)).toMatchObject({ kind: "admin", id });
    expect(await whoIs(null)).toEqual(VISITOR);
  });

  it("has the role that stands in the database now, not the one at sign-in", async () => {
    const { id, token } = await signedIn("SUPERADMIN");
    expect(await whoIs(token)).toMatchObject({ role: "SUPERADMIN" });
    await change(id, { role: "VIEWER" });
    expect(await whoIs(token)).toMatchObject({ role: "VIEWER" });
  });

  it("is a visitor from the moment the admin is disabled", async () => {
    const { id, token } = await signedIn();
    await change(id, { status: "DISABLED" });
    expect(await whoIs(token)).toEqual(VISITOR);
  });

  it("is a visitor once the token is five minutes old", async () => {
    const { token } = await signedIn();
    api.clock.advance({ minutes: 4, seconds: 59 });
    expect(await whoIs(token)).toMatchObject({ kind: "admin" });
    api.clock.advance({ seconds: 1 });
    expect(await whoIs(token)).toEqual(VISITOR);
  });

  it("is a visitor when the session has lasted twelve hours, whatever the token says", async () => {
    const { token } = await signedIn();
    const { sessionId } = (await whoIs(token)) as AdminActor;
    await api.database.unsafeTransaction((tx) =>
      tx.adminSession.update({ where: { id: sessionId }, data: { absoluteUntil: api.clock.now() } }),
    );
    expect(await whoIs(token)).toEqual(VISITOR);
  });

  it("is a visitor when the session was not used for an hour, whatever the token says", async () => {
    const { token } = await signedIn();
    const { sessionId } = (await whoIs(token)) as AdminActor;
    await api.database.unsafeTransaction((tx) =>
      tx.adminSession.update({ where: { id: sessionId }, data: { idleUntil: api.clock.now() } }),
    );
    expect(await whoIs(token)).toEqual(VISITOR);
  });

  it("is a visitor when the token names a session of another admin", async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()];
    const { sessionId } = (await whoIs(theirs.token)) as AdminActor;
    expect(await whoIs(await api.services.tokens.issue(mine.id, sessionId))).toEqual(VISITOR);
    expect(await whoIs(await api.services.tokens.issue(mine.id, randomUUID()))).toEqual(VISITOR);
  });
});

describe("signing out", () => {
  it("refuses the access token from the next request on, clears the cookie and says so", async () => {
    const { id, token, refreshToken } = await signedIn();
    const actor = (await whoIs(token)) as AdminActor;
    const answer = new Headers();
    const { message } = await api.callAs(actor, { answer }).auth.signOut();
    expect(message).toBe("You are successfully logged out!");
    expect(answer.getSetCookie()).toEqual(["refresh=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0"]);
    expect(await whoIs(token)).toEqual(VISITOR);
    await expectRefusal(refreshWith(api, refreshToken), "UNAUTHORIZED");
    expect(await lastAuditEvent(api, "auth.signOut")).toMatchObject({
      actor: `admin:${id}`,
      subjectId: actor.sessionId,
    });
  });

  it("ends that one session and no other of the same admin", async () => {
    const { email } = await addAdmin(api);
    const [here, there] = [await signInFully(api, email), await signInFully(api, email)];
    await api.callAs((await whoIs(here.token)) as AdminActor).auth.signOut();
    expect(await whoIs(there.token)).toMatchObject({ kind: "admin", email });
  });

  it("is refused to a visitor", async () => {
    await expectRefusal(api.visitor().auth.signOut(), "UNAUTHORIZED");
  });
});

describe("refreshing", () => {
  it("gives a new access token and a new refresh token for the same session", async () => {
    const { id, token, refreshToken } = await signedIn();
    api.clock.advance({ minutes: 11 });
    const refreshed = await rotate(refreshToken);
    expect(refreshed.refreshToken).not.toBe(refreshToken);
    expect(refreshed.token).not.toBe(token);
    expect(await whoIs(refreshed.token)).toMatchObject({ kind: "admin", id });
    expect(await rotate(refreshed.refreshToken)).toHaveProperty("token");
  });

  it("takes the token before for ten seconds more, as two tabs need it, and sets no second cookie", async () => {
    const { refreshToken } = await signedIn();
    const first = await rotate(refreshToken);
    api.clock.advance({ seconds: 10 });
    const second = await rotate(refreshToken);
    expect(second.cookies).toEqual([]);
    expect(await whoIs(second.token)).toMatchObject({ kind: "admin" });
    expect(await rotate(first.refreshToken)).toHaveProperty("token");
  });

  it("by many tabs at once leaves one current token and refuses none", async () => {
    const { refreshToken } = await signedIn();
    const tabs = await Promise.all(Array.from({ length: 6 }, () => rotate(refreshToken)));
    const cookies = tabs.flatMap(({ cookies: set }) => set);
    expect(cookies).toHaveLength(1);
  });

  it("with the token before, after the grace, is theft: the session is revoked for both sides", async () => {
    const { token, refreshToken } = await signedIn();
    const newer = await rotate(refreshToken);
    api.clock.advance({ seconds: 11 });
    const answer = new Headers();
    await expectRefusal(refreshWith(api, refreshToken, { answer }), "UNAUTHORIZED", "Unauthorized User");
    expect(answer.getSetCookie()[0]).toMatch(/^refresh=; .*Max-Age=0/);
    await expectRefusal(refreshWith(api, newer.refreshToken), "UNAUTHORIZED");
    for (const access of [token, newer.token]) expect(await whoIs(access)).toEqual(VISITOR);
    const { after } = await lastAuditEvent(api, "auth.refresh");
    expect(after).toMatchObject({ outcome: "revoked: an old refresh token was used" });
  });

  it("with a token rotated away long ago revokes too: a thief who refreshes twice does not escape", async () => {
    const { refreshToken } = await signedIn();
    const thief = await rotate((await rotate(refreshToken)).refreshToken);
    await expectRefusal(refreshWith(api, refreshToken), "UNAUTHORIZED");
    await expectRefusal(refreshWith(api, thief.refreshToken), "UNAUTHORIZED");
    expect(await whoIs(thief.token)).toEqual(VISITOR);
  });

  it("ends after an hour without use and after twelve hours in any case", async () => {
    const idle = await signedIn();
    api.clock.advance({ minutes: 60 });
    await expectRefusal(refreshWith(api, idle.refreshToken), "UNAUTHORIZED");
    let { refreshToken } = await signedIn();
    for (let hour = 0; hour < 13; hour++) {
      api.clock.advance({ minutes: 55 });
      ({ refreshToken } = await rotate(refreshToken));
    }
    api.clock.advance({ minutes: 5 });
    await expectRefusal(refreshWith(api, refreshToken), "UNAUTHORIZED");
  });

  it("is refused to a disabled admin", async () => {
    const { id, refreshToken } = await signedIn();
    await change(id, { status: "DISABLED" });
    await expectRefusal(refreshWith(api, refreshToken), "UNAUTHORIZED");
  });

  it("with a made-up token that names the session is refused, writes nothing and leaves it alive", async () => {
    const { token, refreshToken } = await signedIn();
    const { sessionId } = (await whoIs(token)) as AdminActor;
    const before = await api.database.read.auditEvent.count();
    const stranger = createTokens([randomBytes(32)], api.clock.now);
    for (const madeUp of [`${sessionId}.${randomText()}`, stranger.issueRefresh(sessionId)])
      await expectRefusal(refreshWith(api, madeUp), "UNAUTHORIZED");
    expect(await api.database.read.auditEvent.count()).toBe(before);
    expect(await whoIs(token)).toMatchObject({ sessionId });
    expect(await rotate(refreshToken)).toHaveProperty("token");
  });

  it("goes on with a token that the release before gave out, which ends the session when it is used again later", async () => {
    const { token } = await signedIn();
    const { sessionId } = (await whoIs(token)) as AdminActor;
    const former = `${sessionId}.${randomText()}`;
    await api.database.unsafeTransaction((tx) =>
      tx.adminSession.update({ where: { id: sessionId }, data: { refreshHash: refreshTokenHash(former) } }),
    );
    const renewed = await rotate(former);
    expect(await whoIs(renewed.token)).toMatchObject({ sessionId });
    api.clock.advance({ seconds: 11 });
    await expectRefusal(refreshWith(api, former), "UNAUTHORIZED");
    expect(await whoIs(renewed.token)).toEqual(VISITOR);
  });

  it("asked from another site is refused and leaves the session as it was", async () => {
    const { refreshToken } = await signedIn();
    await expectRefusal(refreshWith(api, refreshToken, { sameSite: false }), "UNAUTHORIZED");
    expect(await rotate(refreshToken)).toHaveProperty("token");
  });

  it.each([
    ["no cookie", null],
    ["an empty cookie", ""],
    ["random bytes", randomText()],
    ["a session that does not exist", `${randomUUID()}.${randomText()}`],
    ["SQL", "' OR 1=1 --"],
  ])("with %s is refused and writes nothing", async (_what, refreshToken) => {
    const before = await api.database.read.auditEvent.count();
    await expectRefusal(api.visitor({ refreshToken }).auth.refresh(), "UNAUTHORIZED", "Unauthorized User");
    expect(await api.database.read.auditEvent.count()).toBe(before);
  });

  it("leaves an audit event on the session", async () => {
    const { token, refreshToken } = await signedIn();
    const { sessionId } = (await whoIs(token)) as AdminActor;
    await rotate(refreshToken);
    expect(await lastAuditEvent(api, "auth.refresh")).toMatchObject({
      subjectType: "admin_session",
      subjectId: sessionId,
      after: { outcome: "refreshed" },
    });
  });
});
