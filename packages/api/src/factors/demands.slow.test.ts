import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import { openMetabase } from "../admins/metabase.ts";
import { readActor } from "../auth/sessions.ts";
import { assertMayImport } from "../imports/add-file.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { addApp, openOwn, press, signedInAdmin } from "../testing/factors.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin, forgetAttempts, PASSWORD, signInFully } from "../testing/signing-in.ts";
import { assertMayUpload } from "../uploads/request.ts";

const FIRST = "Your role needs a second factor. Add one under Profile first.";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => forgetAttempts(api));
afterAll(() => api.close());

const demandsNow = async () => (await api.as("VIEWER")).factors.demands();

/** Says whether a role needs a second factor, from the version that stands. */
async function demand(role: Role, isDemanded: boolean, as: Role = "SUPERADMIN") {
  const { version = 0 } = (await demandsNow()).find((each) => each.role === role) ?? {};
  return (await api.as(as)).factors.setDemand({ role, isDemanded, version, ...press() });
}

it("whose role needs one can do nothing but add it, from the next request on; with it everything is as before", async () => {
  const { id, own, token } = await signedInAdmin(api, "EMPLOYEE");
  expect(await own.admins.me()).toMatchObject({ mustAddFactor: false });
  await demand("EMPLOYEE", true);
  const actor = (await readActor(api.services, token, "::1")) as AdminActor;
  expect(actor.mustAddFactor).toBe(true);
  const confined = api.callAs(actor);
  expect(await confined.admins.me()).toMatchObject({ mustAddFactor: true });
  expect(await confined.admins.ownSessions()).toHaveLength(1);
  await expectRefusal(confined.users.get({ id: 1 }), "FORBIDDEN", FIRST);
  const note = { userId: 1, note: "x", date: "2026-11-20", ...press() };
  await expectRefusal(confined.notes.create(note), "FORBIDDEN", FIRST);
  await addApp(api, confined);
  expect((await (await openOwn(api, token)).admins.me()).mustAddFactor).toBe(false);
  await expectRefusal((await openOwn(api, token)).users.get({ id: 2_000_000_000 }), "NOT_FOUND");
  expect((await demandsNow()).find(({ role }) => role === "EMPLOYEE")).toMatchObject({ without: 0 });
  const { factors } = await (await openOwn(api, token)).admins.ownFactors();
  await expectRefusal(
    (await openOwn(api, token)).admins.removeFactor({
      factorId: factors[0]?.id ?? "",
      current: PASSWORD,
      ...press(),
    }),
    "RULE",
    "Your role needs a second factor. Add another one first.",
  );
  await (await api.as("SUPERADMIN")).admins.removeFactors({ id, ...press() });
  await demand("EMPLOYEE", false);
});

it("no other door is open to them: uploads, files of an import, writes of any kind, and Metabase", async () => {
  const { email } = await addAdmin(api, { role: "ADMIN" });
  const { token, refreshToken } = await signInFully(api, email);
  const services = { ...api.services, metabase: { url: "https://metabase.example.test/", emails: [email] } };
  expect(await openMetabase(services, refreshToken)).toBe("https://metabase.example.test/");
  await demand("ADMIN", true);
  const actor = (await readActor(api.services, token, "::1")) as AdminActor;
  expect(() => assertMayUpload(actor, 10)).toThrow(FIRST);
  const superadmin: AdminActor = { ...actor, role: "SUPERADMIN" };
  expect(() => assertMayImport(superadmin, 10)).toThrow(FIRST);
  expect(await openMetabase(services, refreshToken)).toBeNull();
  const write = api
    .ctx(actor)
    .command({ action: "notes.create", capability: "notes.write", input: { requestId: randomUUID() } }, () =>
      Promise.reject(new Error("It was written.")),
    );
  await expectRefusal(write, "FORBIDDEN", FIRST);
  await demand("ADMIN", false);
});

it("a SUPERADMIN with one of their own makes their own role need one, and nobody without", async () => {
  await expectRefusal(
    demand("SUPERADMIN", true),
    "RULE",
    "Add a second factor of your own under Profile first.",
  );
  const { own } = await signedInAdmin(api, "SUPERADMIN");
  await addApp(api, own);
  const change = { role: "SUPERADMIN", isDemanded: true, version: 0, ...press() } as const;
  expect(await own.factors.setDemand(change)).toMatchObject({ isDemanded: true, version: 1 });
  await own.factors.setDemand({ ...change, isDemanded: false, version: 1, ...press() });
});

it("is set by a SUPERADMIN alone, from what was read, once a press, and leaves its event", async () => {
  await expectRefusal(demand("VIEWER", true, "ADMIN"), "FORBIDDEN", "Only SUPERADMIN can do this.");
  const { factors } = await api.as("SUPERADMIN");
  const before = await countAuditEvents(api, "factors.setDemand");
  const change = { role: "AUDITOR", isDemanded: true, version: 0, ...press() } as const;
  const first = await factors.setDemand(change);
  expect(await factors.setDemand(change)).toEqual(first);
  await expectRefusal(factors.setDemand({ ...change, ...press() }), "CONFLICT");
  expect(await countAuditEvents(api, "factors.setDemand")).toBe(before + 1);
  expect(await lastAuditEvent(api, "factors.setDemand")).toMatchObject({
    subjectId: "secondFactor:AUDITOR",
    before: { isDemanded: false },
    after: { isDemanded: true },
  });
  expect((await demandsNow()).find(({ role }) => role === "AUDITOR")).toMatchObject({
    isDemanded: true,
    updatedBy: "Test SUPERADMIN",
    updatedAt: api.clock.now(),
  });
});
