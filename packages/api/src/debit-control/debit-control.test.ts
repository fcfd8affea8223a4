import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { payEverything } from "../testing/schedules.ts";

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

const { customerWith, charge, process, byAccount, byCard } = collectionDoors(() => api);
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
      /^Authorisation revoked/,
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
      /with Q \(Not authorised\)/,
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
    ["does not present it a third time", 3, 10, /came back 3 times|^Re-presentment limit/],
    ["does not present it on day 181", 1, 181, /the 180 days|^Re-presentment limit/],
  ])("%s", async (_what, times, daysAgo, says) => {
    const customer = await customerWith("account");
    for (let nth = 0; nth < times; nth++)
      await cameBack(api, customer, { code: "R01", daysAgo, scheduleId: customer.scheduleId });
    const said = await take(customer);
    expect(said ?? "taken").toMatch(says ?? /^taken$/);
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

it("the database refuses a third re-presentment, whatever code sends it", async () => {
  const customer = await customerWith("account");
  for (let nth = 0; nth < 3; nth++)
    await cameBack(api, customer, { code: "R09", scheduleId: customer.scheduleId });
  const sent = cameBack(api, customer, { code: "R01", scheduleId: customer.scheduleId });
  await expect(sent).rejects.toThrow("it is not presented again");
});

describe("recording what lifts a block", () => {
  const blocked = async (code = "R10") => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code });
    return customer;
  };
  const toCure = ({ userId, accountId }: Customer, changed: object = {}) => ({
    requestId: randomUUID(),
    userId,
    instrument: { kind: "account" as const, id: accountId },
    cure: "authorisation" as const,
    obtainedOn: "2026-11-19",
    how: "Signed on paper.",
    fileId: null,
    ...changed,
  });
  const record = async (input: ReturnType<typeof toCure>, role: Role = "ADMIN") =>
    (await api.as(role)).debitControl.record(input);

  it("has the account debited again, and shows no block any more", async () => {
    const customer = await blocked();
    const { debitControl } = await api.as("VIEWER");
    expect(await debitControl.ofUser({ userId: customer.userId })).toMatchObject([
      {
        instrument: { kind: "account" },
        name: "Checking •••• 6789",
        block: { code: "R10", cure: "authorisation" },
      },
    ]);
    await record(toCure(customer));
    expect(await debitControl.ofUser({ userId: customer.userId })).toEqual([]);
    expect(await charge("DEBIT")(customer)).toBeNull();
  });

  it("lets an instalment that came back too often be collected again", async () => {
    const customer = await customerWith("account");
    for (let nth = 0; nth < 3; nth++)
      await cameBack(api, customer, { code: "R01", scheduleId: customer.scheduleId });
    expect(await process(customer)).toMatch(/came back 3 times/);
    await record(toCure(customer));
    expect(await process(customer)).toBeNull();
  });

  it("refuses what does not lift it, what nothing lifts, a day to come, and a document of somebody else", async () => {
    const customer = await blocked();
    await expectRefusal(
      record(toCure(customer, { cure: "correction" })),
      "RULE",
      "A new authorisation is needed",
    );
    await expectRefusal(record(toCure(customer, { obtainedOn: "2026-11-21" })), "RULE", "after today");
    await expectRefusal(record(toCure(customer, { fileId: randomUUID() })), "NOT_FOUND", "no such document");
    await expectRefusal(
      record(toCure(customer, { obtainedOn: "2026-11-09" })),
      "RULE",
      "It came back on 2026-11-10",
    );
    await expectRefusal(record(toCure(await blocked("R02"))), "RULE", "Nothing lifts this block.");
    await expectRefusal(
      record(toCure(await customerWith("account"))),
      "RULE",
      "Nothing forbids to debit it.",
    );
  });

  it("is for a SUPERADMIN or an ADMIN", async () => {
    const customer = await blocked();
    for (const role of ["EMPLOYEE", "VIEWER"] as const)
      await expectRefusal(record(toCure(customer), role), "FORBIDDEN");
  });

  it("pressed twice is recorded once, and leaves its audit event", async () => {
    const customer = await blocked();
    const input = toCure(customer);
    const before = await countAuditEvents(api, "debitControl.record");
    expect(await record(input)).toEqual(await record(input));
    expect(await countAuditEvents(api, "debitControl.record")).toBe(before + 1);
    expect(await lastAuditEvent(api, "debitControl.record")).toMatchObject({
      subjectId: String(customer.userId),
      after: { cure: "authorisation", obtainedOn: "2026-11-19", how: "Signed on paper.", last4: "6789" },
    });
    expect(await api.database.read.recordedCure.count({ where: { userId: customer.userId } })).toBe(1);
  });
});
