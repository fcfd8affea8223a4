import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPace } from "./pace.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 4 });
});
afterAll(() => held.drop());

const open = (name: string, perMinute: number) =>
  createPace(held.database, name, perMinute, AbortSignal.timeout(60_000));

const moveOn = (name: string, by: string) =>
  held.asOwner("UPDATE vendor_pace SET next_at = clock_timestamp() + $2::interval WHERE name = $1", [
    name,
    by,
  ]);

const readAheadMs = async (name: string): Promise<number> => {
  const { rows } = await held.asOwner(
    "SELECT extract(epoch FROM next_at - clock_timestamp()) * 1000 AS ms FROM vendor_pace WHERE name = $1",
    [name],
  );
  return Number(rows[0]?.ms);
};

it("turns that were booked before the clock of the database was set back hold up nobody", async () => {
  const pace = open("set-back", 600);
  await pace.turn(1);
  await moveOn("set-back", "6 hours");
  expect(await pace.turn(1)).toBe(true);
  expect(await readAheadMs("set-back")).toBeLessThan(1_000);
});

it("turns that others have booked are waited for", async () => {
  const pace = open("booked", 600);
  await pace.turn(1);
  await moveOn("booked", "5 minutes");
  void pace.turn(1);
  await expect.poll(() => readAheadMs("booked")).toBeGreaterThan(4 * 60_000);
  expect(await Promise.race([pace.turn(1), Promise.resolve("waits")])).toBe("waits");
});
