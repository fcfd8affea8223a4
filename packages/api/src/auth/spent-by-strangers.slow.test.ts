import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
} from "../testing/signing-in.ts";
import { deviceTokensIn } from "./known-devices.ts";

/** Everybody of the office, and a stranger there. */
const OFFICE = "203.0.113.77";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const at = (deviceTokens: string[] = [], answer = new Headers()) =>
  api.visitor({ ip: OFFICE, deviceTokens, answer });
const spend = (limit: Parameters<typeof api.services.limits.consume>[0], uses: number) =>
  api.services.limits.consume(limit, OFFICE, uses);
const ask = (email: string, deviceTokens: string[] = []) =>
  at(deviceTokens).admins.forgotPassword({ email, botCheck: `human-${randomUUID()}` });
async function newestLink(email: string): Promise<string> {
  const mail = (await queuedMails(api)).findLast(({ to }) => to === email);
  return /#([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("a stranger at the address of the office", () => {
  it("who fails the bot check any number of times takes no sign-in and no link from anybody there", async () => {
    const { email } = await addAdmin(api);
    const robot = { ...credentials(email), botCheck: "robot" };
    await expectRefusal(at().auth.signIn(robot), "INVALID", /not a robot/);
    const asked = () => at().admins.forgotPassword({ email, botCheck: "robot" });
    // Whose check has expired in a colleague's window is told so after all these as well.
    for (let tries = 0; tries < 301; tries++) await expectRefusal(asked(), "INVALID", /has expired/);
    const { rows } = await api.database.pool.query("SELECT 1 FROM rate_limit");
    expect(rows).toEqual([]);
    expect(await at().auth.signIn(credentials(email))).toHaveProperty("challengeId");
    expect(await ask(email)).toHaveProperty("message");
  });

  it("who sends a solution again that was used spends none either", async () => {
    const { email } = await addAdmin(api);
    const used = credentials(email);
    await at().auth.signIn(used);
    await spend("signInByAddress", 298);
    for (let times = 0; times < 5; times++) await expectRefusal(at().auth.signIn(used), "INVALID");
    expect(await at().auth.signIn(credentials(email))).toHaveProperty("challengeId");
  });

  it("who solves as many as one address may keeps a known device from neither the sign-in nor a link", async () => {
    const { email } = await addAdmin(api);
    const { deviceToken } = await signInFully(api, email);
    await spend("signInByAddress", 300);
    await spend("resetsByAddress", 30);
    await expectRefusal(at().auth.signIn(credentials(email)), "LIMITED");
    await expectRefusal(ask(email), "LIMITED");
    expect(await at([deviceToken]).auth.signIn(credentials(email))).toHaveProperty("challengeId");
    expect(await ask(email, [deviceToken])).toHaveProperty("message");
    expect(await newestLink(email)).not.toBe("");
  });

  it("who tries links that were never sent keeps nobody from setting a password by theirs", async () => {
    const { email } = await addAdmin(api);
    await ask(email);
    const wrong = () => at().admins.setPassword({ token: "A".repeat(43), password: PASSWORD });
    await expectRefusal(wrong(), "INVALID");
    await spend("wrongLinksByAddress", 59);
    await expectRefusal(wrong(), "LIMITED");
    expect(
      await at().admins.setPassword({ token: await newestLink(email), password: PASSWORD }),
    ).toHaveProperty("message");
  });
});

it("a known device has a count of its own, of sign-ins, links and codes", async () => {
  const { email } = await addAdmin(api);
  const { deviceToken } = await signInFully(api, email);
  const { id } = await api.database.read.knownDevice.findFirstOrThrow({ where: { admin: { email } } });
  for (const [limit, uses] of [
    ["signInByDevice", 60],
    ["resetsByDevice", 10],
    ["codesByDevice", 60],
  ] as const) {
    await api.services.limits.consume(limit, id, uses);
    const tried =
      limit === "resetsByDevice"
        ? ask(email, [deviceToken])
        : at([deviceToken]).auth.signIn(credentials(email));
    await expectRefusal(tried, "LIMITED");
    await forgetAttempts(api);
  }
});

it("whoever knows the password and takes every code of the account leaves those of a known device", async () => {
  const { email } = await addAdmin(api);
  const { deviceToken } = await signInFully(api, email);
  await api.services.limits.consume("codesByAccount", email, 59);
  await expectRefusal(at().auth.signIn(credentials(email)), "LIMITED");
  const { challengeId } = await at([deviceToken]).auth.signIn(credentials(email));
  expect(await at([deviceToken]).auth.resendCode({ challengeId })).toHaveProperty("message");
});

it("the browser that set a password by a mailed link signs in, whatever is guessed elsewhere meanwhile", async () => {
  const { id, email } = await addAdmin(api);
  await ask(email);
  const answer = new Headers();
  await at([], answer).admins.setPassword({ token: await newestLink(email), password: PASSWORD });
  const [cookie = ""] = answer.getSetCookie();
  expect(cookie).toContain(`device-${id}=`);
  await api.services.limits.consume("failuresByAccount", email, 10);
  await api.services.limits.consume("wrongInARow", email, 100);
  await expectRefusal(at().auth.signIn(credentials(email)), "LIMITED");
  const known = at(deviceTokensIn([cookie.split(";")[0] ?? ""], false)).auth;
  const { challengeId } = await known.signIn(credentials(email));
  expect(await known.verifyCode({ challengeId, code: await newestCode(api, email) })).toHaveProperty("token");
});
