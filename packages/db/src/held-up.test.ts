import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HeldUpError } from "./held-up.ts";
import type { Tx } from "./index.ts";
import { createTestDatabase, PATIENT, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

const write = <Result>(work: (tx: Tx) => Promise<Result>) => held.database.unsafeTransaction(work);
const limit = (tx: Tx, name: string, ms: number) =>
  tx.$queryRaw`SELECT set_config(${name}, ${String(ms)}, true)`;
const isGone = async (pid: number) =>
  (await held.database.pool.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [pid])).rowCount === 0;

async function readPid(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return row?.pid ?? 0;
}

/** Resolves once the database has thrown the transaction out. */
const throwOut = async (tx: Tx) => {
  const pid = await readPid(tx);
  await tx.user.create({ data: { firstname: "Unwritten" } });
  await limit(tx, "idle_in_transaction_session_timeout", 100);
  await expect.poll(() => isGone(pid), { timeout: 60_000 }).toBe(true);
};

it("rejects one of two transactions that wait for each other as held up, and commits the other", async () => {
  const { one, other } = await write(async (tx) => ({
    one: (await tx.user.create({ data: { firstname: "One" } })).id,
    other: (await tx.user.create({ data: { firstname: "Other" } })).id,
  }));
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const rename = (first: number, second: number, nth: number) =>
    write(async (tx) => {
      await tx.user.update({ where: { id: first }, data: { lastname: String(nth) } });
      begun[nth]?.resolve();
      await Promise.all(begun.map(({ promise }) => promise));
      await tx.user.update({ where: { id: second }, data: { lastname: String(nth) } });
    });
  const ends = await Promise.allSettled([rename(one, other, 0), rename(other, one, 1)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []))).toEqual([
    expect.any(HeldUpError),
  ]);
  await write((tx) => tx.user.deleteMany({ where: { id: { in: [one, other] } } }));
});

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  [
    "a statement that takes too long",
    async (tx) => {
      await limit(tx, "statement_timeout", 100);
      await tx.$queryRaw`SELECT pg_sleep(60)::text`;
    },
  ],
  ["a connection that was ended", (tx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`],
  [
    "a transaction that was thrown out",
    async (tx) => {
      await throwOut(tx);
      await tx.user.count();
    },
  ],
])("%s is told as a transaction that wrote nothing", async (_what, work) => {
  await expect(write(work)).rejects.toThrow(HeldUpError);
  expect(await held.database.read.user.count()).toBe(0);
  await write((tx) => tx.user.count());
});

it("a transaction that lasts too long is told so too", async () => {
  const hurried = await createTestDatabase({ size: 1, limits: { ...PATIENT, transactionMs: 50 } });
  const slow = hurried.database.unsafeTransaction(async (tx) => {
    await pause(200);
    await tx.user.create({ data: {} });
  });
  await expect(slow).rejects.toThrow(HeldUpError);
  expect(await hurried.database.read.user.count()).toBe(0);
  await hurried.drop();
});

it("one whose connection is gone when it is told to commit is not: the database knows, and we do not", async () => {
  const failed = await write(throwOut).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Error);
  expect(failed).not.toBeInstanceOf(HeldUpError);
});

it("what is wrong in itself stays what it is", async () => {
  await expect(write((tx) => tx.$queryRaw`SELECT 1 / 0`)).rejects.not.toThrow(HeldUpError);
  await expect(write(() => Promise.reject(new Error("No.")))).rejects.toThrow("No.");
});
