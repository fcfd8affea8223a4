import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportBatch } from "./bulk-jobs/export.ts";
import { withCustomers } from "./reconciliation/compared.ts";
import { dueCustomer, linkedAccount, reviewed, startPayments, withBanks } from "./testing/bulk.ts";
import type { TestApi } from "./testing/harness.ts";
import { parseCsv } from "./testing/parse-csv.ts";
import { openPayments } from "./testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

/** What each place of the product says of the renewal of a user. */
async function renewalAsTold(userId: number, batchId: string): Promise<Record<string, unknown>> {
  const { users, loans, bulkJobs } = await api.as("VIEWER");
  const ctx = api.ctx(await api.admin("VIEWER"));
  const { rows: reviewedRows } = await bulkJobs.preview({
    kind: "BULK_DEBIT",
    version: 2,
    userIds: `${userId}`,
  });
  const { rows } = await bulkJobs.rows({ batchId, limit: 100 });
  const [compared] = await withCustomers(ctx, [
    {
      transactions: [
        {
          sourceSystem: "giggle",
          paymentType: "ACH",
          direction: "out",
          uniqueRef: "ref",
          userId,
          fundedDate: "2026-11-20",
          disbursementAmountCents: 1,
          kind: "CREDIT",
          paymentId: null,
        },
      ],
    },
  ]);
  const sink = new PassThrough();
  const written = exportBatch(ctx, batchId, sink, () => undefined).then(() => sink.end());
  const [file] = await Promise.all([text(sink), written]);
  const [head = [], ...lines] = parseCsv(file);
  const line = lines.find((cells) => cells[head.indexOf("id")] === `${userId}`);
  return {
    "the customer's page": (await users.get({ id: userId })).renewalUserId,
    "the look-up": (await users.renewal({ userId }))?.userIdNew,
    "the user ledger": (await loans.paymentSummary({ userId })).customer.renewalUserId,
    "View Details": reviewedRows[0]?.renewalId,
    "the batch": rows.find((row) => row.userId === userId)?.renewalId,
    "its file": Number(line?.[head.indexOf("renewalID")]),
    "the reconciliation": compared?.renewalId,
  };
}

it("every screen and file names the newest renewal of a customer who came back twice, whichever of their users it shows", async () => {
  const first = await dueCustomer(api);
  const [second, third] = [await dueCustomer(api), await dueCustomer(api)];
  await api.database.unsafeTransaction((tx) =>
    tx.user.updateMany({
      where: { id: { in: [second.userId, third.userId] } },
      data: { refUserId: first.userId },
    }),
  );
  const all = [first, second, third];
  const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", all));
  for (const { userId } of all) {
    const told = await renewalAsTold(userId, batchId);
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((place) => [place, third.userId])));
  }
});
