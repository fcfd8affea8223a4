import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

const CONNECTIONS = 4;
const WHOLE = { name: "test.whole", text: "SELECT * FROM outdated_plan ORDER BY id" };

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: CONNECTIONS });
  await held.asOwner("CREATE TABLE outdated_plan (id int PRIMARY KEY)");
  await held.asOwner("INSERT INTO outdated_plan VALUES (1)");
  await held.asOwner("GRANT SELECT ON outdated_plan TO PUBLIC");
});
afterAll(() => held.drop());

it("a statement that is prepared on every connection goes on when a migration adds a column to its table", async () => {
  const database = connect(held.url, { size: CONNECTIONS });
  try {
    const onEach = async () =>
      (
        await Promise.all(
          Array.from({ length: 3 * CONNECTIONS }, () =>
            database.read.sql<Record<string, unknown>>(WHOLE, []),
          ),
        )
      ).map((rows) => rows[0]);
    const all = (row: object) => Array.from({ length: 3 * CONNECTIONS }, () => row);
    expect(await onEach()).toEqual(all({ id: 1 }));
    const asItIs = await held.database.pool.connect();
    await asItIs.query(WHOLE);
    await held.asOwner("ALTER TABLE outdated_plan ADD COLUMN added int DEFAULT 7");
    await expect(asItIs.query(WHOLE)).rejects.toMatchObject({ code: "0A000" });
    asItIs.release(true);
    expect(await onEach()).toEqual(all({ id: 1, added: 7 }));
    await held.asOwner("ALTER TABLE outdated_plan DROP COLUMN added, ADD COLUMN later text DEFAULT 'x'");
    expect(await onEach()).toEqual(all({ id: 1, later: "x" }));
  } finally {
    await database.close();
  }
});

it("what the database refuses for another reason is refused as it was", async () => {
  const text = "SELECT nothing FROM outdated_plan";
  await expect(held.database.read.sql({ name: "test.wrong", text }, [])).rejects.toMatchObject({
    code: "42703",
  });
});
