import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { addApp, press, signedInAdmin } from "../testing/factors.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, credentials, forgetAttempts, PASSWORD, queuedMails } from "../testing/signing-in.ts";
import { deviceTokensIn } from "./known-devices.ts";

const LOCKED = /wrong second-factor codes\. Ask a SUPERADMIN/;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(() => forgetAttempts(api));
afterAll(() => api.close());

async function withApp() {
  const admin = await signedInAdmin(api);
  return { ...admin, ...(await addApp(api, admin.own)) };
}

async function newestLink(email: string): Promise<string> {
  const mail = (await queuedMails(api)).findLast(({ to }) => to === email);
  return /#([\w-]{43})\b/.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Sets a password by a mailed link, as whoever reads the mailbox can; returns the browser that is known from then on. */
async function resetPassword(email: string): Promise<string[]> {
  await api.visitor().admins.forgotPassword({ email, botCheck: `human-${randomUUID()}` });
  const answer = new Headers();
  await api.visitor({ answer }).admins.setPassword({ token: await newestLink(email), password: PASSWORD });
  return deviceTokensIn([answer.getSetCookie()[0]?.split(";")[0] ?? ""], false);
}

async function enter(email: string, deviceTokens: string[] = []) {
  const auth = api.visitor({ deviceTokens }).auth;
  const { challengeId } = await auth.signIn(credentials(email));
  return (code: string) => auth.verifyFactor({ challengeId, method: "APP", code });
}

/** Codes of an app that are wrong, each of them tried. */
async function guess(email: string, times: number, deviceTokens: string[] = []) {
  for (let tries = 0; tries < times; tries += 5) {
    const verify = await enter(email, deviceTokens);
    for (let each = tries; each < Math.min(times, tries + 5); each++)
      await expectRefusal(verify("000000"), "INVALID");
  }
}

const spend = (id: string, uses: number) => api.services.limits.consume("wrongFactorsInARow", id, uses);
const unlock = async (id: string) => (await api.as("SUPERADMIN")).admins.unlock({ id, ...press() });

describe("wrong second factors of an admin", () => {
  it("are a hundred in a row, however often the password is set by a mailed link meanwhile; then a SUPERADMIN opens it", async () => {
    const { id, email, code } = await withApp();
    await spend(id, 97);
    for (let resets = 0; resets < 2; resets++) {
      const device = await resetPassword(email);
      await guess(email, 1, device);
      api.clock.advance({ minutes: 10 });
    }
    const device = await resetPassword(email);
    await guess(email, 1, device);
    const verify = await enter(email, device);
    await expectRefusal(verify(code()), "LIMITED", LOCKED);
    await expectRefusal((await enter(email))(code()), "LIMITED", LOCKED);
    await unlock(id);
    expect(await verify(code())).toHaveProperty("token");
  });

  it("are counted from nought again once somebody signed in to the end, and for each admin alone", async () => {
    const [one, other] = [await withApp(), await withApp()];
    await spend(one.id, 99);
    await spend(other.id, 100);
    api.clock.advance({ seconds: 60 });
    expect(await (await enter(one.email))(one.code())).toHaveProperty("token");
    await guess(one.email, 2);
    expect(await (await enter(one.email))(one.code(1))).toHaveProperty("token");
  });

  it("are spent by nobody who does not know the password", async () => {
    const { id, email, code } = await withApp();
    await spend(id, 99);
    api.clock.advance({ seconds: 60 });
    for (let tries = 0; tries < 9; tries++)
      await expectRefusal(api.visitor().auth.signIn(credentials(email, "wrong password")), "UNAUTHORIZED");
    const challengeId = randomUUID();
    const unknown = api.visitor().auth.verifyFactor({ challengeId, method: "APP", code: "123456" });
    await expectRefusal(unknown, "INVALID");
    expect(await (await enter(email))(code())).toHaveProperty("token");
  });
});

it("a link that was used counts as mailed: the password is set by one link in ten minutes", async () => {
  const { email } = await addAdmin(api);
  await resetPassword(email);
  const first = await newestLink(email);
  await api.visitor().admins.forgotPassword({ email, botCheck: `human-${randomUUID()}` });
  expect(await newestLink(email)).toBe(first);
  api.clock.advance({ minutes: 10 });
  await resetPassword(email);
  expect(await newestLink(email)).not.toBe(first);
});
