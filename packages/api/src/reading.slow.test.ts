import { randomUUID } from "node:crypto";
import { connect } from "@countinghouse/db";
import type { Role } from "@countinghouse/validators/roles";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { verifyChains } from "./chain/chains.ts";
import { createReading } from "./reading.ts";
import { addApplication, addUserWithSsn } from "./testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
let maria: number;
let other: number;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  maria = (await addUserWithSsn(api, "501832746", { firstname: "Maria" })).id;
  other = (await api.user({ firstname: "Other" })).id;
});
afterEach(() => api.close());

/** Every event of a look, the oldest first. */
const looks = () =>
  api.database.read.auditEvent.findMany({
    where: { action: { in: ["users.read", "users.readList", "users.revealSsn"] } },
    orderBy: { id: "asc" },
  });
const actions = async () => (await looks()).map(({ action, subjectId }) => `${action} ${subjectId}`);
const budget = (customers: number, reveals = 100) => {
  api.services.readingBudget = { customers, reveals };
};
const open = async (userId: number, role: Role = "EMPLOYEE") =>
  (await api.as(role)).users.get({ id: userId });

describe("a look at a customer", () => {
  it("is one event, whatever of the page is read and however often, and another one a quarter of an hour later", async () => {
    const employee = await api.as("EMPLOYEE");
    const applicationId = (await addApplication(api, maria)).id;
    await employee.users.get({ id: maria });
    await employee.bankAccounts.list({ userId: maria, active: true });
    await employee.users.editForm({ userId: maria });
    await employee.applications.get({ id: applicationId });
    await employee.users.get({ id: maria });
    expect(await actions()).toEqual([`users.read ${maria}`]);
    api.clock.advance({ minutes: 15 });
    await employee.users.get({ id: maria });
    expect(await actions()).toEqual([`users.read ${maria}`, `users.read ${maria}`]);
  });

  it("is one event that says so where the SSN is shown in full, whichever part of the page comes first", async () => {
    const superadmin = await api.as("SUPERADMIN");
    await superadmin.users.get({ id: maria });
    await superadmin.notes.list({ userId: maria });
    expect(await actions()).toEqual([`users.revealSsn ${maria}`]);
    await superadmin.notes.list({ userId: other });
    await superadmin.users.get({ id: other });
    expect(await actions()).toEqual([`users.revealSsn ${maria}`, `users.read ${other}`]);
  });

  it("is told with who looked and at what, by roles that may change nothing, too", async () => {
    await (await api.as("VIEWER")).bankLinks.list({ userId: maria });
    const { id } = await api.admin("VIEWER");
    expect((await looks())[0]).toMatchObject({
      actor: `admin:${id}`,
      subjectType: "user",
      subjectId: String(maria),
      after: { procedure: "bankLinks.list" },
    });
  });

  it("at nobody, at the audit, or at a list that has none leaves nothing", async () => {
    await expectRefusal(open(2_000_000_000), "NOT_FOUND");
    await (await api.as("AUDITOR")).audit.list({ userId: maria });
    await (await api.as("VIEWER")).users.list({ query: "nobody at all" });
    expect(await actions()).toEqual([]);
    expect(await api.database.read.customerReading.count()).toBe(0);
  });
});

describe("a look at a list", () => {
  it("is one event that names all of them and not what was typed, and is found under each", async () => {
    const employee = await api.as("EMPLOYEE");
    await employee.users.list({ query: "501-83-2746" });
    await employee.users.list({});
    await employee.users.list({});
    const [found, all] = await looks();
    expect(found?.after).toMatchObject({ searched: "ssn", users: 1, userIds: [maria] });
    expect(all?.after).toMatchObject({ searched: "everyone", users: 2, userIds: [maria, other] });
    expect(await looks()).toHaveLength(2);
    const { rows } = await api.database.pool.query("SELECT 1 FROM audit_event e WHERE e::text ~ '501-?83'");
    expect(rows).toEqual([]);
    const auditor = await api.as("AUDITOR");
    const ofOther = await auditor.audit.list({ userId: other });
    expect(ofOther.events.map(({ id }) => id)).toEqual([String(all?.id)]);
  });

  it("is signed and linked as every event", async () => {
    await open(maria);
    await (await api.as("SUPERADMIN")).users.list({});
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });
});

describe("the budget of an hour", () => {
  const third = async () => (await api.user({ firstname: "Third" })).id;

  it("ends kindly, for those who were not looked at yet, until the next hour", async () => {
    budget(2);
    const last = await third();
    await open(maria);
    await open(other);
    await expectRefusal(
      open(last),
      "LIMITED",
      /^You have viewed 2 customers this hour, .* Settings › Staff\.$/,
    );
    await expectRefusal(
      (await api.as("EMPLOYEE")).bankAccounts.list({ userId: last, active: true }),
      "LIMITED",
    );
    await expectRefusal((await api.as("EMPLOYEE")).users.list({}), "LIMITED");
    expect(await open(maria)).toHaveProperty("id", maria);
    expect(await open(last, "ADMIN")).toHaveProperty("id", last);
    expect(await actions()).not.toContain(`users.readList ${last}`);
    api.clock.advance({ hours: 1 });
    expect(await open(last)).toHaveProperty("id", last);
  });

  it("is counted over all processes, also where they look at once, and each customer once", async () => {
    budget(3);
    const ids = [maria, other, await third(), await third(), await third(), await third()];
    const employee = await api.admin("EMPLOYEE");
    const processes = [
      api.database,
      connect(api.database.url, { size: 4 }),
      connect(api.database.url, { size: 4 }),
    ];
    const readings = processes.map((db) => createReading({ ...api.services, db }, employee));
    const tried = await Promise.allSettled(
      ids.flatMap((id) => readings.map((reading) => reading.note({ userIds: [id] }))),
    );
    expect(await api.database.read.readingHour.findMany()).toMatchObject([{ customers: 3, reveals: 0 }]);
    expect(await api.database.read.customerReading.count()).toBe(3);
    expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    await Promise.all(processes.slice(1).map((db) => db.close()));
  });

  it("lets nobody through who asks many times at once for a customer over it", async () => {
    budget(1);
    await open(maria);
    const last = await third();
    const tried = await Promise.allSettled(Array.from({ length: 6 }, () => open(last)));
    expect(tried.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => "rejected"));
    expect(await api.database.read.customerReading.count({ where: { userId: last } })).toBe(0);
  });

  it("of numbers in full is another one: the list of a SUPERADMIN and what is asked for one by one", async () => {
    budget(100, 2);
    const superadmin = await api.as("SUPERADMIN");
    await superadmin.users.list({});
    const last = (await addUserWithSsn(api, "501832747")).id;
    await expectRefusal(superadmin.users.get({ id: last }), "LIMITED", /viewed full numbers of 2 customers/);
    const ask = { userId: last, field: "ein", reason: "To file a lien." } as const;
    await expectRefusal(superadmin.users.reveal({ ...ask, requestId: randomUUID() }), "LIMITED");
    expect(await countAuditEvents(api, "users.reveal")).toBe(0);
    expect(await superadmin.bankAccounts.list({ userId: last, active: true })).toBeTruthy();
  });
});

describe("raising a budget", () => {
  const raise = async () =>
    (await api.as("SUPERADMIN")).admins.raiseBudget({
      requestId: randomUUID(),
      id: (await api.admin("EMPLOYEE")).id,
      customers: 3,
      reveals: 5,
      hours: 2,
      reason: "The yearly review of files.",
    });

  it("lets one admin go on for so long, and leaves its event with the reason", async () => {
    budget(1);
    await open(maria);
    await expectRefusal(open(other), "LIMITED");
    await raise();
    await open(other);
    expect(await lastAuditEvent(api, "admins.raiseBudget")).toMatchObject({
      subjectType: "admin",
      after: {
        customers: 3,
        reveals: 5,
        reason: "The yearly review of files.",
        until: api.clock.in({ hours: 2 }).toISOString(),
      },
    });
    const staff = await (await api.as("SUPERADMIN")).admins.list();
    expect(staff.find(({ role }) => role === "EMPLOYEE")?.reading).toEqual({
      read: { customers: 2, reveals: 0 },
      most: { customers: 3, reveals: 100 },
      raisedUntil: api.clock.in({ hours: 2 }),
    });
    api.clock.advance({ hours: 2 });
    await open(maria);
    await expectRefusal(open(other), "LIMITED");
  });

  it("is refused for an admin who does not exist, and for too long", async () => {
    const superadmin = await api.as("SUPERADMIN");
    const asked = { id: randomUUID(), customers: 3, reveals: 5, hours: 2, reason: "x" };
    await expectRefusal(superadmin.admins.raiseBudget({ ...asked, requestId: randomUUID() }), "NOT_FOUND");
    await expect(
      superadmin.admins.raiseBudget({ ...asked, hours: 73, requestId: randomUUID() }),
    ).rejects.toThrow("Enter at most 72 hours.");
  });
});
