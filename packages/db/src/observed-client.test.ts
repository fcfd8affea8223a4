import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, Prisma, preparedText } from "./index.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase();
});
afterAll(() => held.drop());

it("tells a prepared statement by its name and any other by its text, and never what is put into one", async () => {
  const told: string[] = [];
  const observe = (text: string) => {
    told.push(text);
    return null;
  };
  const database = connect(held.url, { observe });
  try {
    await database.read.sql({ name: "test.read", text: "SELECT $1::text" }, ["of a customer"]);
    await database.unsafeTransaction(async (tx) => {
      await tx.$queryRaw`${Prisma.raw(preparedText("test.prepared", "SELECT"))} ${"of a customer"}::text`;
      await tx.$queryRaw`SELECT ${"of a customer"}::text`;
      await tx.user.findFirst({ where: { email: "of a customer" } });
    });
  } finally {
    await database.close();
  }
  expect(told).toContain("test.read");
  expect(told).toContain("test.prepared");
  expect(told).toContain("SELECT $1::text");
  expect(told.filter((text) => text.includes('."email" = $1'))).toHaveLength(1);
  expect(told).not.toContain("");
  expect(told.join()).not.toContain("of a customer");
});
