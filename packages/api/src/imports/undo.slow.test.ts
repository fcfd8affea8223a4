import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plannedImport } from "../testing/import-jobs.ts";
import { payment, record } from "../testing/payments.ts";
import { readImportRows } from "./read-rows.ts";
import { workOnUndos } from "./undo-work.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const admin = () => api.as("SUPERADMIN");
const run = () => workOnUndos(api.services);
const get = async (id: string) => (await admin()).imports.get({ id });
const countUsers = (id: string) => api.database.read.user.count({ where: { importRunId: id } });
const step = async (id: string, name: "check" | "begin" | "pause" | "resume", requestId = randomUUID()) =>
  (await admin()).imports.undo({ requestId, id, step: name });

let nth = 0;

/** Brings an import of so many customers, each with a note and, the first of them, an advance. */
async function imported(customers = 3): Promise<string> {
  nth += 1;
  const of = (index: number) => `U${nth}-${index}`;
  const each = Array.from({ length: customers }, (_, index) => of(index));
  const { id, digest } = await plannedImport(api, {
    "users.csv": `Customer ID,Name\n${each.map((customer) => `${customer},Ana Diaz ${customer}\n`).join("")}`,
    "notes.csv": `Note ID,Customer ID,Date,Note\n${each.map((customer) => `N${customer},${customer},2026-01-05,Late\n`).join("")}`,
    "loans.csv": `Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Date Funded\nL${of(0)},${of(0)},funded,100,120,2026-09-01\n`,
  });
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await workOnImports(api.services);
  expect((await get(id)).state).toBe("DONE");
  return id;
}

async function checked(customers?: number): Promise<string> {
  const id = await imported(customers);
  await step(id, "check");
  await run();
  return id;
}

it("what would go is counted before it goes; then it goes, and the import is said to be undone", async () => {
  const id = await checked();
  const would = { customers: 3, completed: 0, applications: 1, payments: 0, notes: 3, kept: 0 };
  expect((await get(id)).undo).toMatchObject({ state: "CHECKED", plan: would });
  expect(await countUsers(id)).toBe(3);
  await step(id, "begin");
  await run();
  expect(await get(id)).toMatchObject({
    state: "DONE",
    undo: { state: "DONE", report: would, finishedAt: api.clock.now() },
  });
  expect(await countUsers(id)).toBe(0);
  const [listed] = (await (await admin()).imports.list()).filter((job) => job.id === id);
  expect(listed?.undoState).toBe("DONE");
  expect((await lastAuditEvent(api, "imports.undoEnd")).after).toMatchObject(would);
  expect(await lastAuditEvent(api, "users.undoImport")).toMatchObject({
    actor: "job:import",
    subjectType: "user",
    after: { import: id, became: "withdrawn" },
  });
});

it("who is kept stands in a file, with the reason", async () => {
  const id = await imported();
  const [user] = await api.database.read.user.findMany({
    where: { importRunId: id },
    orderBy: { id: "asc" },
  });
  const userId = user?.id ?? 0;
  await record(api, payment(userId));
  await step(id, "check");
  await run();
  await step(id, "begin");
  await run();
  const { undo, written } = await get(id);
  expect(undo?.report).toMatchObject({ customers: 2, kept: 1 });
  expect(await countUsers(id)).toBe(1);
  const [file] = written.filter(({ name }) => name === "not-undone.csv");
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: (chunk, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  const ctx = api.ctx(await api.admin("SUPERADMIN"));
  await readImportRows(ctx, api.services, file?.id ?? "", sink, () => {});
  expect(Buffer.concat(chunks).toString()).toMatch(
    new RegExp(`^User ID,Known as,Reason\\n${userId},oldsystem:U\\d+-0,.*payment.*\\n$`, "i"),
  );
});

it("one whose worker was killed is gone on with by another, and the report has all of it", async () => {
  const id = await checked(250);
  await step(id, "begin");
  let transactions = 0;
  const killed = new Error("killed");
  const dying = {
    ...api.services,
    log: { ...api.services.log, error: () => {} },
    now: () => {
      transactions += 1;
      if (transactions > 2) throw killed;
      return api.clock.now();
    },
  };
  await expect(workOnUndos(dying)).rejects.toBe(killed);
  const left = await countUsers(id);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(250);
  // The process that had it is in no list of those that live.
  await run();
  expect((await get(id)).undo).toMatchObject({
    state: "DONE",
    report: { customers: 250, notes: 250, kept: 0 },
  });
  expect(await countUsers(id)).toBe(0);
});

it("one that is paused undoes nothing more, and goes on once it is resumed", async () => {
  const id = await checked();
  await step(id, "begin");
  await step(id, "pause");
  await run();
  expect(await countUsers(id)).toBe(3);
  expect((await get(id)).undo?.state).toBe("PAUSED");
  await step(id, "resume");
  await run();
  expect((await get(id)).undo).toMatchObject({ state: "DONE", report: { customers: 3 } });
});

describe.each(["check", "begin", "pause", "resume"] as const)("the step %s", (name) => {
  const fresh = async (): Promise<string> => {
    if (name === "check") return imported();
    const id = await checked();
    if (name !== "begin") await step(id, "begin");
    if (name === "resume") await step(id, "pause");
    return id;
  };
  const AFTER = { check: "CHECKING", begin: "RUNNING", pause: "PAUSED", resume: "RUNNING" };

  it("is taken once, also when the request is repeated, and leaves one audit event", async () => {
    const id = await fresh();
    const events = await countAuditEvents(api, "imports.undo");
    const requestId = randomUUID();
    const first = await step(id, name, requestId);
    expect((await get(id)).undo?.state).toBe(AFTER[name]);
    expect(await step(id, name, requestId)).toEqual(first);
    expect(await countAuditEvents(api, "imports.undo")).toBe(events + 1);
    expect(await lastAuditEvent(api, "imports.undo")).toMatchObject({
      subjectType: "import",
      subjectId: id,
      after: { step: name },
    });
    await run();
  });

  it("is refused where it can not be taken, and where there is no such import", async () => {
    const id = await fresh();
    await step(id, name);
    await expectRefusal(step(id, name), "RULE");
    await expectRefusal(step(randomUUID(), name), "NOT_FOUND");
    await run();
  });
});

it("nothing of an import that has not begun, or that brought nothing, can be undone", async () => {
  const { id, digest } = await plannedImport(api, { "users.csv": "Customer ID,Name\nZ1,Ana Diaz\n" });
  await expectRefusal(step(id, "check"), "RULE", "This import added nothing.");
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await workOnImports(api.services);
  const again = await plannedImport(api, { "users.csv": "Customer ID,Name\nZ1,Ana Diaz\n" });
  await (await admin()).imports.start({ requestId: randomUUID(), ...again });
  await workOnImports(api.services);
  await expectRefusal(step(again.id, "check"), "RULE", /^This import cannot be undone/);
});
