import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { drainOutbox, type OutboxHandler, type OutboxHandlers } from "./deliver.ts";
import { queueOutbox } from "./queue.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it.each([
  ["for as long as it asks for", 120_000, 120],
  ["for an hour at most", 86_400_000, 3_600],
  ["for as long as it would be anyway where it asks for less", 1_000, 2],
  ["as usual where it asks for nothing", undefined, 2],
])("a vendor that takes no more for now is left alone %s", async (name, retryAfterMs, seconds) => {
  const draft = { topic: "LEDGER_SHEET" as const, dedupeKey: name, message: {} };
  await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [draft]));
  const error = new ProviderError({
    kind: "unavailable",
    provider: "test",
    message: "429",
    status: 429,
    retryAfterMs,
  });
  const refuses: OutboxHandler = {
    deliver: (_services, claimed) => Promise.resolve(claimed.map(({ id }) => ({ id, error }))),
    effectWindowMs: () => 0,
    claimedAtOnce: 1,
  };
  const handlers: OutboxHandlers = {
    EMAIL: refuses,
    LEDGER_SHEET: refuses,
    CRM: refuses,
    ASSET_REPORT: refuses,
    BACKFILL: refuses,
    BUSINESS: refuses,
  };
  await drainOutbox(api.services, handlers, ["LEDGER_SHEET"]);
  expect(
    await api.database.read.outboxMessage.findUniqueOrThrow({ where: { dedupeKey: name } }),
  ).toMatchObject({ state: "QUEUED", attempts: 1, nextAt: api.clock.in({ seconds }) });
});
