import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { keepsPlan, readAsked } from "../testing/plans.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { payEverything } from "../testing/schedules.ts";
import { listDebitBlocks } from "./service.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await payEverything(api);
});
afterAll(() => api.close());

const { customerWith, charge, byAccount, byCard } = collectionDoors(() => api);
type Customer = Awaited<ReturnType<typeof customerWith>>;

/** The same account, linked by another customer. */
async function linkedAnew(from: Payable, to: Payable): Promise<void> {
  await api.database.unsafeTransaction(async (tx) => {
    const { numberIndex, routing } = await tx.bankAccount.findUniqueOrThrow({
      where: { id: from.accountId },
    });
    await tx.bankAccount.update({ where: { id: to.accountId }, data: { numberIndex, routing } });
  });
}

/** Has staff add a remark of today. */
const remarked = async (userId: number, category: "Bankruptcy" | "Attorney" | "Cease Debit" | "Collection") =>
  (await api.as("EMPLOYEE")).remarks.add({
    requestId: randomUUID(),
    userId,
    category,
    remarkDate: "2026-11-20",
    note: "By letter.",
  });

/** Another customer with the same SSN. */
async function samePerson({ userId }: Customer): Promise<{ id: number }> {
  const { id } = await api.user();
  const ssnIndex = new Uint8Array(Buffer.from(randomUUID().replaceAll("-", ""), "hex"));
  await api.database.unsafeTransaction((tx) =>
    tx.user.updateMany({ where: { id: { in: [id, userId] } }, data: { ssnIndex } }),
  );
  return { id };
}

describe.each(byAccount)("%s", (door, take) => {
  const isAutomation = door === "payment automation";

  it.each<[string, (customer: Customer) => Promise<unknown>, RegExp, RegExp]>([
    [
      "an account that returned R10",
      (customer) => cameBack(api, customer, { code: "R10" }),
      /with R10/,
      /^Authorization revoked/,
    ],
    [
      "an account that returned R02 and was linked anew",
      async (customer) => {
        const before = await payableCustomer(api);
        await cameBack(api, before, { code: "R02" });
        await linkedAnew(before, customer);
      },
      /with R02 \(Account closed\)/,
      /^Account return block/,
    ],
    [
      "an account of somebody who is bankrupt by the word of staff",
      (customer) => remarked(customer.userId, "Bankruptcy"),
      /^The remark “Bankruptcy” of 2026-11-20 stops debits/,
      /^Remark stops debits$/,
    ],
    [
      "an account whose holder has a lawyer by a remark on another customer who is the same person",
      async (customer) => {
        const { id } = await samePerson(customer);
        await remarked(id, "Attorney");
      },
      /“Attorney” of 2026-11-20 of the same person, .* stops debits/,
      /^Remark stops debits$/,
    ],
    [
      "an account whose check came back with Q",
      (customer) => cameBack(api, customer, { code: "Q", kind: "RCC" }),
      /with Q \(Not authorized\)/,
      /^Return code forbids another debit$/,
    ],
  ])("refuses %s", async (_what, prepare, says, saysAutomation) => {
    const customer = await customerWith("account");
    await prepare(customer);
    expect(await take(customer)).toMatch(isAutomation ? saysAutomation : says);
    expect(processors.calls()).toBe(0);
  });

  it("takes from an account that returned R01 once", async () => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code: "R01" });
    expect(await take(customer)).toBeNull();
  });
});

describe.each(byAccount)("%s of what came back for want of funds", (_door, take) => {
  it.each<[string, number, number, RegExp | null]>([
    ["presents it twice more", 2, 10, null],
    ["does not present it a third time", 3, 10, /returned 3 times|^Re-presentment limit/],
    ["does not present it on day 181", 1, 181, /The 180 days|^Re-presentment limit/],
  ])("%s", async (_what, times, daysAgo, says) => {
    const customer = await customerWith("account");
    for (let nth = 0; nth < times; nth++)
      await cameBack(api, customer, { code: "R01", daysAgo, scheduleId: customer.scheduleId });
    const said = await take(customer);
    expect(said ?? "taken").toMatch(says ?? /^taken$/);
    expect(processors.calls()).toBe(says === null ? 1 : 0);
  });

  it.each<[string, object, RegExp | null]>([
    ["of the payment page is not presented a third time", {}, /returned 3 times|^Re-presentment limit/],
    ["of the payment page of another amount says nothing of it", { amountCents: 41_249 }, null],
    ["of the payment page longer ago than 180 days says nothing of it", { daysAgo: 181 }, null],
  ])("%s", async (_what, changed, says) => {
    const customer = await customerWith("account");
    for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R01", ...changed });
    expect((await take(customer)) ?? "taken").toMatch(says ?? /^taken$/);
    expect(processors.calls()).toBe(says === null ? 1 : 0);
  });
});

describe.each(byCard)("%s", (door, take) => {
  it("refuses a card of somebody who asked that debits end, and takes it once that remark has ended", async () => {
    const customer = await customerWith("card");
    const { remarkId } = await remarked(customer.userId, "Cease Debit");
    expect(await take(customer)).toMatch(
      door === "payment automation" ? /^Remark stops debits$/ : /“Cease Debit” of 2026-11-20 stops debits/,
    );
    expect(processors.calls()).toBe(0);
    const { remarks } = await api.as("ADMIN");
    await remarks.end({ requestId: randomUUID(), remarkId, reason: "Revoked in writing." });
    expect(await take(customer)).toBeNull();
  });

  it("refuses a card that was declined with a code that forbids another try", async () => {
    const customer = await customerWith("card");
    await cameBack(api, customer, { code: "43", kind: "SALE" });
    expect(await take(customer)).toMatch(
      door === "payment automation" ? /^Card blocked/ : /with 43 \(Stolen card\)/,
    );
    expect(processors.calls()).toBe(0);
  });
});

it("what came back after it was begun is not sent", async () => {
  const customer = await customerWith("account");
  await run(api, order(customer, "DEBIT", { amountCents: 1_000 }));
  processors.report({ returns: [achReturn(processors.books.at(-1)?.key ?? "", { code: "R07" })] });
  await api.services.payments.pullReports();
  expect(await charge("DEBIT")(customer)).toMatch(/with R07/);
});

describe("the database refuses a third re-presentment, whatever code sends it", () => {
  it.each<[string, (customer: Customer) => object, boolean]>([
    ["of the instalment", ({ scheduleId }) => ({ scheduleId }), true],
    ["of payments of its amount without an instalment", () => ({}), true],
    ["but not of those of another amount", () => ({ amountCents: 41_249 }), false],
    ["nor of those longer ago than 180 days", () => ({ daysAgo: 191 }), false],
  ])("%s", async (_what, changed, isRefused) => {
    const customer = await customerWith("account");
    for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R09", ...changed(customer) });
    const sent = cameBack(api, customer, { code: "R01", scheduleId: customer.scheduleId }).then(
      () => "sent",
      String,
    );
    expect(await sent).toMatch(isRefused ? /it is not presented again/ : /^sent$/);
  });
});

it.each(["account", "card"] as const)(
  "what forbids to debit: %s is asked after by a statement that is planned once, and not for each payment",
  async (only) => {
    const { userId } = await customerWith(only);
    const asked = await readAsked(api.ctx(await api.admin("VIEWER")), (ctx) =>
      listDebitBlocks(ctx, { userId }),
    );
    for (const statement of asked) expect(await keepsPlan(api, statement)).toBe(true);
    expect(asked.length).toBeGreaterThan(0);
  },
);
