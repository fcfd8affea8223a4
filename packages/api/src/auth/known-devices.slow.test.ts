import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import {
  addAdmin,
  credentials,
  forgetAttempts,
  newestCode,
  PASSWORD,
  queuedMails,
  signInFully,
  wrongCode,
} from "../testing/signing-in.ts";
import { deviceTokensIn, hasIssuedDevice } from "./known-devices.ts";
import { readActor } from "./sessions.ts";

const ONLY_BY_RESET = "Too many wrong passwords. Press Forgot password to set a new one.";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const signIn = (email: string, deviceTokens: string[] = [], password = PASSWORD, ip = "203.0.113.9") =>
  api.visitor({ deviceTokens, ip }).auth.signIn(credentials(email, password));

async function guess(email: string, times: number, deviceTokens: string[] = [], ip = "198.51.100.7") {
  for (let tries = 0; tries < times; tries++)
    await expectRefusal(signIn(email, deviceTokens, "wrong password", ip), "UNAUTHORIZED");
}

/** An admin with a browser that is known of them, and the session on it. */
async function withDevice() {
  const admin = await addAdmin(api, { role: "SUPERADMIN" });
  const { token, deviceToken } = await signInFully(api, admin.email);
  const actor = (await readActor(api.services, token, "::1")) as AdminActor;
  return { ...admin, deviceToken, actor };
}

const press = () => ({ requestId: randomUUID() });
const isKnown = async (email: string, deviceToken: string) => {
  await forgetAttempts(api);
  await guess(email, 10);
  return signIn(email, [deviceToken]).then(
    () => true,
    () => false,
  );
};

describe("a browser that an admin has signed in on", () => {
  it("is not locked out by ten wrong passwords from elsewhere, for the password, the code and another code", async () => {
    const { email, deviceToken } = await withDevice();
    await guess(email, 10);
    await expectRefusal(signIn(email), "LIMITED");
    const { challengeId } = await signIn(email, [deviceToken]);
    const known = api.visitor({ deviceTokens: [deviceToken] }).auth;
    expect(await known.resendCode({ challengeId })).toHaveProperty("message");
    await expectRefusal(api.visitor().auth.resendCode({ challengeId }), "LIMITED");
    const code = await newestCode(api, email);
    await expectRefusal(api.visitor().auth.verifyCode({ challengeId, code }), "LIMITED");
    expect(await known.verifyCode({ challengeId, code })).toHaveProperty("token");
  });

  it("is locked out by ten wrong ones of its own, passwords and codes together, which lock out no other", async () => {
    const { email, deviceToken } = await withDevice();
    const other = (await signInFully(api, email)).deviceToken;
    const { challengeId } = await signIn(email, [deviceToken]);
    const code = wrongCode(await newestCode(api, email));
    await guess(email, 9, [deviceToken]);
    await expectRefusal(
      api.visitor({ deviceTokens: [deviceToken] }).auth.verifyCode({ challengeId, code }),
      "INVALID",
    );
    await expectRefusal(signIn(email, [deviceToken]), "LIMITED");
    expect(await signIn(email, [other])).toHaveProperty("challengeId");
    expect(await signIn(email)).toHaveProperty("challengeId");
  });

  it("is known of its own admin alone", async () => {
    const [{ deviceToken }, other] = [await withDevice(), await addAdmin(api)];
    await guess(other.email, 10);
    await expectRefusal(signIn(other.email, [deviceToken, "A".repeat(43)]), "LIMITED");
  });

  it("stays the same one from sign-in to sign-in, and for 180 days after the last", async () => {
    const { id, email, deviceToken } = await withDevice();
    api.clock.advance({ minutes: 60 * 24 * 179 });
    expect((await signInFully(api, email, { deviceTokens: [deviceToken] })).deviceToken).toBe(deviceToken);
    expect(await api.database.read.knownDevice.count({ where: { adminId: id } })).toBe(1);
    api.clock.advance({ minutes: 60 * 24 * 179 });
    expect(await isKnown(email, deviceToken)).toBe(true);
    api.clock.advance({ minutes: 60 * 24 });
    expect(await isKnown(email, deviceToken)).toBe(false);
  });

  it("known by a token of an earlier form is handed one of this form, and stays the same one", async () => {
    const { id, email } = await addAdmin(api);
    const earlier = "B".repeat(42).concat("A");
    const [usedAt, expiresAt] = [api.clock.now(), api.clock.in({ hours: 24 })];
    const tokenHash = api.vault.secretHash("known-device", earlier);
    await api.database.unsafeTransaction((tx) =>
      tx.knownDevice.create({ data: { adminId: id, tokenHash, usedAt, expiresAt } }),
    );
    const { deviceToken } = await signInFully(api, email, { deviceTokens: [earlier] });
    expect(hasIssuedDevice(api.vault, earlier)).toBe(false);
    expect(hasIssuedDevice(api.vault, deviceToken)).toBe(true);
    expect((await signInFully(api, email, { deviceTokens: [deviceToken] })).deviceToken).toBe(deviceToken);
    expect(await api.database.read.knownDevice.count({ where: { adminId: id } })).toBe(1);
  });

  it("has one token: another spelling of the same bytes is nobody's", async () => {
    const { deviceToken } = await withDevice();
    const bytes = Buffer.from(deviceToken, "base64url");
    const spellings = Array.from(
      { length: 128 },
      (_, last) => deviceToken.slice(0, -1) + String.fromCharCode(last),
    )
      .filter((token) => /^[\w-]{43}$/.test(token))
      .filter((token) => Buffer.from(token, "base64url").equals(bytes));
    expect(spellings).toHaveLength(4);
    expect(spellings.filter((token) => hasIssuedDevice(api.vault, token))).toEqual([deviceToken]);
  });

  it("is told by a cookie of its admin that no script reads, and no table holds its token", async () => {
    const { id, email } = await addAdmin(api);
    const { challengeId } = await signIn(email);
    const answer = new Headers();
    const secure = { ...api.services, secureCookies: true };
    const code = await newestCode(api, email);
    await api.visitor({ answer }, secure).auth.verifyCode({ challengeId, code });
    const [, cookie = ""] = answer.getSetCookie();
    expect(cookie.replace(/=[\w-]{43};/, "=…;")).toBe(
      `__Host-device-${id}=…; Path=/; HttpOnly; SameSite=Strict; Max-Age=15552000; Secure`,
    );
    const [token = ""] = deviceTokensIn([cookie.split(";")[0] ?? ""], true);
    expect(token).toHaveLength(43);
    for (const table of ["known_device", "admin_session", "audit_event", "command_request"]) {
      const { rows } = await api.database.pool.query(`SELECT 1 FROM ${table} t WHERE t::text LIKE $1`, [
        `%${token}%`,
      ]);
      expect(rows).toEqual([]);
    }
  });

  it("is known no longer once another password was set by a link", async () => {
    const { email, deviceToken } = await withDevice();
    await (await api.as("SUPERADMIN")).admins.sendPasswordLink({ id: (await readId(email)).id, ...press() });
    const token = await newestLink(email);
    await api.visitor().admins.setPassword({ token, password: PASSWORD });
    expect(await isKnown(email, deviceToken)).toBe(false);
  });

  it("is known no longer once its sessions were ended by a SUPERADMIN, or its admin was disabled and enabled", async () => {
    const staff = (await api.as("SUPERADMIN")).admins;
    const [one, other] = [await withDevice(), await withDevice()];
    await staff.endSessions({ id: one.id, ...press() });
    expect(await isKnown(one.email, one.deviceToken)).toBe(false);
    await staff.setStatus({ id: other.id, version: 1, isDisabled: true, ...press() });
    await staff.setStatus({ id: other.id, version: 2, isDisabled: false, ...press() });
    expect(await isKnown(other.email, other.deviceToken)).toBe(false);
  });

  it("is known no longer once its admin ended its session, or changed the password on another", async () => {
    const { email, deviceToken, actor } = await withDevice();
    const [second, third] = [await signInFully(api, email), await signInFully(api, email)];
    const own = api.callAs(actor).admins;
    const { sessionId } = (await readActor(api.services, second.token, "::1")) as AdminActor;
    await own.endOwnSession({ sessionId, ...press() });
    expect(await isKnown(email, second.deviceToken)).toBe(false);
    expect(await isKnown(email, third.deviceToken)).toBe(true);
    await own.changeOwnPassword({ current: PASSWORD, password: PASSWORD, ...press() });
    expect(await isKnown(email, third.deviceToken)).toBe(false);
    expect(await isKnown(email, deviceToken)).toBe(true);
  });

  it("changes its password whatever is guessed elsewhere", async () => {
    const { email, actor } = await withDevice();
    await guess(email, 10);
    const change = { current: PASSWORD, password: "a whole new password", ...press() };
    expect(await api.callAs(actor).admins.changeOwnPassword(change)).toHaveProperty("message");
  });
});

describe("wrong passwords in a row", () => {
  /** So many wrong ones, the last of them just now; the others long enough ago to lock nothing. */
  async function guessSlowly(email: string, times: number, isAdmin = true) {
    const row = isAdmin ? "wrongInARow" : "wrongInARowOfNobody";
    await api.services.limits.consume(row, email, times - 2);
    await guess(email, 2);
  }

  it("are a hundred at the most, of a known and an unknown address alike; then only a mailed link helps", async () => {
    const { id, email, deviceToken } = await withDevice();
    const unknown = `${randomUUID()}@lender.example`;
    for (const each of [email, unknown]) {
      await guessSlowly(each, 100, each === email);
      for (const password of [PASSWORD, "wrong password"])
        await expectRefusal(signIn(each, [], password), "LIMITED", ONLY_BY_RESET);
    }
    const staff = (await api.as("SUPERADMIN")).admins;
    await expectRefusal(staff.unlock({ id, ...press() }), "RULE", /Reset the password to unlock the account/);
    expect(await signIn(email, [deviceToken])).toHaveProperty("challengeId");
    await api.visitor().admins.forgotPassword({ email, botCheck: "human" });
    const token = await newestLink(email);
    await api.visitor().admins.setPassword({ token, password: PASSWORD });
    expect(await signIn(email)).toHaveProperty("challengeId");
  });

  it("are counted from nought again once somebody signed in to the end, and not by the right password alone", async () => {
    const { email } = await addAdmin(api);
    await guessSlowly(email, 99);
    await signIn(email);
    await guess(email, 1);
    await expectRefusal(signIn(email), "LIMITED", ONLY_BY_RESET);
    const other = await addAdmin(api);
    await guessSlowly(other.email, 99);
    await signInFully(api, other.email);
    await guess(other.email, 2);
    expect(await signIn(other.email)).toHaveProperty("challengeId");
  });

  it("do not come sooner by tries that are not let through", async () => {
    const { email } = await addAdmin(api);
    await guess(email, 10);
    for (let tries = 0; tries < 95; tries++)
      await expectRefusal(signIn(email, [], "wrong password"), "LIMITED", /Try again in/);
    await api.database.pool.query("DELETE FROM rate_limit WHERE key LIKE 'failures%'");
    expect(await signIn(email)).toHaveProperty("challengeId");
  });
});

it("one address guesses a hundred times in half an hour, whatever the account", async () => {
  await api.services.limits.consume("failuresByAddress", "198.51.100.7", 98);
  for (let account = 0; account < 2; account++) await guess(`${randomUUID()}@lender.example`, 1);
  const { email } = await addAdmin(api);
  await expectRefusal(signIn(email, [], PASSWORD, "198.51.100.7"), "LIMITED", /Try again in/);
  expect(await signIn(email)).toHaveProperty("challengeId");
});

const readId = (email: string) => api.database.read.admin.findUniqueOrThrow({ where: { email } });

async function newestLink(email: string): Promise<string> {
  const mail = (await queuedMails(api)).findLast(({ to }) => to === email);
  return /#([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "";
}
