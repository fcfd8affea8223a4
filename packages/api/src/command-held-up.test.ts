import { randomUUID } from "node:crypto";
import { HeldUpError } from "@countinghouse/db";
import { PATIENT } from "@countinghouse/db/testing/database";
import { NOTHING_SAVED } from "@countinghouse/validators/held-up";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CommandSpec } from "./command.ts";
import type { WriteTools } from "./core.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

const spec = (input: { requestId: string }): CommandSpec => ({
  action: "test.write",
  capability: "notes.write",
  input,
});

let api: TestApi;
let blockedId: number;
let letGo: () => void;
beforeAll(async () => {
  api = await createTestApi({ limits: { ...PATIENT, lockMs: 200 } });
  ({ id: blockedId } = await api.user());
  const holder = await api.database.pool.connect();
  await holder.query(`BEGIN; SELECT 1 FROM users WHERE id = ${blockedId} FOR UPDATE`);
  letGo = () => holder.release(true);
});
afterAll(async () => {
  letGo();
  await api.close();
});

const rename = async ({ tx }: WriteTools) => {
  await tx.user.update({ where: { id: blockedId }, data: { lastname: "Renamed" } });
  return { result: null, audit: { subject: { type: "user", id: blockedId } } };
};
const countRequests = () => api.database.read.commandRequest.count();

it("a write that somebody stands in the way of is given up and refused in words, and leaves nothing behind", async () => {
  const { command } = api.ctx(await api.admin("EMPLOYEE"));
  const before = await countRequests();
  await expectRefusal(command(spec({ requestId: randomUUID() }), rename), "UNAVAILABLE", NOTHING_SAVED);
  expect(await countRequests()).toBe(before);
});

it("a write is not said to have saved nothing while the same press is under way elsewhere", async () => {
  const { command } = api.ctx(await api.admin("EMPLOYEE"));
  const request = spec({ requestId: randomUUID() });
  const [entered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = command(request, async () => {
    entered.resolve();
    await held.promise;
    return { result: "saved", audit: { subject: { type: "user", id: blockedId } } };
  });
  await entered.promise;
  await expect(command(request, rename)).rejects.toThrow(HeldUpError);
  held.resolve();
  expect(await first).toBe("saved");
});

it("a write is not said to have saved nothing where the same call wrote before", async () => {
  const { command } = api.ctx(await api.admin("EMPLOYEE"));
  await command(spec({ requestId: randomUUID() }), async () => ({
    result: null,
    audit: { subject: { type: "user", id: blockedId } },
  }));
  await expect(command(spec({ requestId: randomUUID() }), rename)).rejects.toThrow(HeldUpError);
});
