import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import {
  bankBalances,
  dueCustomer,
  endRunning,
  linkedAccount,
  linkedCustomer,
  reviewed,
  startBalance,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { parseCsv } from "../testing/parse-csv.ts";
import { openPayments } from "../testing/payable.ts";
import { exportBatch } from "./export.ts";

const NOWHERE = "01890000-0000-7000-8000-000000000000";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

const rows = async (input: RouterInputs["bulkJobs"]["rows"]) => (await api.as("VIEWER")).bulkJobs.rows(input);

describe("the rows of a batch", () => {
  it("come page by page from the start, and after that only those that changed, each change once", async () => {
    const users = await Promise.all(Array.from({ length: 25 }, () => linkedCustomer(api)));
    const { batchId } = await startBalance(api, bankBalances(users));
    const first = await rows({ batchId, limit: 10 });
    const second = await rows({ batchId, limit: 10, after: first.cursor });
    const third = await rows({ batchId, limit: 10, after: second.cursor });
    expect([first, second, third].map(({ more }) => more)).toEqual([true, true, false]);
    expect([first, second, third].flatMap((page) => page.rows.map(({ userId }) => userId))).toEqual(
      users.map(({ id }) => id),
    );
    const unchanged = await rows({ batchId, after: third.cursor });
    expect(unchanged).toMatchObject({ rows: [], more: false, cursor: third.cursor });
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const changed = await rows({ batchId, after: third.cursor });
    expect(new Set(changed.rows.map(({ userId }) => userId))).toEqual(new Set(users.map(({ id }) => id)));
    expect(changed.rows).toHaveLength(25);
    expect(changed.rows.every(({ state }) => state === "DONE")).toBe(true);
    expect(changed.batch).toMatchObject({ state: "COMPLETED", completedCount: 25 });
    expect((await rows({ batchId, after: changed.cursor })).rows).toEqual([]);
  });

  it("that are written by two workers at once are all seen by whoever reads on meanwhile", async () => {
    const users = await Promise.all(Array.from({ length: 60 }, () => linkedCustomer(api)));
    const { batchId } = await startBalance(api, bankBalances(users));
    const seen = new Map<number, string>();
    let cursor: RouterInputs["bulkJobs"]["rows"]["after"] = null;
    let isOver = false;
    const read = async () => {
      const page = await rows({ batchId, after: cursor ?? null });
      for (const { userId, state } of page.rows) seen.set(userId, state);
      cursor = page.cursor;
      return page.batch.state === "COMPLETED";
    };
    const reading = (async () => {
      while (!isOver) isOver = await read();
      await read();
    })();
    await Promise.all([
      api.services.bulkJobs.drain("BULK_BALANCE"),
      api.services.bulkJobs.drain("BULK_BALANCE"),
    ]);
    await reading;
    expect([...seen.values()].filter((state) => state === "DONE")).toHaveLength(60);
  });

  it("are with Show Completed those with an outcome, and without it the others", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api)];
    const [{ scheduleId: _paid, ...unlinked }] = [await dueCustomer(api)];
    const { batchId } = await startPayments(
      api,
      reviewed("BULK_DEBIT", [...customers, { ...unlinked, scheduleId: 1 }]),
    );
    expect((await rows({ batchId, show: "COMPLETED" })).rows).toEqual([]);
    expect((await rows({ batchId, show: "OPEN" })).rows).toHaveLength(3);
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect((await rows({ batchId, show: "COMPLETED" })).rows.map(({ state }) => state)).toContain("DONE");
    expect((await rows({ batchId, show: "OPEN" })).rows).toEqual([]);
  });

  it("of a batch that is not there are not found", async () => {
    await expectRefusal(rows({ batchId: NOWHERE }), "NOT_FOUND");
    await expectRefusal((await api.as("VIEWER")).bulkJobs.batch({ batchId: NOWHERE }), "NOT_FOUND");
  });
});

describe("the batch that runs", () => {
  it("is none where there never was one, and the last one when it is over", async () => {
    const viewer = (await api.as("VIEWER")).bulkJobs;
    expect(await viewer.running({ kind: "BULK_ACH" })).toEqual({ isRunning: false, batch: null });
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", [await dueCustomer(api)]));
    expect(await viewer.running({ kind: "BULK_ACH" })).toMatchObject({
      isRunning: true,
      batch: { id: batchId },
    });
    await endRunning(api, "BULK_ACH");
    expect(await viewer.running({ kind: "BULK_ACH" })).toMatchObject({
      isRunning: false,
      batch: { id: batchId, state: "CANCELLED" },
    });
  });
});

describe("Export CSV", () => {
  async function exported(batchId: string) {
    const sink = new PassThrough();
    let name = "";
    const written = exportBatch(api.ctx(await api.admin("VIEWER")), batchId, sink, (fileName) => {
      name = fileName;
    }).then(() => sink.end());
    const [file] = await Promise.all([text(sink), written]);
    const [head = [], ...lines] = parseCsv(file);
    return {
      name,
      head,
      lines: lines.map((line) => Object.fromEntries(line.map((cell, at) => [head[at], cell]))),
    };
  }

  it("of balances has five accounts of each customer, and the code of what went wrong", async () => {
    const [user, bare] = [await linkedCustomer(api), await api.user()];
    withBanks(api, () => [linkedAccount({ name: "=Checking", availableCents: 123_456 })]);
    const { batchId } = await startBalance(api, bankBalances([user, bare]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const { name, head, lines } = await exported(batchId);
    expect(name).toBe("bulk-plaid-balance.csv");
    expect(head).toHaveLength(4 + 10 + 3);
    expect(lines).toMatchObject([
      {
        user_id: String(user.id),
        name: "Maria Delgado",
        "acc_1 name": "'=Checking",
        "acc_1 balance": "1234.56",
        "acc_2 name": "",
        error: "",
        "date_requested (America/New_York)": expect.stringMatching(/^2026-11-20 10:00:0/),
      },
      { user_id: String(bare.id), error: "NO_BANK_LINK", errorMessage: "This customer has no bank link." },
    ]);
  });

  it.each([
    ["BULK_DEBIT", "bulk-debit-payment.csv", "cardNumber", "4242"],
    ["BULK_ACH", "bulk-ach-payment.csv", "accountNumber", "6789"],
  ] as const)(
    "of %s is named %s and has each payment with the last four digits and what came of it",
    async (kind, file, column, last4) => {
      const [paid, declined] = [await dueCustomer(api), await dueCustomer(api)];
      await api.database.unsafeTransaction((tx) =>
        tx.user.update({ where: { id: paid.userId }, data: { firstname: "=Sum", lastname: "+1" } }),
      );
      await api.database.unsafeTransaction((tx) =>
        tx.user.update({ where: { id: declined.userId }, data: { isExternal: true } }),
      );
      const { batchId } = await startPayments(api, reviewed(kind, [paid, declined]));
      await api.services.bulkJobs.drain(kind);
      const { name, lines } = await exported(batchId);
      expect(name).toBe(file);
      expect(lines).toMatchObject([
        {
          id: String(paid.userId),
          firstname: "'=Sum",
          lastname: "'+1",
          alloyPaymentAmount: "412.50",
          alloyPaybackAmount: "1300.00",
          status: "100",
          message: "Transaction perform successfully",
          [column]: last4,
        },
        { id: String(declined.userId), status: "X", message: "This customer is with an external agency." },
      ]);
      expect(await lastAuditEvent(api, "bulkJobs.exported")).toMatchObject({
        subjectId: batchId,
        after: { rows: 2 },
      });
    },
  );

  it("of a batch that is not there, or of what is no id, is refused before anything is written", async () => {
    await expectRefusal(exported(NOWHERE), "NOT_FOUND");
    await expectRefusal(exported("'; DROP TABLE users; --"), "INVALID");
  });
});
