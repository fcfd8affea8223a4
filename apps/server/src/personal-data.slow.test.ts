import { randomUUID } from "node:crypto";
import { appRouter } from "@countinghouse/api/router";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { foundIn, type Planted, plantedSecrets } from "@countinghouse/api/testing/planted";
import {
  type Capability,
  can,
  PERSONAL_DATA,
  type PersonalField,
  ROLES,
  type Role,
} from "@countinghouse/api/testing/roles";
import { addAdmin, openAdminSession, openSession } from "@countinghouse/api/testing/signing-in";
import type { ProcedureMeta } from "@countinghouse/api/trpc";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "./testing/example-calls.ts";
import { type Served, serve } from "./testing/serve.ts";

const USERS = 60;
const FIELDS = Object.keys(PERSONAL_DATA) as PersonalField[];

/** At run time the router has its procedures in a flat map, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: ProcedureMeta } }
>;

/** Mutations that return data, as a file in the answer. */
const HANDS_OUT = ["collections.exportCsv", "loans.transactionSheet"];
const READS = Object.keys(PROCEDURES).filter(
  (path) => PROCEDURES[path]?._def.type === "query" || HANDS_OUT.includes(path),
);

/** The most calls of one batch. */
const MOST_AT_ONCE = 10;

/** The id of the missing record in the examples. */
const NOBODY = 2e9;

/** Inputs for lists that are read in full. */
const WHOLE: Partial<Record<string, object>> = {
  "users.list": { limit: 200 },
  "audit.list": { limit: 200 },
  "businesses.list": { search: "", filter: "Clear", page: 1, pageSize: 50 },
  "work.list": {},
  "deadlines.list": {},
};

const EXPORTS: readonly (readonly [at: string, capability: Capability])[] = [
  ["/api/exports/loans-ledger", "ledger.read"],
  ["/api/exports/audit", "audit.read"],
  ["/api/exports/chargebacks", "chargebacks.read"],
  ["/api/exports/payment-automation", "automation.read"],
  ["/api/exports/users", "users.export"],
];

let api: TestApi;
let served: Served;
let planted: Planted;
let customers: Customer[];
const unexpected: object[] = [];

beforeAll(async () => {
  api = await createTestApi();
  await seedDatabase({
    url: api.held.ownerUrl,
    vault: api.vault,
    users: USERS,
    now: api.clock.now(),
    adminPassword: randomUUID(),
  });
  planted = await plantedSecrets(api);
  const users = await api.database.read.user.findMany({
    where: {
      ssnSealed: { not: null },
      einSealed: { not: null },
      bankLinks: { some: { accounts: { some: {} } } },
      assetReports: { some: {} },
    },
    orderBy: { id: "asc" },
    take: 2,
    select: {
      id: true,
      email: true,
      applications: { take: 1, select: { id: true } },
      assetReports: { take: 1, select: { id: true } },
    },
  });
  const batchId = await addBatch(users.map(({ id }) => id));
  customers = users.map(({ id, email, applications, assetReports }) => ({
    userId: id,
    email,
    applicationId: applications[0]?.id ?? 0,
    reportId: assetReports[0]?.id ?? 0,
    batchId,
  }));
  for (const customer of customers) await receiveReport(customer);
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => unexpected.push(fields) };
  served = await serve({ ...api.services, log });
});
afterAll(async () => {
  await served.close();
  await api.close();
});

/** A customer with an application and an asset report. */
interface Customer {
  userId: number;
  email: string;
  applicationId: number;
  reportId: number;
  /** A batch with a row of the customer. */
  batchId: string;
}

const ITEM_ID = "item";

/** Stores a report of a customer, with the contact of its owner. */
async function receiveReport({ reportId, email }: Customer): Promise<void> {
  const owner = { names: ["Owner"], phoneNumbers: [], emails: [email], addresses: [] };
  const account = {
    accountId: "account",
    name: "Checking",
    mask: null,
    type: "depository",
    subtype: null,
    availableCents: null,
    currentCents: null,
    currency: null,
    daysAvailable: 60,
    owners: [owner],
    transactions: [],
  };
  const items = [{ itemId: ITEM_ID, institutionName: "Bank", accounts: [account] }];
  const report = { generatedAt: api.clock.now().toISOString(), days: 60, items };
  await api.database.unsafeTransaction((tx) =>
    tx.assetReport.update({
      where: { id: reportId },
      data: { state: "READY", finishedAt: api.clock.now(), report },
    }),
  );
}

async function addBatch(userIds: readonly number[]): Promise<string> {
  const { id } = await api.admin("ADMIN");
  const { rows } = await api.database.pool.query<{ id: string }>(
    `WITH batch AS (INSERT INTO bulk_batch (id, kind, version, epoch, requested_by_id, requested_at, total, last_progress_at)
       VALUES (gen_random_uuid(), 'BULK_BALANCE', 2, 0, $1, now(), cardinality($2::int[]), now()) RETURNING id)
     INSERT INTO bulk_item (id, batch_id, position, user_id)
     SELECT gen_random_uuid(), batch.id, place, u FROM batch, unnest($2::int[]) WITH ORDINALITY AS asked (u, place)
     RETURNING batch_id AS id`,
    [id, userIds],
  );
  return rows[0]?.id ?? "";
}

/** Inputs that name the customer when the example of the procedure does not. */
const NAMING: Partial<Record<string, (customer: Customer) => object>> = {
  "applications.get": ({ applicationId }) => ({ id: applicationId }),
  "assetReports.details": ({ reportId }) => ({ id: reportId, itemId: ITEM_ID }),
  "bulkJobs.rows": ({ batchId }) => ({ batchId }),
  "users.find": ({ email }) => ({ text: email }),
};

/** Returns the input of a procedure for one customer. */
function makeInput(path: string, customer: Customer): object | undefined {
  const example =
    NAMING[path]?.(customer) ?? WHOLE[path] ?? (EXAMPLES as Partial<Record<string, object>>)[path];
  if (example === undefined) return undefined;
  const text = JSON.stringify({ ...example, ...("requestId" in example && { requestId: randomUUID() }) });
  return JSON.parse(text.replaceAll(String(NOBODY), String(customer.userId))) as object;
}

/** Returns the answer of each of these procedures, with the file in it. Sends the calls in batches. */
async function readAnswers(
  token: string,
  paths: readonly string[],
  customer: Customer,
): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (let at = 0; at < paths.length; at += MOST_AT_ONCE) {
    const some = paths.slice(at, at + MOST_AT_ONCE);
    const inputs = Object.fromEntries(
      some.map((path, index) => [index, { json: makeInput(path, customer) }]),
    );
    const { text } = await served.post(`/trpc/${some.join()}?batch=1`, JSON.stringify(inputs), {
      authorization: `Bearer ${token}`,
    });
    for (const [index, answer] of (JSON.parse(text) as unknown[]).entries()) {
      const asText = JSON.stringify(answer);
      told.set(some[index] ?? "", asText + fileIn(asText));
    }
  }
  return told;
}

const fileIn = (text: string): string =>
  Buffer.from(/"base64":"([^"]*)"/.exec(text)?.[1] ?? "", "base64").toString();

const isOpenTo = (role: Role, path: string): boolean => {
  const access = PROCEDURES[path]?._def.meta?.access;
  return access === "public" || (access !== undefined && can(role, access));
};

describe.each(ROLES)("the role %s", (role) => {
  it("sees no more in any answer or file than the table of personal data allows", async () => {
    const token = await openSession(api, role);
    const told = new Map<PersonalField, string[]>(FIELDS.map((field) => [field, []]));
    const look = (where: string, text: string) => {
      for (const field of FIELDS) if (foundIn(text, planted[field]).length > 0) told.get(field)?.push(where);
    };
    const paths = READS.filter((each) => isOpenTo(role, each));
    for (const customer of customers)
      for (const [path, text] of await readAnswers(token, paths, customer)) look(path, text);
    for (const [at, capability] of EXPORTS.filter(([, each]) => can(role, each))) {
      const { status, text } = await served.post(at, "", { authorization: `Bearer ${token}` });
      expect([capability, status]).toEqual([capability, 200]);
      look(at, text);
    }
    for (const field of FIELDS) {
      const places = [...new Set(told.get(field))];
      const isWhole = PERSONAL_DATA[field][role] === "whole";
      // An allowed number has to be found, which proves that the search works.
      expect([field, isWhole ? places.length > 0 : places]).toEqual([field, isWhole ? true : []]);
    }
  });
});

it("every answer with a customer's e-mail, phone or address counts as a look at the customer", async () => {
  const users = await api.database.read.user.findMany({
    select: { id: true, email: true, phone: true, currentAddress: true },
  });
  const findContact = ({ email, phone, currentAddress }: (typeof users)[number]) =>
    [email, phone, currentAddress].filter((each) => each !== "");
  const missed: string[] = [];
  let shown = 0;
  const [customer] = customers;
  if (customer === undefined) throw new Error("There is no customer to look at.");
  // The procedures of staff are left out, because they answer with e-mail addresses of admins.
  for (const path of READS.filter((each) => isOpenTo("EMPLOYEE", each) && !each.startsWith("admins."))) {
    const { id: adminId } = await addAdmin(api);
    const token = await openAdminSession(api, api.services.tokens, adminId);
    const text = (await readAnswers(token, [path], customer)).get(path) ?? "";
    const rows = await api.database.read.customerReading.findMany({ where: { adminId } });
    const counted = new Set(rows.map(({ userId }) => userId));
    const known = new Set(users.filter(({ id }) => counted.has(id)).flatMap(findContact));
    // A renewal has the same contact as the user before.
    const told = users
      .flatMap(findContact)
      .filter((each) => text.includes(JSON.stringify(each).slice(1, -1)));
    shown += told.length;
    const uncounted = told.filter((each) => !known.has(each));
    if (uncounted.length > 0) missed.push(`${path}: ${uncounted.slice(0, 3).join()}`);
  }
  expect(shown).toBeGreaterThan(USERS);
  expect(missed).toEqual([]);
});

it.each(Object.keys(NAMING))("%s counts as a look at its customers, and leaves its event", async (path) => {
  const { id: adminId } = await addAdmin(api);
  const token = await openAdminSession(api, api.services.tokens, adminId);
  for (const customer of customers) {
    const answer = (await readAnswers(token, [path], customer)).get(path);
    expect(answer).not.toContain('"error"');
    const where = { adminId_hour_userId: { adminId, hour: thisHour(), userId: customer.userId } };
    expect(await api.database.read.customerReading.findUnique({ where })).not.toBeNull();
  }
  expect(
    await api.database.read.auditEvent.count({
      where: { actor: `admin:${adminId}`, action: { in: ["users.read", "users.readList"] } },
    }),
  ).toBeGreaterThan(0);
});

function thisHour(): Date {
  const hour = api.clock.now();
  hour.setUTCMinutes(0, 0, 0);
  return hour;
}
