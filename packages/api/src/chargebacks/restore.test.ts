import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { cardException } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({ roles: ["ADMIN", "EMPLOYEE", "VIEWER"] }));
});
afterAll(() => api.close());

const listed = async () => {
  const { unprocessedReturns, unprocessedChargebacks } = await (
    await api.as("VIEWER")
  ).chargebacks.unprocessed();
  return [...unprocessedReturns, ...unprocessedChargebacks].map(({ id }) => id);
};

/** A chargeback of a payment that nobody here knows: its row, and the key that the payment has. */
async function strange(): Promise<{ id: string; key: string }> {
  const before = await listed();
  const key = randomUUID().slice(0, 15);
  processors.report({ returns: [], settlements: [], exceptions: [cardException(key)] });
  await api.services.payments.pullReports();
  const id = (await listed()).find((each) => !before.includes(each));
  if (id === undefined) throw new Error("The chargeback is not on the list.");
  return { id, key };
}

const remove = async (id: string) =>
  (await api.as("ADMIN")).chargebacks.deleteUnprocessed({
    requestId: randomUUID(),
    achReturnIds: [],
    cardChargebackIds: [id],
  });
const restore = async (ids: string[]) =>
  (await api.as("ADMIN")).chargebacks.restoreUnprocessed({ ids, requestId: randomUUID() });

describe("Undo of Delete Selected", () => {
  it("brings the rows back, and they are tried again as before", async () => {
    const { id, key } = await strange();
    await remove(id);
    expect(await listed()).not.toContain(id);
    expect(await restore([id])).toEqual({ restored: 1 });
    expect(await listed()).toContain(id);
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "SALE"));
    await api.database.unsafeTransaction((tx) =>
      tx.paymentAttempt.updateMany({ where: { intentId: paymentId }, data: { providerKey: key } }),
    );
    await api.services.payments.retryReports();
    expect(await listed()).not.toContain(id);
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(50_000);
  });

  it("is refused for what is on the list, for what nobody deleted, and after 15 minutes, bringing none back", async () => {
    const { id } = await strange();
    await expectRefusal(restore([id]), "CONFLICT", /15 minutes ago, or is back already/);
    await remove(id);
    await expectRefusal(restore([id, randomUUID()]), "CONFLICT");
    api.clock.advance({ minutes: 16 });
    await expectRefusal(restore([id]), "CONFLICT");
    expect(await listed()).not.toContain(id);
  });
});
