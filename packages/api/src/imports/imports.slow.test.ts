import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { IMPORT_SETTINGS, plannedImport, uploadImport } from "../testing/import-jobs.ts";
import { readImportRows } from "./read-rows.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const SSN = "219-09-9999";
/** Three customers, of whom the last names nobody. */
const customers = (of: string) =>
  `Customer ID,First Name,Last Name,SSN,City,Region\n${of}1,Ana,Diaz,${SSN},Helena,West\n${of}2,Bo,Lund,,Butte,East\n,,,,Helena,West\n`;

const admin = () => api.as("SUPERADMIN");
const run = () => workOnImports(api.services);
const get = async (id: string) => (await admin()).imports.get({ id });
const countUsers = (id: string) => api.database.read.user.count({ where: { importRunId: id } });
const countParts = async (id: string) =>
  api.database.read.importFilePart.count({
    where: { fileId: { in: (await get(id)).files.map((file) => file.id) } },
  });

async function started(of: string): Promise<string> {
  const { id, digest } = await plannedImport(api, { "customers.csv": customers(of) });
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  return id;
}

it("an import goes from its files over a plan, which changes nothing, to the customers and a report, and its files are deleted", async () => {
  const { id, digest } = await plannedImport(api, { "customers.csv": customers("a") });
  const planned = await get(id);
  expect(planned.state).toBe("PLANNED");
  expect(planned.plan?.users).toMatchObject({ rows: 3, loaded: 2, refused: 1, alreadyThere: 0 });
  expect(await countUsers(id)).toBe(0);
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await run();
  const done = await get(id);
  expect(done.state).toBe("DONE");
  expect(done.report).toMatchObject({ added: 2, users: { rows: 3, loaded: 2, refused: 1 } });
  expect(await countUsers(id)).toBe(2);
  expect(await countParts(id)).toBe(0);
  expect(existsSync(path.join(os.tmpdir(), "countinghouse-imports", id))).toBe(false);
  expect((await lastAuditEvent(api, "imports.end")).after).toMatchObject({ added: 2 });
});

it("the plan tells how a file is read and what each column is, and shows no secret", async () => {
  const { id } = await plannedImport(api, { "customers.csv": customers("b") });
  const { plan } = await get(id);
  expect(plan?.tables).toMatchObject([
    {
      file: "customers.csv",
      tab: null,
      sheet: "users",
      encoding: "utf-8",
      separator: "comma",
      titleLines: 0,
      headerLine: 1,
    },
  ]);
  const columns = plan?.tables[0]?.columns ?? [];
  expect(columns.map(({ header, field }) => [header, field])).toEqual([
    ["Customer ID", "externalId"],
    ["First Name", "firstname"],
    ["Last Name", "lastname"],
    ["SSN", "ssn"],
    ["City", "city"],
    ["Region", null],
  ]);
  expect(columns[3]?.samples).toEqual(["•••-••-••••"]);
  expect(columns[5]?.samples).toEqual(["West", "East", "West"]);
  const job = await api.database.read.importJob.findUniqueOrThrow({ where: { id } });
  expect(JSON.stringify(job)).not.toContain(SSN);
});

it("what was uploaded lies sealed until the import is done", async () => {
  const id = await uploadImport(api, { "customers.csv": customers("c") });
  const { files } = await get(id);
  const parts = await api.database.read.importFilePart.findMany({ where: { fileId: files[0]?.id ?? "" } });
  const bytes = Buffer.concat(parts.map(({ sealed }) => sealed));
  expect(bytes.length).toBeGreaterThan(0);
  for (const coding of ["utf8", "base64"] as const)
    expect(bytes.includes(Buffer.from(Buffer.from(SSN).toString(coding).slice(0, 10)))).toBe(false);
});

it("refused rows can be had as they were, with their reasons, by a SUPERADMIN, which the audit tells", async () => {
  const { id } = await plannedImport(api, { "customers.csv": customers("d") });
  const { written } = await get(id);
  expect(written).toMatchObject([{ kind: "REFUSED", name: "customers.refused.csv" }]);
  const chunks: Buffer[] = [];
  const sink = () =>
    new Writable({
      write: (chunk, _, done) => {
        chunks.push(chunk);
        done();
      },
    });
  const names: string[] = [];
  const fileId = written[0]?.id ?? "";
  const ctx = api.ctx(await api.admin("SUPERADMIN"));
  await readImportRows(ctx, api.services, fileId, sink(), (name) => names.push(name));
  expect(names).toEqual(["customers.refused.csv"]);
  expect(Buffer.concat(chunks).toString()).toMatch(/^\uFEFFLine,Reason,Customer ID.*\n4,.*,Helena,West\n$/s);
  expect((await lastAuditEvent(api, "imports.readRows")).after).toEqual({
    file: "customers.refused.csv",
    kind: "REFUSED",
  });
  const other = api.ctx(await api.admin("ADMIN"));
  await expectRefusal(
    readImportRows(other, api.services, fileId, sink(), () => {}),
    "FORBIDDEN",
  );
  const { files } = await get(id);
  const uploaded = readImportRows(ctx, api.services, files[0]?.id ?? "", sink(), () => {});
  await expectRefusal(uploaded, "NOT_FOUND");
});

it("a file that can not be understood leaves the reason, its columns and no place of this machine, and can be planned otherwise", async () => {
  const id = await uploadImport(api, { "customers.csv": "Kunde;Ort\n1;Bonn\n" });
  const plan = async (mapping: Record<string, string>) => {
    const settings = { ...IMPORT_SETTINGS, mapping };
    await (await admin()).imports.plan({ requestId: randomUUID(), id, settings });
    await run();
    return get(id);
  };
  const failed = await plan({});
  expect(failed).toMatchObject({ state: "UPLOADED", planDigest: null });
  expect(failed.plan?.tables).toMatchObject([
    { place: "customers.csv", sheet: null, columns: [{ header: "Kunde" }, { header: "Ort" }] },
  ]);
  expect(failed.error).toMatch(/^No column of this file is understood/);
  expect(failed.error).not.toContain(os.tmpdir());
  expect((await plan({ Kunde: "companyName", Ort: "city" })).plan?.users.rows).toBe(1);
  const digest = (await get(id)).planDigest ?? "";
  await plan({});
  const start = (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await expectRefusal(start, "RULE");
});

it("the plan reads its columns from the line that was said", async () => {
  const id = await uploadImport(api, { "customers.csv": "Name,Email,Phone\nCust Ref,Firm\n1,Acme\n" });
  const settings = { ...IMPORT_SETTINGS, headerLine: 2, mapping: { Firm: "businessName" } };
  await (await admin()).imports.plan({ requestId: randomUUID(), id, settings });
  await run();
  const { plan } = await get(id);
  expect(plan?.tables).toMatchObject([{ titleLines: 1, headerLine: 2 }]);
  expect(plan?.tables[0]?.columns.map(({ header }) => header)).toEqual(["Cust Ref", "Firm"]);
  expect(plan?.users).toMatchObject({ rows: 1, loaded: 1 });
});

it("a book comes in the name of who began it, and is refused for one who is no SUPERADMIN any more", async () => {
  const files = {
    "users.csv": "Customer ID,Name,Balance\nE1,Ana Diaz,100\n",
    "notes.csv": "Note ID,Customer ID,Date,Note\nN1,E1,2026-01-05,Paid late\n",
  };
  const { id, digest } = await plannedImport(api, files);
  await (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await run();
  const done = await get(id);
  expect(done.report?.book).toMatchObject({ customers: 1 });
  const note = await api.database.read.note.findUniqueOrThrow({ where: { importKey: "oldsystem:N1" } });
  expect(note).toMatchObject({ note: "Paid late" });
  const next = await plannedImport(api, {
    "notes.csv": "Note ID,Customer ID,Date,Note\nN2,E1,2026-01-06,Called\n",
  });
  await (await admin()).imports.start({ requestId: randomUUID(), ...next });
  const { id: adminId } = await api.admin("SUPERADMIN");
  const as = (role: "ADMIN" | "SUPERADMIN") =>
    api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id: adminId }, data: { role } }));
  await as("ADMIN");
  await run();
  await as("SUPERADMIN");
  expect(await get(next.id)).toMatchObject({
    state: "FAILED",
    error: expect.stringMatching(/is not the e-mail address of a SUPERADMIN\.$/),
  });
  expect(await api.database.read.note.count({ where: { importKey: "oldsystem:N2" } })).toBe(0);
});

it("what is said of the columns is kept for the source once it is imported, and known for its next file", async () => {
  const source = "profiled";
  const first = await plannedImport(
    api,
    { "a.csv": "Kunde,Ort\nErste GmbH,Bonn\n" },
    {
      source,
      mapping: { Kunde: "companyName", Ort: "city" },
    },
  );
  await (await admin()).imports.start({ requestId: randomUUID(), ...first });
  await run();
  const { id } = await plannedImport(api, { "b.csv": "Kunde,Ort\nZweite GmbH,Ulm\n" }, { source });
  expect((await get(id)).plan?.tables[0]?.columns.map(({ field }) => field)).toEqual(["companyName", "city"]);
});

describe.each(["plan", "start", "pause", "resume", "discard"] as const)("to %s an import", (step) => {
  const fresh = async (): Promise<string> => {
    if (step === "plan") return uploadImport(api, { "customers.csv": customers("g") });
    if (step === "start" || step === "discard")
      return (await plannedImport(api, { "customers.csv": customers("g") })).id;
    const id = await started("g");
    if (step === "resume") await (await admin()).imports.pause({ requestId: randomUUID(), id });
    return id;
  };
  const after = {
    plan: "PLANNING",
    start: "RUNNING",
    pause: "PAUSED",
    resume: "RUNNING",
    discard: "DISCARDED",
  };
  const inputFor = async (id: string) => {
    const { planDigest } = await get(id);
    return {
      requestId: randomUUID(),
      id,
      ...(step === "plan" ? { settings: IMPORT_SETTINGS } : {}),
      ...(step === "start" ? { digest: planDigest ?? "" } : {}),
    };
  };
  type Step = (input: object) => Promise<{ id: string }>;
  const callAs = async (role: "SUPERADMIN" | "ADMIN" | "AUDITOR"): Promise<Step> =>
    (await api.as(role)).imports[step] as Step;

  it("does it once, also when the request is repeated, and leaves one audit event", async () => {
    const id = await fresh();
    const events = await countAuditEvents(api, `imports.${step}`);
    const call = await callAs("SUPERADMIN");
    const input = await inputFor(id);
    const first = await call(input);
    expect((await get(id)).state).toBe(after[step]);
    expect(await call(input)).toEqual(first);
    expect(await countAuditEvents(api, `imports.${step}`)).toBe(events + 1);
    expect(await lastAuditEvent(api, `imports.${step}`)).toMatchObject({
      subjectType: "import",
      subjectId: id,
    });
    await run();
  });

  it("is refused in a state in which it can not be, and where there is no such import", async () => {
    const id = await started("h");
    await run();
    const call = await callAs("SUPERADMIN");
    const input = { ...(await inputFor(id)), ...(step === "start" ? { digest: "0".repeat(64) } : {}) };
    await expectRefusal(call(input), "RULE", "This import is done.");
    await expectRefusal(call({ ...input, requestId: randomUUID(), id: randomUUID() }), "NOT_FOUND");
  });
});

it("what begins is the plan that was looked at: with another digest it is refused", async () => {
  const { id, digest } = await plannedImport(api, { "customers.csv": customers("i") });
  const call = (await admin()).imports.start({ requestId: randomUUID(), id, digest: "0".repeat(64) });
  await expectRefusal(call, "CONFLICT", "The plan was updated. Review it again.");
  await uploadImport(api, { "more.csv": customers("j") }, id);
  const late = (await admin()).imports.start({ requestId: randomUUID(), id, digest });
  await expectRefusal(late, "RULE", "This import has no plan yet.");
});

it("an import that is discarded loses the bytes of its files", async () => {
  const { id } = await plannedImport(api, { "customers.csv": customers("k") });
  expect(await countParts(id)).toBe(1);
  await (await admin()).imports.discard({ requestId: randomUUID(), id });
  expect(await countParts(id)).toBe(0);
  expect((await get(id)).plan).toBeNull();
});
