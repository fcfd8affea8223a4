import { afterAll, beforeAll, expect, it } from "vitest";
import { verifyPassword } from "../passwords.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { addAdmins } from "./admins.ts";
import { addPasscodes } from "./passcodes.ts";

const NOW = new Date("2026-03-10T15:00:00Z");

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
});
afterAll(() => test.drop());

async function add(passcodes: Parameters<typeof addPasscodes>[1]) {
  const client = await test.database.pool.connect();
  try {
    await addAdmins(client, "correct horse battery");
    await addPasscodes(client, passcodes, NOW);
  } finally {
    client.release();
  }
  const { rows } = await test.database.pool.query<{ kind: string; hash: string; role: string; at: Date }>(
    `SELECT p.kind::text, p.hash, a.role::text, p.updated_at AS at
     FROM passcode p JOIN admin a ON a.id = p.updated_by_id ORDER BY p.kind`,
  );
  return rows;
}

it("each rail has its own passcode, kept as a hash in the name of the SUPERADMIN", async () => {
  const [card, ach] = await add({ CARD: "482915", ACH: "730164" });
  expect([card?.kind, ach?.kind]).toEqual(["CARD", "ACH"]);
  expect(card).toMatchObject({ role: "SUPERADMIN", at: NOW });
  expect(JSON.stringify([card, ach])).not.toMatch(/482915|730164/);
  expect(await verifyPassword(card?.hash ?? "", "482915")).toBe(true);
  expect(await verifyPassword(ach?.hash ?? "", "730164")).toBe(true);
});

it("a passcode that is set already stays as it is", async () => {
  const [card] = await add({ CARD: "111111", ACH: "222222" });
  expect(await verifyPassword(card?.hash ?? "", "482915")).toBe(true);
});
