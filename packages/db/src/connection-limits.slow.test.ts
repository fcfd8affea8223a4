import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WRITE_LIMITS } from "./connection-limits.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

const HOLD_ROW = fileURLToPath(new URL("testing/hold-row.ts", import.meta.url));

let held: TestDatabase;
let userId: number;
let holder: ChildProcess | undefined;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
  ({ id: userId } = await held.database.unsafeTransaction((tx) => tx.user.create({ data: {} })));
});
afterAll(async () => {
  holder?.kill("SIGKILL");
  await held.drop();
});

/** What a process says, one thing after the other. */
function sayings(child: ChildProcess): () => Promise<unknown> {
  const messages = on(child, "message", { close: ["exit"] });
  return async () => ((await messages.next()).value as [unknown] | undefined)?.[0];
}

it("a process that is frozen in a transaction keeps nobody from writing, and its transaction fails when it wakes", async () => {
  const env = { ...process.env, IDLE_IN_TRANSACTION_MS: "1000" };
  holder = fork(HOLD_ROW, [held.url, String(userId)], { env });
  const said = sayings(holder);
  expect(await said()).toEqual({ isHolding: true });
  holder.kill("SIGSTOP");
  const renamed = await held.database.unsafeTransaction((tx) =>
    tx.user.update({ where: { id: userId }, data: { lastname: "Written" } }),
  );
  expect(renamed.lastname).toBe("Written");
  holder.kill("SIGCONT");
  holder.send("go on");
  expect(await said()).toMatchObject({ isCommitted: false });
  // Its pool has another connection by then.
  expect(await said()).toEqual({ isCommitted: true, isHeldUp: false, error: "" });
  const user = await held.database.read.user.findUniqueOrThrow({ where: { id: userId } });
  expect(user).toMatchObject({ lastname: "Afterwards", city: "Afterwards" });
});

it("a connection that writes has the limits", async () => {
  const limited = await createTestDatabase({ size: 1, limits: WRITE_LIMITS });
  try {
    const { rows } = await limited.database.pool.query(
      `SELECT name, setting FROM pg_settings WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout',
         'statement_timeout', 'tcp_user_timeout', 'tcp_keepalives_idle') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "8000" },
      { name: "lock_timeout", setting: "9000" },
      { name: "statement_timeout", setting: "15000" },
      { name: "tcp_keepalives_idle", setting: "5" },
      { name: "tcp_user_timeout", setting: "9000" },
    ]);
  } finally {
    await limited.drop();
  }
});
