import { randomUUID } from "node:crypto";
import { addApp, addPasskey, press } from "../factors.ts";
import type { TestApi } from "../harness.ts";
import { createTestPasskey } from "../passkey.ts";
import { addAdmin, PASSWORD } from "../signing-in.ts";
import { type MutationExamples, signedIn } from "./book.ts";

const anAdmin = async (api: TestApi) => (await addAdmin(api)).id;

/** Examples about admins, their own accounts, passcodes and second factors. */
export const STAFF_EXAMPLES: MutationExamples = {
  "admins.invite": async () => ({
    input: { email: "ines.kaur@lender.example", fullName: "Ines Kaur", role: "EMPLOYEE", paymentFlag: false },
    other: { fullName: "Ines Maria Kaur" },
  }),
  "admins.change": async ({ api }) => ({
    input: { id: await anAdmin(api), version: 1, role: "AUDITOR", paymentFlag: true },
    other: { paymentFlag: false },
  }),
  "admins.setStatus": async ({ api }) => ({
    input: { id: await anAdmin(api), version: 1, isDisabled: true },
    other: { version: 2 },
  }),
  "admins.sendPasswordLink": async ({ api }) => ({
    input: { id: await anAdmin(api) },
    other: { id: await anAdmin(api) },
  }),
  "admins.endSessions": async ({ api }) => ({
    input: { id: (await signedIn(api)).id },
    other: { id: await anAdmin(api) },
  }),
  "admins.removeFactors": async ({ api }) => {
    const actor = await signedIn(api);
    await addApp(api, api.callAs(actor));
    return { input: { id: actor.id }, other: { id: await anAdmin(api) } };
  },
  "admins.raiseBudget": async ({ api }) => ({
    input: { id: await anAdmin(api), customers: 3, reveals: 5, hours: 2, reason: "The yearly review." },
    other: { hours: 3 },
  }),
  "admins.unlock": async ({ api }) => ({
    input: { id: await anAdmin(api) },
    other: { id: await anAdmin(api) },
  }),
  "admins.endOwnSession": async ({ api }) => {
    const as = await signedIn(api);
    const { id: sessionId } = await api.database.unsafeTransaction((tx) =>
      tx.adminSession.create({
        data: {
          adminId: as.id,
          refreshHash: Buffer.from(randomUUID()),
          rotatedAt: api.clock.now(),
          idleUntil: api.clock.in({ hours: 1 }),
          absoluteUntil: api.clock.in({ hours: 1 }),
        },
        select: { id: true },
      }),
    );
    return { as, input: { sessionId }, other: { sessionId: randomUUID() } };
  },
  "admins.changeOwnName": async ({ api }) => ({
    as: await signedIn(api),
    input: { fullName: "Ines Kaur", version: 1 },
    other: { fullName: "Ines Maria Kaur" },
  }),
  "admins.beginFactor": async ({ api }) => ({
    as: await signedIn(api),
    input: { kind: "APP", current: PASSWORD },
    other: { kind: "PASSKEY" },
  }),
  "admins.confirmPasskey": async ({ api }) => {
    const as = await signedIn(api);
    const caller = api.callAs(as);
    await addApp(api, caller);
    const begin = { kind: "PASSKEY", current: PASSWORD } as const;
    const { factorId, passkey } = await caller.admins.beginFactor({ ...press(), ...begin });
    const made = createTestPasskey().made(passkey?.challenge ?? "");
    return { as, input: { factorId, name: "Key", passkey: made }, other: { name: "Blue key" } };
  },
  "admins.renameFactor": async ({ api }) => {
    const as = await signedIn(api);
    const { factorId } = await addApp(api, api.callAs(as));
    return { as, input: { factorId, name: "Old phone" }, other: { name: "New phone" } };
  },
  "admins.removeFactor": async ({ api }) => {
    const as = await signedIn(api);
    const { factorId } = await addApp(api, api.callAs(as));
    const { factorId: key } = await addPasskey(api.callAs(as));
    return { as, input: { factorId, current: PASSWORD }, other: { factorId: key } };
  },
  "factors.setDemand": async () => ({
    input: { role: "AUDITOR", isDemanded: true, version: 0 },
    other: { isDemanded: false },
  }),
  "passcodes.set": async () => ({
    input: { kind: "ACH", passcode: "555555" },
    other: { passcode: "666666" },
  }),
};
