import { randomUUID } from "node:crypto";
import { ROLES } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { readActor } from "../auth/sessions.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { addApp, addPasskey, enterPassword, press, signedInAdmin } from "../testing/factors.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createTestPasskey } from "../testing/passkey.ts";
import { forgetAttempts, PASSWORD, queuedMails } from "../testing/signing-in.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

describe("adding a second factor", () => {
  it.each(ROLES)(
    "is done by %s: one by its code, one by what the browser made, each under its name",
    async (role) => {
      const { own } = await signedInAdmin(api, role);
      const first = await addApp(api, own, "My phone");
      const second = await addPasskey(own, "Blue key");
      expect([first.recoveryCodes.length, second.recoveryCodes.length]).toEqual([10, 0]);
      expect(await own.admins.ownFactors()).toMatchObject({
        factors: [
          { kind: "APP", name: "My phone", usedAt: null },
          { kind: "PASSKEY", name: "Blue key", usedAt: null },
        ],
        recoveryCodes: 10,
        isDemanded: false,
      });
    },
  );

  it("needs the password, ten wrong ones of which are all", async () => {
    const { own } = await signedInAdmin(api);
    const begin = (current: string) => own.admins.beginFactor({ kind: "APP", current, ...press() });
    for (let tries = 0; tries < 10; tries++)
      await expectRefusal(begin("not the password"), "INVALID", "This is not your password.");
    await expectRefusal(begin(PASSWORD), "LIMITED");
  });

  it("needs a right code, or a passkey made for this and for this console, within ten minutes", async () => {
    const { own } = await signedInAdmin(api);
    const begin = (kind: "APP" | "PASSKEY") =>
      own.admins.beginFactor({ kind, current: PASSWORD, ...press() });
    const app = await begin("APP");
    await expectRefusal(
      own.admins.confirmApp({ factorId: app.factorId, name: "Phone", code: "000000", ...press() }),
      "INVALID",
      "This is not the current code of the app.",
    );
    const { factorId, passkey } = await begin("PASSKEY");
    const made = (challenge: string, origin?: string) =>
      own.admins.confirmPasskey({
        factorId,
        name: "Key",
        passkey: createTestPasskey().made(challenge, origin),
        ...press(),
      });
    await expectRefusal(made("AAAA"), "INVALID", "The passkey was not accepted. Try again.");
    await expectRefusal(made(passkey?.challenge ?? "", "https://evil.example"), "INVALID");
    api.clock.advance({ minutes: 10 });
    await expectRefusal(made(passkey?.challenge ?? ""), "INVALID", "This took too long. Begin again.");
    expect((await own.admins.ownFactors()).factors).toEqual([]);
  });

  it("is not ended by somebody else, and a passkey is added once", async () => {
    const [one, other] = [await signedInAdmin(api), await signedInAdmin(api)];
    const { factorId, passkey } = await one.own.admins.beginFactor({
      kind: "PASSKEY",
      current: PASSWORD,
      ...press(),
    });
    const made = createTestPasskey().made(passkey?.challenge ?? "");
    const confirm = { factorId, name: "Key", passkey: made, ...press() };
    await expectRefusal(other.own.admins.confirmPasskey(confirm), "INVALID");
    await one.own.admins.confirmPasskey(confirm);
    await expectRefusal(one.own.admins.confirmPasskey({ ...confirm, ...press() }), "INVALID");
    await expectRefusal(api.visitor().admins.confirmPasskey({ ...confirm, ...press() }), "UNAUTHORIZED");
  });

  it("survives a press that is sent again: one is begun, one added, and the codes are shown once", async () => {
    const { own } = await signedInAdmin(api);
    const begin = { kind: "APP", current: PASSWORD, ...press() } as const;
    const begun = await own.admins.beginFactor(begin);
    expect(await own.admins.beginFactor(begin)).toEqual(begun);
    const { code } = await addApp(api, own, "Other phone");
    const before = await countAuditEvents(api, "admins.renewRecoveryCodes");
    const renew = { current: PASSWORD, ...press() };
    const { recoveryCodes } = await own.admins.renewRecoveryCodes(renew);
    expect(recoveryCodes).toHaveLength(10);
    await expectRefusal(own.admins.renewRecoveryCodes(renew), "CONFLICT", /were already shown/);
    expect(await countAuditEvents(api, "admins.renewRecoveryCodes")).toBe(before + 1);
    expect(code()).toMatch(/^\d{6}$/);
  });

  it("leaves events that name it, its kind and its owner", async () => {
    const { id, own } = await signedInAdmin(api);
    const { factorId } = await addApp(api, own, "My phone");
    expect(await lastAuditEvent(api, "admins.confirmApp")).toMatchObject({
      actor: `admin:${id}`,
      subjectType: "second_factor",
      subjectId: factorId,
      after: { kind: "APP", name: "My phone", recoveryCodesMade: true },
    });
    expect(await lastAuditEvent(api, "admins.beginFactor")).toMatchObject({ subjectId: factorId });
  });
});

describe("one's own second factor", () => {
  it("is renamed and removed by its owner alone, each an event; a code is mailed again after the last", async () => {
    const [one, other] = [await signedInAdmin(api), await signedInAdmin(api)];
    const { factorId } = await addApp(api, one.own, "Phone");
    const rename = { factorId, name: "Old phone", ...press() };
    await expectRefusal(other.own.admins.renameFactor(rename), "NOT_FOUND");
    await one.own.admins.renameFactor(rename);
    expect(await one.own.admins.renameFactor(rename)).toEqual({ message: "The name was changed." });
    expect(await lastAuditEvent(api, "admins.renameFactor")).toMatchObject({
      before: { name: "Phone" },
      after: { name: "Old phone" },
    });
    const remove = { factorId, current: PASSWORD, ...press() };
    await expectRefusal(other.own.admins.removeFactor(remove), "NOT_FOUND");
    await expectRefusal(one.own.admins.removeFactor({ ...remove, current: "not the password" }), "INVALID");
    const before = await countAuditEvents(api, "admins.removeFactor");
    await one.own.admins.removeFactor(remove);
    expect(await one.own.admins.removeFactor(remove)).toEqual({ message: "It was removed." });
    expect(await countAuditEvents(api, "admins.removeFactor")).toBe(before + 1);
    expect(await one.own.admins.ownFactors()).toMatchObject({ factors: [], recoveryCodes: 0 });
    const mails = (await queuedMails(api)).length;
    expect(await enterPassword(api, one.email)).toMatchObject({ factors: null });
    expect(await queuedMails(api)).toHaveLength(mails + 1);
  });

  it("recovery codes are made anew for who has one alone, and those before stop working", async () => {
    const { email, own } = await signedInAdmin(api);
    await expectRefusal(own.admins.renewRecoveryCodes({ current: PASSWORD, ...press() }), "RULE");
    const { recoveryCodes } = await addApp(api, own);
    const renewed = await own.admins.renewRecoveryCodes({ current: PASSWORD, ...press() });
    const { challengeId } = await enterPassword(api, email);
    const by = (code = "") => api.visitor().auth.verifyFactor({ challengeId, method: "RECOVERY", code });
    await expectRefusal(by(recoveryCodes[0]), "INVALID");
    expect(await by(renewed.recoveryCodes[0])).toHaveProperty("token");
  });
});

describe("somebody's second factors", () => {
  it("are removed by a SUPERADMIN, which ends their sessions, and is an event with what there was", async () => {
    const { id, email, own, token } = await signedInAdmin(api);
    await addApp(api, own, "Lost phone");
    const staff = (await api.as("SUPERADMIN")).admins;
    expect((await staff.list()).find((admin) => admin.id === id)).toMatchObject({ factors: 1 });
    const before = await countAuditEvents(api, "admins.removeFactors");
    const remove = { id, ...press() };
    const first = await staff.removeFactors(remove);
    expect(await staff.removeFactors(remove)).toEqual(first);
    expect(await countAuditEvents(api, "admins.removeFactors")).toBe(before + 1);
    expect(await lastAuditEvent(api, "admins.removeFactors")).toMatchObject({
      subjectId: id,
      before: { factors: [{ kind: "APP", name: "Lost phone" }] },
      after: { factors: [], sessionsEnded: 1 },
    });
    expect((await readActor(api.services, token, "::1")).kind).toBe("visitor");
    expect(await enterPassword(api, email)).toMatchObject({ factors: null });
  });

  it("are not removed where there is none, nor by their owner", async () => {
    const { id, token, own } = await signedInAdmin(api, "SUPERADMIN");
    const staff = (await api.as("SUPERADMIN")).admins;
    await expectRefusal(staff.removeFactors({ id, ...press() }), "RULE", "There is no second factor.");
    await addApp(api, own);
    const oneself = api.callAs((await readActor(api.services, token, "::1")) as AdminActor).admins;
    await expectRefusal(oneself.removeFactors({ id, ...press() }), "RULE", "Remove your own under Profile.");
    await expectRefusal(staff.removeFactors({ id: randomUUID(), ...press() }), "NOT_FOUND");
  });
});
