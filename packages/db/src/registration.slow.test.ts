import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isDead, type KeptRegistration, PROCESS_LOCK, register, unregistered } from "./registration.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

const open: KeptRegistration[] = [];
afterEach(async () => {
  for (const registration of open.splice(0)) await registration.close();
});

async function registered() {
  const registration = register(held.url, "worker");
  open.push(registration);
  await registration.registered;
  return { registration, id: registration.id() ?? "" };
}
const readRow = (id: string) => held.database.read.process.findUniqueOrThrow({ where: { id } });
const sql = (text: string, values: unknown[] = []) => held.database.pool.query(text, values);

/** Whether nobody holds the lock of a process. */
async function isFree(id: string): Promise<boolean> {
  const { lockKey } = await readRow(id);
  const { rows } = await sql("SELECT pg_try_advisory_xact_lock($1, $2) AS free", [PROCESS_LOCK, lockKey]);
  return rows[0].free;
}

describe("a process", () => {
  it("is known by a row of its own, whose lock it holds, and beats", async () => {
    const [one, other] = [await registered(), await registered()];
    expect(one.id).not.toBe(other.id);
    const row = await readRow(one.id);
    expect(row).toMatchObject({ role: "worker", pid: process.pid, endedAt: null });
    expect(await isFree(one.id)).toBe(false);
    await expect.poll(async () => (await readRow(one.id)).heartbeatAt > row.heartbeatAt).toBe(true);
    expect(one.registration.id()).toBe(one.id);
  });

  it("that loses its connection lets go of its lock, and is known by another id from then on", async () => {
    const { registration, id } = await registered();
    await sql(
      "SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN process p ON p.lock_key = l.objid::int WHERE l.classid = $1 AND p.id = $2",
      [PROCESS_LOCK, id],
    );
    await expect.poll(() => registration.id()).not.toBe(id);
    await expect.poll(() => registration.id()).not.toBeNull();
    expect(await isFree(id)).toBe(true);
    expect(await isFree(registration.id() ?? "")).toBe(false);
  });

  it("that was declared gone learns it at its next heartbeat, and is known by another id from then on", async () => {
    const { registration, id } = await registered();
    await sql("UPDATE process SET ended_at = now() WHERE id = $1", [id]);
    await expect.poll(() => registration.id()).not.toBe(id);
    await expect.poll(() => registration.id()).not.toBeNull();
    expect(await isFree(id)).toBe(true);
  });

  it("whose clock differs from the database's claims nothing, but is not gone, and goes on once they agree", async () => {
    const { registration, id } = await registered();
    const real = Date.now;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
    await expect.poll(() => registration.id(), { timeout: 60_000 }).toBeNull();
    expect(registration.whyNotClock()).toMatch(
      /^The clock of this machine is \d+ s ahead of that of the database\./,
    );
    expect((await readRow(id)).endedAt).toBeNull();
    clock.mockRestore();
    await expect.poll(() => registration.id(), { timeout: 60_000 }).toBe(id);
    expect(registration.whyNotClock()).toBeNull();
  });

  it("that stops says that it has ended, and is nobody afterwards", async () => {
    const { registration, id } = await registered();
    await registration.close();
    expect(registration.id()).toBeNull();
    expect((await readRow(id)).endedAt).not.toBeNull();
  });

  it("that has ended does not come back", async () => {
    const { registration, id } = await registered();
    await registration.close();
    await expect(sql("UPDATE process SET ended_at = NULL WHERE id = $1", [id])).rejects.toThrow("has ended");
  });

  it("without a registration keeps one name that nobody declares gone", () => {
    const registration = unregistered();
    expect(registration.id()).toBe(registration.id());
    expect(registration.id()).not.toBe(unregistered().id());
  });
});

describe("that a process is dead", () => {
  const here = async () => (await readRow((await registered()).id)).machine;

  it("is certain where its process id is nobody's on the machine it ran on", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    const { pid } = child;
    if (pid === undefined) throw new Error("It has no process id.");
    await once(child, "exit");
    const machine = await here();
    expect(isDead({ machine, pid })).toBe(machine !== null);
    expect(isDead({ machine: "another machine", pid })).toBe(false);
    expect(isDead({ machine: null, pid })).toBe(false);
  });

  it("is never said of one that runs, be it frozen", async () => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    child.kill("SIGSTOP");
    expect(isDead({ machine: await here(), pid: child.pid ?? 0 })).toBe(false);
    child.kill("SIGKILL");
    await once(child, "exit");
  });
});
