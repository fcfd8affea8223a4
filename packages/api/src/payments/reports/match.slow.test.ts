import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../../testing/payable.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { transactionAt } from "../../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const DAY = "2026-11-20";
const stateOf = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

/** Reports a reversed sale in the processor's report of the day, and pulls it. Returns its reference. */
async function undone(amountCents: number, originalReference: string | null) {
  const what = { amountCents, settledCents: amountCents, originalReference };
  const reference = `rev-${Math.random()}`;
  const row = transactionAt(DAY, "", { type: "reversal", reference, ...what });
  processors.report({ transactions: { [DAY]: [row] } });
  await api.services.payments.pullReports();
  return reference;
}

describe("a reversed sale in the report of the day", () => {
  it("is not taken for a FUND whose answer was lost, and cannot be matched with one by a person", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "FUND"));
    const reference = await undone(90_000, null);
    expect(await stateOf(paymentId)).toBe("UNKNOWN");
    const admin = await api.as("ADMIN");
    const { unmatched } = await admin.paymentExceptions.list();
    const { id: reportId = "" } = unmatched.find((row) => row.reference === reference) ?? {};
    await expectRefusal(
      admin.paymentExceptions.match({ requestId: crypto.randomUUID(), reportId, paymentId }),
      "RULE",
      /differ in amount, direction or processor/,
    );
  });

  it.each(["it names", "it names none"])("is the REFUND of the sale that %s", async (named) => {
    const customer = await payableCustomer(api);
    const sale = await run(api, order(customer, "SALE"));
    const [taken] = processors.books;
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "REFUND", { parentId: sale.paymentId }));
    await undone(1000, named === "it names" ? `txn-${taken?.key}` : null);
    expect(await stateOf(paymentId)).toBe("SUCCEEDED");
  });

  it("is not the REFUND of another sale than it names", async () => {
    const customer = await payableCustomer(api);
    const sale = await run(api, order(customer, "SALE"));
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "REFUND", { parentId: sale.paymentId }));
    await undone(1000, "txn-of-another-sale");
    expect(await stateOf(paymentId)).toBe("UNKNOWN");
  });
});

it("finds a payment by its key when the processor reports the key in upper case", async () => {
  const customer = await payableCustomer(api);
  processors.next("lostAfter");
  const { paymentId } = await run(api, order(customer, "SALE"));
  const [{ key } = { key: "" }] = processors.books;
  const row = transactionAt(DAY, key.toUpperCase(), { reference: `told-${key}`, last4: "" });
  processors.report({ transactions: { [DAY]: [row] } });
  await api.services.payments.pullReports();
  expect(await stateOf(paymentId)).toBe("SUCCEEDED");
});
