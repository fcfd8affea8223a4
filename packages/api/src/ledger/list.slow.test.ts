import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterOutputs } from "../index.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addLedgerLines } from "../testing/ledger-lines.ts";
import { payment, record } from "../testing/payments.ts";
import { readPreparedScans } from "../testing/plans.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Page = RouterOutputs["ledger"]["list"];

/** Returns all pages of `limit` lines, requested one after the other as the screen does. */
async function walk(limit: number): Promise<Page[]> {
  const { ledger } = await api.as("VIEWER");
  const pages = [await ledger.list({ cursor: null, limit })];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    pages.push(await ledger.list({ cursor: next, limit }));
  }
  return pages;
}

const charge = (userId: number) =>
  payment(userId, {
    lineItemType: "Refund",
    modeOfPayment: "ACH",
    transactionType: "REFUND",
    paymentType: "CREDIT",
    amountCents: 10_000,
    description: "Charged back",
  });

it("the ledger is empty before the first posting", async () => {
  expect(await walk(10)).toEqual([{ lines: [], total: 0, nextCursor: null }]);
});

describe("the lines", () => {
  it("come newest first, from users only, each with the balance of its user after it", async () => {
    const { id: maria } = await api.user();
    const { id: renewal } = await api.user({ refUser: { connect: { id: maria } } });
    const { id: shop } = await api.user({ firstname: "", lastname: "", businessName: "Corner Shop" });
    await record(api, charge(maria), "SUPERADMIN");
    await record(api, charge(renewal), "SUPERADMIN");
    await record(api, payment(maria), "SUPERADMIN");
    await record(api, payment(shop), "SUPERADMIN");
    const [page] = await walk(10);
    expect(page?.total).toBe(4);
    expect(page?.lines).toMatchObject([
      { userId: shop, name: "Corner Shop", amountCents: -1_000, balanceCents: -1_000 },
      {
        userId: maria,
        renewalOf: null,
        name: "Maria Delgado",
        transactionDate: "2026-11-20",
        transactionType: "CARD",
        customDescription: "Payment",
        notes: "Paid at the desk",
        amountCents: -1_000,
        balanceCents: 9_000,
      },
      { userId: renewal, renewalOf: maria, balanceCents: 10_000 },
      { userId: maria, transactionType: "REFUND", customDescription: "Refund", balanceCents: 10_000 },
    ]);
  });

  it("agree, user by user, with the page of the user", async () => {
    const { loans } = await api.as("VIEWER");
    const [page] = await walk(10);
    for (const userId of new Set(page?.lines.map((line) => line.userId))) {
      const own = page?.lines.filter((line) => line.userId === userId);
      const shown = (await loans.listTransactions({ userId })).map(({ id, amountCents, balanceCents }) => ({
        id,
        amountCents,
        balanceCents,
      }));
      expect(own).toMatchObject(shown);
    }
  });

  it("appear once each, in pages of any size, and are counted on the first page", async () => {
    await addLedgerLines(api, { users: 7, each: 5 });
    const whole = await walk(200);
    const lines = whole.flatMap((page) => page.lines);
    expect(lines).toHaveLength(39);
    for (const limit of [1, 4, 39]) {
      const pages = await walk(limit);
      expect(pages.flatMap((page) => page.lines)).toEqual(lines);
      expect(pages.map(({ total }) => total)).toEqual([39, ...pages.slice(1).map(() => null)]);
    }
  });

  it("stay in place for a reader of later pages while a newer line is posted", async () => {
    const { ledger } = await api.as("VIEWER");
    const before = (await walk(200)).flatMap((page) => page.lines);
    const first = await ledger.list({ cursor: null, limit: 3 });
    await record(api, payment((await api.user()).id), "SUPERADMIN");
    const second = await ledger.list({ cursor: first.nextCursor, limit: 3 });
    expect([...first.lines, ...second.lines]).toEqual(before.slice(0, 6));
  });
});

it("a page deep in the ledger is read by index, and not by counting up to it", async () => {
  await addLedgerLines(api, { users: 1_000, each: 10 });
  await api.asOwner("ANALYZE");
  const scans = await scansOfNextPage();
  expect(scans).toContain("Index Scan ledger_transaction_pkey");
  expect(scans.filter((scan) => scan.startsWith("Seq Scan ledger_"))).toEqual([]);
});

async function scansOfNextPage(): Promise<string[]> {
  const ctx = api.ctx(await api.admin("VIEWER"));
  const asked: string[] = [];
  const db: typeof ctx.db = {
    ...ctx.db,
    sql: (statement, values) => {
      asked.push(statement.text);
      return ctx.db.sql(statement, values);
    },
  };
  const { listLedger } = await import("./list.ts");
  await listLedger(
    { ...ctx, db },
    { cursor: { transactionId: crypto.randomUUID(), entryId: "1" }, limit: 100 },
  );
  return readPreparedScans(api, asked[0] ?? "");
}
