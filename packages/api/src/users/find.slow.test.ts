import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminCtx } from "../context.ts";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { readScans } from "../testing/plans.ts";
import { find } from "./find.ts";

let api: TestApi;
let maria: number;
let applicationId: number;
let paymentId: string;
let batchId: string;

beforeAll(async () => {
  api = await createTestApi();
  ({ id: maria } = await addUserWithSsn(api, "501832746", {
    firstname: "Maria",
    lastname: "Delgado",
    email: "maria.d@example.com",
    phone: "2125550144",
    currentAddress: "41 Mott St, New York",
    businessName: "Sunrise Bakery",
  }));
  await api.user({ firstname: "Luis", lastname: "Okafor" });
  ({ id: applicationId } = await addApplication(api, maria, { id: 700_001 }));
  const { id: adminId } = await api.admin("SUPERADMIN");
  await api.database.unsafeTransaction(async (tx) => {
    await tx.user.update({
      where: { id: maria },
      data: { einIndex: api.vault.blindIndex("ein", "123456789") },
    });
    await tx.deal.create({
      data: { userId: maria, dealId: "4876876000001", stage: "Funded", readAt: new Date() },
    });
    await tx.card.create({
      data: {
        userId: maria,
        tokenSealed: new Uint8Array(1),
        tokenIndex: new Uint8Array(1),
        last4: "4242",
        expiry: "1229",
        cardName: "Maria Delgado",
      },
    });
    const payment = await tx.paymentIntent.create({
      data: {
        userId: maria,
        kind: "DEBIT",
        paymentType: "DEBIT",
        businessKey: "debit:77:1",
        amountCents: 100,
      },
    });
    paymentId = payment.id;
    await tx.paymentAttempt.create({
      data: {
        intentId: paymentId,
        sequence: 1,
        provider: "payliance",
        providerKey: "0197f3a0-1111-7000-8000-000000000001",
        providerReference: "auth-990017",
        sentAt: new Date(),
      },
    });
    const batch = await tx.bulkBatch.create({
      data: {
        kind: "BULK_ACH",
        version: 2,
        epoch: 1,
        requestedById: adminId,
        requestedAt: new Date(),
        total: 1,
        lastProgressAt: new Date(),
        items: { create: { position: 1, userId: maria } },
      },
    });
    batchId = batch.id;
  });
});
afterAll(() => api.close());

/** The hits as kind, key and reason. */
const found = async (text: string, role: Role = "SUPERADMIN") =>
  (await (await api.as(role)).users.find({ text })).map(
    ({ kind, key, reason }) => `${kind} ${key}: ${reason}`,
  );

describe("a search", () => {
  it.each<[string, string]>([
    ["(212) 555-0144", "Phone"],
    ["+1 212.555.0144", "Phone"],
    ["555-0144", "Phone (212) 555-0144"],
    ["5550144", "Phone (212) 555-0144"],
    ["maria.d@example.com", "E-mail"],
    ["MARIA.D@example.com", "E-mail"],
    ["Maria Delgado", "Name"],
    ["delgado, maria", "Name"],
    ["41 Mott", "Address"],
    ["sunrise bak", "Company"],
    ["501-83-2746", "SSN"],
    ["12-3456789", "EIN"],
    ["2746", "SSN ends in 2746"],
    ["4242", "Card ends in 4242"],
    ["4876876000001", "Deal"],
    ["Mria Delgdo", "Similar name"],
    ["Delgada", "Similar name"],
    ["maria sunrise", "Several of name, company, e-mail and phone"],
  ])("finds the customer by %s, with the reason %s", async (text, reason) => {
    expect((await found(text))[0]).toBe(`user ${maria}: ${reason}`);
    expect(await found(text)).toHaveLength(1);
  });

  it("finds a customer and an application by id, with or without #", async () => {
    expect(await found(`#${maria}`)).toContain(`user ${maria}: User id`);
    expect(await found(`#${applicationId}`)).toContain(`application ${applicationId}: Application id`);
  });

  it("finds a payment by its id, the start of its id, its key or its reference, and a batch by its id", async () => {
    expect(await found(paymentId)).toEqual([`payment ${paymentId}: Payment id`]);
    expect(await found(paymentId.slice(0, 23))).toContain(`payment ${paymentId}: Payment id begins so`);
    expect(await found("debit:77:1")).toEqual([`payment ${paymentId}: Payment key`]);
    expect(await found("auth-990017")).toEqual([`payment ${paymentId}: Processor's reference`]);
    expect(await found(batchId.toUpperCase())).toEqual([`batch ${batchId}: Batch id`]);
  });

  it("finds no record for an unknown text", async () => {
    for (const text of ["zzqqxx", "99", "501-83-2747", "0000", "ffffffff-ffff", "' OR 1=1 --", "%%", "🦄🦄"])
      expect([text, await found(text)]).toEqual([text, []]);
  });
});

it("the users list finds the same customer by each identifier that the role may use", async () => {
  const listed = async (query: string, role: Role = "SUPERADMIN") =>
    (await (await api.as(role)).users.list({ query })).users.map(({ id }) => id);
  for (const query of ["12-3456789", "4242", "4876876000001", "debit:77:1", "501-83-2746", "2125550144"])
    expect([query, await listed(query)]).toEqual([query, [maria]]);
  expect(await listed("12-3456789", "VIEWER")).toEqual([]);
  expect(await listed("12-3456789", "EMPLOYEE")).toEqual([maria]);
  expect(await listed("4242", "VIEWER")).toEqual([]);
  for (const query of [String(applicationId), `#${applicationId}`])
    expect([query, await listed(query, "VIEWER")]).toEqual([query, [maria]]);
  for (const query of [
    paymentId,
    paymentId.toUpperCase(),
    paymentId.slice(0, 23),
    batchId,
    batchId.slice(0, 23),
  ])
    expect([query, await listed(query, "VIEWER")]).toEqual([query, [maria]]);
  expect(await listed("ffffffff-ffff")).toEqual([]);
});

describe("a number that a role sees masked", () => {
  it("finds no one, by its last four digits or as an EIN", async () => {
    expect(await found("2746", "ADMIN")).toEqual([]);
    expect(await found("4242", "VIEWER")).toEqual([]);
    expect(await found("4242", "EMPLOYEE")).toEqual([`user ${maria}: Card ends in 4242`]);
    expect(await found("12-3456789", "VIEWER")).toEqual([]);
  });

  it("finds a customer as a whole EIN when the role may ask to see it", async () => {
    expect(await found("12-3456789", "EMPLOYEE")).toEqual([`user ${maria}: EIN`]);
  });

  it("is not part of a hit", async () => {
    const [hit] = await (await api.as("VIEWER")).users.find({ text: "501-83-2746" });
    expect(Object.keys(hit ?? {}).sort()).toEqual(["batch", "key", "kind", "name", "reason", "userId"]);
  });
});

describe("a search uses an index", () => {
  beforeAll(async () => {
    await api.asOwner(
      `INSERT INTO users (firstname, lastname, email, phone, current_address, business_name)
       SELECT 'First' || (n * 7919) % 5003, 'Last' || (n * 104729) % 7001, 'user' || n || '@example.com',
              (2000000000 + n * 37)::text, n || ' Main St', 'Shop ' || n FROM generate_series(1, 8000) AS n`,
    );
    await api.asOwner("VACUUM ANALYZE users");
  });

  it.each([
    "10001",
    "501-83-2746",
    "12-3456789",
    "(212) 555-0144",
    "a@b.test",
    "2746",
    "debit:77:1",
    "Mria Delgdo",
  ])("for %s", async (text) => {
    const ctx: AdminCtx = api.ctx(await api.admin("SUPERADMIN"));
    const scans: string[] = [];
    const db: AdminCtx["db"] = {
      ...ctx.db,
      sql: async (statement, values) => {
        scans.push(...(await readScans(api, statement.text, values)));
        return ctx.db.sql(statement, values);
      },
    };
    await find({ ...ctx, db }, { text });
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.filter((scan) => scan === "Seq Scan users")).toEqual([]);
  });
});
