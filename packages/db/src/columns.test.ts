import { afterAll, beforeAll, expect, expectTypeOf, it } from "vitest";
import type { JsonRow, SelectedRow } from "./columns.ts";
import { Prisma } from "./generated/prisma/client.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

type Application = Prisma.ApplicationGetPayload<object>;

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase();
});
afterAll(() => held.drop());

/** The models whose rows are read as they lie: the type makes the names of their columns in the same way. */
it.each([
  ["users", Prisma.UserScalarFieldEnum],
  ["application", Prisma.ApplicationScalarFieldEnum],
  ["offer", Prisma.OfferScalarFieldEnum],
])("each column of %s has the name that its row type gives it", async (table, fields) => {
  const { fields: columns } = await held.database.pool.query(`SELECT * FROM ${table} LIMIT 0`);
  const names = Object.values(fields).map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

it("a value has the type in which it is read, plain or as JSON", () => {
  expectTypeOf<SelectedRow<Application>["approved_amount_cents"]>().toEqualTypeOf<string | null>();
  expectTypeOf<JsonRow<Application>["approved_amount_cents"]>().toEqualTypeOf<number | null>();
  expectTypeOf<SelectedRow<Application>["first_payment_date"]>().toEqualTypeOf<Date | null>();
  expectTypeOf<JsonRow<Application>["first_payment_date"]>().toEqualTypeOf<string | null>();
  expectTypeOf<JsonRow<Application>["is_smb"]>().toEqualTypeOf<boolean | null>();
  expectTypeOf<JsonRow<Application>>().not.toHaveProperty("firstPaymentDate");
});
