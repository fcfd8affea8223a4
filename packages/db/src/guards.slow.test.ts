import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
let userId: number;
beforeAll(async () => {
  held = await createTestDatabase();
});
beforeEach(async () => {
  ({ id: userId } = await write((tx) => tx.user.create({ data: {}, select: { id: true } })));
});
afterAll(() => held.drop());

const write: TestDatabase["database"]["unsafeTransaction"] = (work) => held.database.unsafeTransaction(work);
const query = (sql: string, values: unknown[] = []) => held.asOwner(sql, values);

const addIntent = () =>
  write((tx) =>
    tx.paymentIntent.create({
      data: { userId, kind: "MANUAL", paymentType: "DEBIT", businessKey: randomUUID(), amountCents: 100n },
    }),
  );

/** Posts a transaction with these amounts, each on an account of its own. */
const post = (...amounts: bigint[]) =>
  write(async (tx) => {
    const { id } = await tx.ledgerTransaction.create({
      data: { kind: "test", effectiveOn: new Date("2026-11-20") },
    });
    const accounts = await tx.ledgerAccount.createManyAndReturn({
      data: amounts.map(() => ({ code: randomUUID(), type: "ASSET" as const })),
    });
    const entries = amounts.map((amountCents, index) => ({
      transactionId: id,
      accountId: accounts[index]?.id ?? 0,
      amountCents,
    }));
    await tx.ledgerEntry.createMany({ data: entries });
    return id;
  });

describe("the ledger", () => {
  it.each([[[5n, -5n]], [[5n, -2n, -3n]], [[2n ** 62n, -(2n ** 62n)]]])(
    "takes entries that sum to zero: %s",
    async (amounts) => {
      const transactionId = await post(...amounts);
      expect(await held.database.read.ledgerEntry.count({ where: { transactionId } })).toBe(amounts.length);
    },
  );

  it.each([[[5n]], [[5n, -4n]], [[5n, 5n]], [[2n ** 62n, 2n ** 62n]]])(
    "refuses entries that do not: %s",
    async (amounts) => {
      const before = await held.database.read.ledgerTransaction.count();
      await expect(post(...amounts)).rejects.toThrow(/out of balance/);
      expect(await held.database.read.ledgerTransaction.count()).toBe(before);
    },
  );

  it("refuses an entry of nothing, and one added to a transaction that already balances", async () => {
    await expect(post(0n)).rejects.toThrow(/ledger_entry_not_zero/);
    const transactionId = await post(7n, -7n);
    const { id: accountId } = await write((tx) =>
      tx.ledgerAccount.create({ data: { code: randomUUID(), type: "ASSET" } }),
    );
    const late = write((tx) =>
      tx.ledgerEntry.create({ data: { transactionId, accountId, amountCents: 1n } }),
    );
    await expect(late).rejects.toThrow(/out of balance/);
  });

  it("keeps at most one transaction of a kind and number for an intent, and one reversal of each", async () => {
    const { id: intentId } = await addIntent();
    const effectiveOn = new Date("2026-11-20");
    const add = (reversesId: string | null, kind = "test") =>
      write((tx) => tx.ledgerTransaction.create({ data: { intentId, kind, effectiveOn, reversesId } }));
    const { id } = await add(null);
    await expect(add(null)).rejects.toMatchObject({ code: "P2002" });
    await add(id, "reversal");
    await expect(add(id, "another reversal")).rejects.toMatchObject({ code: "P2002" });
  });
});

describe("append-only tables", () => {
  beforeAll(async () => {
    await post(1n, -1n);
    await query(
      `INSERT INTO audit_event (at, actor, action, subject_type, subject_id, request_id, content_hash)
       VALUES (now(), 'job:test', 'test', 'test', '1', gen_random_uuid(), '\\x00')`,
    );
  });

  it.each(["audit_event", "ledger_transaction", "ledger_entry"])(
    "%s refuses to be changed, shortened or emptied",
    async (table) => {
      const { rowCount: before } = await query(`SELECT 1 FROM ${table}`);
      expect(before).toBeGreaterThan(0);
      await expect(query(`UPDATE ${table} SET id = id`)).rejects.toThrow(
        `${table} is append-only: UPDATE is refused`,
      );
      await expect(query(`DELETE FROM ${table}`)).rejects.toThrow(
        `${table} is append-only: DELETE is refused`,
      );
      await expect(query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/append-only: TRUNCATE is refused/);
      expect((await query(`SELECT 1 FROM ${table}`)).rowCount).toBe(before);
    },
  );

  it("payment_intent refuses to be shortened or emptied", async () => {
    await addIntent();
    await expect(query("DELETE FROM payment_intent")).rejects.toThrow(/is kept: DELETE is refused/);
    await expect(query("TRUNCATE payment_intent CASCADE")).rejects.toThrow(/append-only: TRUNCATE/);
  });
});

describe("exact totals", () => {
  const total = async () =>
    Number((await query("SELECT rows FROM row_counter WHERE table_name = 'users'")).rows[0]?.rows);
  const counted = async () => Number((await query("SELECT count(*) FROM users")).rows[0]?.count);

  it("follow insertions, deletions and statements that touch many rows or none", async () => {
    const before = await total();
    expect(before).toBe(await counted());
    await query("INSERT INTO users (firstname) SELECT 'Many' FROM generate_series(1, 100)");
    expect(await total()).toBe(before + 100);
    await query("DELETE FROM users WHERE firstname = 'Nobody'");
    await query("UPDATE users SET lastname = 'Changed' WHERE firstname = 'Many'");
    expect(await total()).toBe(before + 100);
    await query("DELETE FROM users WHERE firstname = 'Many'");
    expect(await total()).toBe(await counted());
  });

  it("follow writers at once and forget what was rolled back", async () => {
    const before = await total();
    await Promise.all(Array.from({ length: 10 }, () => write((tx) => tx.user.create({ data: {} }))));
    const undone = write(async (tx) => {
      await tx.user.create({ data: {} });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await total()).toBe(before + 10);
    expect(await total()).toBe(await counted());
  });
});

describe("what may be only once", () => {
  it("an e-mail belongs to one user, while any number have none", async () => {
    await write((tx) => tx.user.createMany({ data: [{ email: "" }, { email: "" }] }));
    const taken = `${randomUUID()}@example.com`;
    await write((tx) => tx.user.create({ data: { email: taken } }));
    await expect(write((tx) => tx.user.create({ data: { email: taken } }))).rejects.toMatchObject({
      code: "P2002",
    });
  });

  it("a user has one primary card at most", async () => {
    const card = (isPrimary: boolean) =>
      write((tx) =>
        tx.card.create({
          data: {
            userId,
            tokenSealed: Buffer.alloc(1),
            tokenIndex: Buffer.alloc(1),
            last4: "4242",
            expiry: "0129",
            cardName: "X",
            isPrimary,
          },
        }),
      );
    await card(true);
    await card(false);
    await expect(card(true)).rejects.toMatchObject({ code: "P2002" });
  });
});

it("the reading connections cannot write, whatever they are told", async () => {
  for (const [index, text] of [
    "INSERT INTO users DEFAULT VALUES",
    "DELETE FROM note",
    "CREATE TABLE x (y int)",
  ].entries()) {
    await expect(held.database.read.sql({ name: `test.write.${index}`, text }, [])).rejects.toThrow(
      /read-only transaction/,
    );
  }
});
