import { Prisma } from "@countinghouse/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readPrepared } from "./read-prepared.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("has the database keep one plan within transactions, whatever is asked for", async () => {
  const { id } = await api.user();
  await api.database.unsafeTransaction(async (tx) => {
    for (const asked of [id, 0, 1, 2, 3, 4, id]) {
      const rows = await readPrepared<{ id: number }>(
        tx,
        "test.kept",
        Prisma.sql`SELECT id FROM users WHERE id = ${asked}`,
      );
      expect(rows).toEqual(asked === id ? [{ id }] : []);
    }
    const plans = await tx.$queryRaw<{ kept: boolean }[]>`
      SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE name = 'test.kept'`;
    expect(plans).toEqual([{ kept: true }]);
  });
});
