import { expect, it } from "vitest";
import { createLockReader } from "./testing/lock-order.ts";

const LOCK_USER = "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE";
const LOCK_APPLICATION = "SELECT 1 FROM application WHERE id = $1 FOR NO KEY UPDATE";
const UPDATE_USER = 'UPDATE "public"."users" SET "version" = $1 WHERE "id" = $2';
const MOVE_BALANCE =
  'INSERT INTO "public"."user_balance" ("user_id") VALUES ($1) ON CONFLICT ("user_id") DO UPDATE';

function outOfOrder(...statements: string[]): string[] {
  const read = createLockReader();
  return ["BEGIN", ...statements, "COMMIT"].flatMap((statement) => read(statement) ?? []);
}

// Every mutation: every-mutation.test.ts.
it("the watch finds a lock that is out of order", () => {
  expect(outOfOrder(LOCK_APPLICATION, LOCK_USER)).toEqual([`users after application: ${LOCK_USER}`]);
  expect(outOfOrder(LOCK_APPLICATION, UPDATE_USER)).toEqual([`users after application: ${UPDATE_USER}`]);
  expect(outOfOrder(MOVE_BALANCE, LOCK_APPLICATION)).toHaveLength(1);
});

it("the watch accepts the order of locks, a second lock of a table, and the order of two transactions", () => {
  expect(outOfOrder(LOCK_USER, LOCK_APPLICATION, MOVE_BALANCE, UPDATE_USER)).toEqual([]);
  expect(outOfOrder(LOCK_APPLICATION, "COMMIT", "BEGIN", LOCK_USER)).toEqual([]);
  expect(outOfOrder(LOCK_APPLICATION, "SELECT id FROM users WHERE id = $1")).toEqual([]);
});
