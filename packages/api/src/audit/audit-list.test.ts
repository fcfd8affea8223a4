import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { MOST_AUDIT_SELECTED, TOO_MANY_SELECTED } from "@countinghouse/validators/audit/rules";
import type { ROLES } from "@countinghouse/validators/roles";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { exportAudit } from "./export.ts";
import { searchedActions } from "./search.ts";

type Asked = RouterInputs["audit"]["list"];

let api: TestApi;
let maria: number;
let other: number;
let noteId: string;

beforeAll(async () => {
  api = await createTestApi();
  maria = (await api.user()).id;
  other = (await api.user()).id;
  const employee = await api.as("EMPLOYEE");
  ({ id: noteId } = await employee.notes.create({ requestId: randomUUID(), userId: maria, note: "Called." }));
  api.clock.advance({ hours: 48 });
  await employee.notes.update({ requestId: randomUUID(), id: noteId, note: "Called twice.", version: 1 });
  await employee.notes.create({ requestId: randomUUID(), userId: other, note: "Wrote." });
  await (await api.as("ADMIN")).users.setFlag({
    requestId: randomUUID(),
    userId: maria,
    version: 1,
    flag: "runPaymentAutomation",
    on: true,
  });
});
afterAll(() => api.close());

const list = async (asked: Asked = {}) => (await (await api.as("AUDITOR")).audit.list(asked)).events;
const actionsAsked = async (asked: Asked) => (await list(asked)).map(({ action }) => action);

describe("the audit", () => {
  it("says who did what to what, when, and which customer it concerned", async () => {
    const [event] = await list({ what: "notes.update" });
    expect(event).toMatchObject({
      action: "notes.update",
      adminEmail: "employee@countinghouse.test",
      adminName: "Test EMPLOYEE",
      subjectType: "note",
      subjectId: noteId,
      user: { id: maria, name: expect.stringContaining("Maria") },
      before: { note: "Called." },
      after: { note: "Called twice." },
      at: api.clock.now(),
    });
  });

  it("names the admin that an event is about", async () => {
    const [superadmin, { id, fullName }] = [await api.as("SUPERADMIN"), await api.admin("VIEWER")];
    await superadmin.admins.endSessions({ id, requestId: randomUUID() });
    expect(await list({ what: "admins.endSessions" })).toMatchObject([
      { subjectType: "admin", subjectId: id, subjectName: fullName, user: null },
    ]);
  });

  it("is narrowed by who, what, whom and when, each and together", async () => {
    const { id: employeeId } = await api.admin("EMPLOYEE");
    expect(await actionsAsked({ who: employeeId })).toEqual(["notes.create", "notes.update", "notes.create"]);
    expect(await actionsAsked({ what: "users" })).toEqual(["users.setFlag"]);
    expect(await actionsAsked({ userId: maria })).toEqual(["users.setFlag", "notes.update", "notes.create"]);
    const today = new Date(api.clock.now()).toISOString().slice(0, 10);
    expect(await actionsAsked({ userId: maria, from: today })).toEqual(["users.setFlag", "notes.update"]);
    expect(await actionsAsked({ to: "2020-01-01" })).toEqual([]);
    expect(await actionsAsked({ userId: maria, who: employeeId, what: "notes.create" })).toEqual([
      "notes.create",
    ]);
    expect(await actionsAsked({ who: "jobs" })).toEqual([]);
    expect(await actionsAsked({ who: "visitors" })).toEqual([]);
  });

  it("leaves reads out of the changes, and lists them with the rest or when they are asked for", async () => {
    const { users } = await api.as("SUPERADMIN");
    const { id } = await api.user();
    await users.setFlag({
      requestId: randomUUID(),
      userId: id,
      version: 1,
      flag: "runPaymentAutomation",
      on: true,
    });
    await users.reveal({ requestId: randomUUID(), userId: id, field: "ssn", reason: "Checks a filing." });
    const ofCustomer = (asked: Asked) => actionsAsked({ userId: id, ...asked });
    expect(await ofCustomer({ show: "changes" })).toEqual(["users.setFlag"]);
    expect(await ofCustomer({ show: "all" })).toEqual(["users.reveal", "users.setFlag"]);
    expect(await ofCustomer({ what: "users.reveal", show: "changes" })).toEqual(["users.reveal"]);
  });

  it("of one thing is its history", async () => {
    expect(await actionsAsked({ of: { type: "note", id: noteId } })).toEqual([
      "notes.update",
      "notes.create",
    ]);
    expect(await actionsAsked({ of: { type: "card", id: "1" } })).toEqual([]);
    expect(await actionsAsked({ of: { type: "payment", id: randomUUID() } })).toEqual([]);
    expect(await actionsAsked({ of: { type: "payment_schedule", id: "1" } })).toEqual([]);
  });

  it("comes page by page, each event once", async () => {
    const auditor = await api.as("AUDITOR");
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await auditor.audit.list({ userId: maria, limit: 2, cursor });
      seen.push(...page.events.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual((await list({ userId: maria })).map(({ id }) => id));
    expect(new Set(seen).size).toBe(3);
  });

  it("keeps what customers' personal data are from those who may not see them", async () => {
    const after = { userId: maria, routing: "011000015", nested: [{ dob: "1990-05-06", city: "Queens" }] };
    await api
      .ctx({ kind: "job", name: "test" })
      .command(
        { action: "test.routing", capability: null, input: { requestId: randomUUID() } },
        async () => ({
          result: null,
          audit: { subject: { type: "user", id: maria }, after },
        }),
      );
    const [masked] = await list({ who: "jobs" });
    expect(masked?.after).toEqual({
      userId: maria,
      routing: "*****0015",
      nested: [{ dob: "****-**-**", city: "Queens" }],
    });
    const [whole] = (await (await api.as("ADMIN")).audit.list({ who: "jobs" })).events;
    expect(whole?.after).toEqual(after);
    const file = await exported({ who: "jobs" });
    expect(file.csv).not.toMatch(/011000015|1990-05-06/);
    expect(file.csv).toContain("Queens");
  });

  it("is refused to those who do not hold it", async () => {
    for (const role of ["EMPLOYEE", "VIEWER"] as const)
      await expectRefusal((await api.as(role)).audit.list({}), "FORBIDDEN", /SUPERADMIN, ADMIN or AUDITOR/);
  });

  it("can be asked for every admin and every action, under all its names", async () => {
    const { admins, actions } = await (await api.as("AUDITOR")).audit.filters();
    expect(admins.map(({ email }) => email)).toContain("employee@countinghouse.test");
    expect(actions).toContain("notes.create");
    expect(searchedActions("payments.resolve").names).toContain("payments.settleManually");
    expect(searchedActions("bulkJobs").starts).toContain("bulkJobs.run.");
  });
});

async function exported(asked: Record<string, string>, role: (typeof ROLES)[number] = "AUDITOR") {
  const sink = new PassThrough();
  const file = text(sink);
  const rows = await exportAudit(api.ctx(await api.admin(role)), asked, sink, () => {});
  sink.end();
  const csv = await file;
  return { rows, csv, lines: parse<Record<string, string>>(csv, { bom: true, columns: true }) };
}

describe("the file", () => {
  it("holds the events that the filters ask for, and leaves an event with the filters and how many they were", async () => {
    const { rows, lines } = await exported({
      userId: String(maria),
      what: "notes",
      type: "note",
      id: noteId,
    });
    expect(rows).toBe(2);
    expect(lines.map(({ Action }) => Action)).toEqual(["notes.update", "notes.create"]);
    expect(lines[0]).toMatchObject({
      Who: "employee@countinghouse.test",
      Subject: "note",
      "Subject Id": noteId,
      "User Id": String(maria),
      After: '{"note": "Called twice."}',
    });
    expect((await lastAuditEvent(api, "audit.exported")).after).toEqual({
      rows: 2,
      filters: { userId: String(maria), what: "notes", type: "note", id: noteId },
    });
  });

  it("holds the events that were selected, or all that match but those let go of", async () => {
    const [newest, oldest] = await list({ userId: maria, what: "notes" });
    const ids = ({ lines }: Awaited<ReturnType<typeof exported>>) => lines.map(({ Event }) => Event);
    const asked = { userId: String(maria), what: "notes" };
    expect(ids(await exported({ ...asked, only: String(oldest?.id) }))).toEqual([oldest?.id]);
    expect(ids(await exported({ ...asked, except: String(oldest?.id) }))).toEqual([newest?.id]);
    const { after } = await lastAuditEvent(api, "audit.exported");
    expect(after).toEqual({ rows: 1, filters: { ...asked, except: String(oldest?.id) } });
  });

  it("is not made of more selected events than stand in an address", async () => {
    const ids = Array.from({ length: MOST_AUDIT_SELECTED + 1 }, (_, index) => index + 1).join(",");
    await expectRefusal(exported({ only: ids }), "INVALID", TOO_MANY_SELECTED);
  });

  it.each([
    { who: "nobody" },
    { only: "1 OR true" },
    { from: "yesterday" },
    { what: "notes'; DROP TABLE note" },
    { type: "note", id: "1' OR '1" },
  ])("is not made for what are no filters: %o", async (asked) => {
    await expectRefusal(exported(asked as unknown as Record<string, string>), "INVALID");
  });

  it("is refused to those who may not read the audit", async () => {
    await expectRefusal(exported({}, "VIEWER"), "FORBIDDEN");
  });
});
