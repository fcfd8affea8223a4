import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { queueOutbox } from "./queue.ts";
import { sendOnceMore } from "./send-once-more.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A message that failed, of which the vendor may be doing the last attempt for so long. */
async function failed(minutes: number): Promise<string> {
  const dedupeKey = randomUUID();
  await api.database.unsafeTransaction(async (tx) => {
    await queueOutbox(tx, api.vault, api.clock.now(), [{ topic: "LEDGER_SHEET", dedupeKey, message: {} }]);
    const nextAt = api.clock.in({ minutes });
    await tx.outboxMessage.update({ where: { dedupeKey }, data: { state: "FAILED", attempts: 8, nextAt } });
  });
  return dedupeKey;
}
const again = (dedupeKey: string) =>
  api.database.unsafeTransaction((tx) => sendOnceMore(tx, api.clock.now(), { dedupeKey }));
const stored = (dedupeKey: string) =>
  api.database.read.outboxMessage.findUniqueOrThrow({ where: { dedupeKey } });

it("what was merely slow is left alone until its vendor can not be doing it any more", async () => {
  const dedupeKey = await failed(5);
  expect(await again(dedupeKey)).toBe(true);
  expect(await stored(dedupeKey)).toMatchObject({
    state: "QUEUED",
    attempts: 8,
    nextAt: api.clock.in({ minutes: 5 }),
  });
});

it("what is over is due at once, and what waits already is not queued twice", async () => {
  const dedupeKey = await failed(-5);
  expect(await again(dedupeKey)).toBe(true);
  expect(await stored(dedupeKey)).toMatchObject({ state: "QUEUED", nextAt: api.clock.now() });
  expect(await again(dedupeKey)).toBe(false);
});
