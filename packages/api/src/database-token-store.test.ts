import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabaseTokenStore } from "./database-token-store.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 6 });
});
afterAll(() => test.drop());

const store = (vendor: string) => createDatabaseTokenStore(test.database, test.vault, vendor);
const token = (authorization: string) => ({ authorization, renewAt: 1_000 });

it("is empty to begin with, and another process finds what one kept", async () => {
  const kept = await store("one").update((before) => {
    expect(before).toEqual({ token: null, requestedAt: [] });
    return Promise.resolve({ token: token("Bearer first"), requestedAt: [1, 2] });
  });
  await store("one").update((before) => {
    expect(before).toEqual(kept);
    return Promise.resolve(before);
  });
});

it("changes one after the other, whichever process they come from", async () => {
  const counts = Array.from({ length: 20 }, (_, at) =>
    store("counted").update(async ({ requestedAt }) => {
      await new Promise(setImmediate);
      return { token: null, requestedAt: [...requestedAt, at] };
    }),
  );
  await Promise.all(counts);
  const { requestedAt } = await store("counted").update((kept) => Promise.resolve(kept));
  expect(requestedAt.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 20 }, (_, at) => at),
  );
});

it("keeps what was there when a change fails, and lets the next one in", async () => {
  await store("failing").update(() => Promise.resolve({ token: token("Bearer kept"), requestedAt: [] }));
  const failing = store("failing").update(() => Promise.reject(new Error("The vendor is away.")));
  await expect(failing).rejects.toThrow("The vendor is away.");
  const kept = await store("failing").update((before) => Promise.resolve(before));
  expect(kept.token).toEqual(token("Bearer kept"));
});

it("keeps nothing of a holder that was thrown out meanwhile, as a frozen one is, and lets the next one in", async () => {
  const thrownOut = store("frozen").update(async () => {
    await test.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = 4817203",
    );
    return { token: token("Bearer late"), requestedAt: [] };
  });
  await expect(thrownOut).rejects.toThrow(/not queryable|terminat/);
  const kept = await store("frozen").update((before) => Promise.resolve(before));
  expect(kept).toEqual({ token: null, requestedAt: [] });
});

it("gives its connection back with the limits it had", async () => {
  const single = await createTestDatabase({ size: 1 });
  const limits = async () =>
    (
      await single.database.pool.query(
        "SELECT name, setting FROM pg_settings WHERE name IN ('lock_timeout', 'statement_timeout', 'idle_session_timeout')",
      )
    ).rows;
  const before = await limits();
  await createDatabaseTokenStore(single.database, single.vault, "one").update((kept) =>
    Promise.resolve(kept),
  );
  expect(await limits()).toEqual(before);
  await single.drop();
});

it("seals the token, to its vendor", async () => {
  await store("sealed").update(() => Promise.resolve({ token: token("Bearer secret"), requestedAt: [] }));
  const row = await test.database.read.vendorToken.findUniqueOrThrow({ where: { vendor: "sealed" } });
  expect(Buffer.from(row.sealed).includes("secret")).toBe(false);
  await test.database.pool.query("INSERT INTO vendor_token (vendor, sealed) VALUES ('other', $1)", [
    row.sealed,
  ]);
  await expect(store("other").update((kept) => Promise.resolve(kept))).rejects.toThrow(
    "unable to authenticate data",
  );
});

it("holds no transaction while the vendor is asked", async () => {
  await store("asked").update(async (kept) => {
    const { rows } = await test.database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
    );
    expect(rows).toEqual([]);
    return kept;
  });
});
