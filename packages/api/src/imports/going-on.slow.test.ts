import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "../import/run-import.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plannedImport } from "../testing/import-jobs.ts";
import { claimImport, keepImport, releaseImport } from "./claim.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ROWS = 2_400;
/** Of customers in one transaction (`import-users.ts`). */
const BATCH = 2_000;
const rows = (of: string) =>
  `Customer ID,Name\n${Array.from({ length: ROWS }, (_, row) => `${of}${row},Ana Diaz ${row}\n`).join("")}`;
const NOTHING = {
  rows: 0,
  loaded: 0,
  completed: 0,
  updated: 0,
  alreadyThere: 0,
  repeated: 0,
  refused: 0,
  customers: 0,
};

async function started(of: string): Promise<string> {
  const { id, digest } = await plannedImport(api, { "customers.csv": rows(of) });
  const admin = await api.as("SUPERADMIN");
  await admin.imports.start({ requestId: randomUUID(), id, digest });
  return id;
}

const countUsers = (id: string) => api.database.read.user.count({ where: { importRunId: id } });
const get = async (id: string) => (await api.as("SUPERADMIN")).imports.get({ id });

/** What a worker did of an import before it was killed: its first batch. */
async function bringABatch(id: string, text: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "going-on-"));
  const file = path.join(folder, "customers.csv");
  writeFileSync(file, text);
  const killed = new Error("killed");
  let looked = 0;
  const signal = Object.assign(new AbortController().signal, {
    throwIfAborted: () => {
      looked += 1;
      if (looked > 1) throw killed;
    },
  });
  const { database: db, vault, clock } = api;
  const options = { source: "oldsystem", dryRun: false, runId: id, db, vault, now: clock.now, signal };
  await expect(importFiles({ files: [file], ...options })).rejects.toBe(killed);
  rmSync(folder, { recursive: true });
}

it("an import whose worker was killed is gone on with by another one: every customer is there once, and the report has them all", async () => {
  const id = await started("k");
  expect(await claimImport(api.services)).toMatchObject({ id, state: "RUNNING" });
  await bringABatch(id, rows("k"));
  expect(await countUsers(id)).toBe(BATCH);
  // The process that had it is in no list of those that live.
  await workOnImports(api.services);
  const { state, report } = await get(id);
  expect(state).toBe("DONE");
  expect(report).toMatchObject({ added: ROWS, users: { loaded: ROWS - BATCH, alreadyThere: BATCH } });
  expect(await countUsers(id)).toBe(ROWS);
  expect(await api.database.read.importRun.count({ where: { id } })).toBe(1);
});

it("what a living process works on is no other's, and what it lets go of is", async () => {
  const id = await started("l");
  const processId = randomUUID();
  await api.database.unsafeTransaction(
    (tx) => tx.$executeRaw`INSERT INTO process (id, role, host, pid, started_at, heartbeat_at)
      VALUES (${processId}::uuid, 'worker', 'other', 1, now(), now())`,
  );
  const other = { ...api.services, registration: { ...api.services.registration, id: () => processId } };
  const claimed = await claimImport(other);
  expect(claimed).toEqual({ id, state: "RUNNING", processId });
  expect(await claimImport(api.services)).toBeNull();
  if (claimed) await releaseImport(other, claimed);
  expect(await claimImport(api.services)).toMatchObject({ id });
  await workOnImports(api.services);
  expect((await get(id)).state).toBe("DONE");
});

it("a process that may have been declared gone takes none", async () => {
  const id = await started("m");
  expect(
    await claimImport({ ...api.services, registration: { ...api.services.registration, id: () => null } }),
  ).toBeNull();
  await workOnImports(api.services);
  expect((await get(id)).state).toBe("DONE");
});

it("an import that is paused is no worker's any more, and goes on once it is resumed", async () => {
  const id = await started("p");
  const admin = await api.as("SUPERADMIN");
  const claimed = await claimImport(api.services);
  if (claimed === null) throw new Error("Nothing was claimed.");
  expect(await keepImport(api.services, claimed, { ...NOTHING, rows: 7 })).toBe(true);
  expect((await get(id)).progress).toMatchObject({ rows: 7 });
  await admin.imports.pause({ requestId: randomUUID(), id });
  expect(await keepImport(api.services, claimed, NOTHING)).toBe(false);
  await releaseImport(api.services, claimed);
  await workOnImports(api.services);
  expect((await get(id)).state).toBe("PAUSED");
  expect(await countUsers(id)).toBe(0);
  await admin.imports.resume({ requestId: randomUUID(), id });
  await workOnImports(api.services);
  expect(await get(id)).toMatchObject({ state: "DONE", report: { added: ROWS } });
});
