import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import {
  addAdmin,
  credentials,
  forgetAttempts,
  newestCode,
  queuedMails,
  wrongCode,
} from "../testing/signing-in.ts";

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

const resend = (challengeId: string) => api.visitor().auth.resendCode({ challengeId });
const verify = (challengeId: string, code: string) => api.visitor().auth.verifyCode({ challengeId, code });

describe("asking for another code", () => {
  it("sends a new code and says so; the older one stops working", async () => {
    const { email, challengeId, code } = await startSignIn();
    expect(await resend(challengeId)).toEqual({ message: "OTP has been resent successfully!" });
    const newer = await newestCode(api, email);
    expect(
      await expectRefusal(verify(challengeId, newer === code ? wrongCode(code) : code), "INVALID"),
    ).toEqual({
      reason: "wrong",
    });
    expect(await verify(challengeId, newer)).toHaveProperty("token");
  });

  it("gives the new code its own ten minutes", async () => {
    const { email, challengeId } = await startSignIn();
    api.clock.advance({ minutes: 9 });
    await resend(challengeId);
    api.clock.advance({ minutes: 9 });
    expect(await verify(challengeId, await newestCode(api, email))).toHaveProperty("token");
  });

  it("does not forgive wrong tries: the fifth ends the sign-in, and no further code is sent for it", async () => {
    const { email, challengeId, code } = await startSignIn();
    for (let tries = 0; tries < 4; tries++) {
      await expectRefusal(verify(challengeId, wrongCode(code)), "INVALID");
    }
    await resend(challengeId);
    const newer = await newestCode(api, email);
    expect(await expectRefusal(verify(challengeId, wrongCode(newer)), "INVALID")).toEqual({
      reason: "wrong",
    });
    expect(await expectRefusal(verify(challengeId, newer), "INVALID")).toEqual({ reason: "used" });
    await forgetAttempts(api);
    await expectRefusal(resend(challengeId), "INVALID", "Unable to sent otp please try again!");
  });

  it("refuses a sign-in that is unknown or already finished", async () => {
    const { challengeId, code } = await startSignIn();
    await verify(challengeId, code);
    for (const id of [challengeId, randomUUID()]) {
      await expectRefusal(resend(id), "INVALID", "Unable to sent otp please try again!");
    }
  });

  it("sends nothing for an admin who was disabled meanwhile", async () => {
    const { id, challengeId } = await startSignIn();
    await api.database.unsafeTransaction((tx) =>
      tx.admin.update({ where: { id }, data: { status: "DISABLED" } }),
    );
    const before = (await queuedMails(api)).length;
    await expectRefusal(resend(challengeId), "INVALID", "Unable to sent otp please try again!");
    expect((await queuedMails(api)).length).toBe(before);
  });

  it("is limited to once at first and then once each half minute", async () => {
    const { challengeId } = await startSignIn();
    await resend(challengeId);
    const details = await expectRefusal(
      resend(challengeId),
      "LIMITED",
      /Too many attempts. Try again in \d+ seconds/,
    );
    expect(details.retryAfterSeconds).toBeGreaterThan(0);
    expect(details.retryAfterSeconds).toBeLessThanOrEqual(30);
  });

  it("leaves an audit event on the admin", async () => {
    const { id, challengeId } = await startSignIn();
    await resend(challengeId);
    expect(await lastAuditEvent(api, "auth.resendCode")).toMatchObject({
      subjectId: id,
      after: { challengeId },
    });
  });
});
