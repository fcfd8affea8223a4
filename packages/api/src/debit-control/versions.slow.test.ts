import { randomInt, randomUUID } from "node:crypto";
import type { BankLink, TransferNumbers } from "@countinghouse/providers/bank-link/port";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { payEverything } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  await payEverything(api);
});
afterAll(() => api.close());

const { customerWith, charge, process } = collectionDoors(() => api);
type Customer = Awaited<ReturnType<typeof customerWith>>;

/** Re-authenticates the customer's link, which tells another number of the same account. Returns the customer with its new version. */
async function reAuthed(customer: Customer): Promise<Customer> {
  const { bankLinkId, providerAccountId } = await api.database.read.bankAccount.findUniqueOrThrow({
    where: { id: customer.accountId },
  });
  const place = { table: "bank_link", column: "access_token_sealed", rowId: bankLinkId };
  await api.database.unsafeTransaction((tx) =>
    tx.bankLink.update({
      where: { id: bankLinkId },
      data: { accessTokenSealed: api.vault.seal(place, "access-of-a-test") },
    }),
  );
  const told: TransferNumbers = {
    accountId: providerAccountId,
    name: "Checking",
    mask: null,
    type: "depository",
    subtype: "checking",
    account: `9999${randomInt(10_000_000, 99_999_999)}`,
    isTokenized: true,
    routing: "011401533",
    wireRouting: null,
  };
  api.services.ports.bankLink = {
    auth: () => Promise.resolve([told]),
    itemState: () => Promise.resolve({ itemId: "item", consentExpiresAt: null }),
  } as unknown as BankLink;
  const { bankLinks } = await api.as("EMPLOYEE");
  await bankLinks.reAuth({ requestId: randomUUID(), userId: customer.userId });
  const { id } = await api.database.read.bankAccount.findUniqueOrThrow({
    where: { replacesId: customer.accountId },
  });
  return { ...customer, accountId: id };
}

const authorised = async ({ userId, accountId }: Customer) =>
  (await api.as("ADMIN")).debitControl.record({
    requestId: randomUUID(),
    userId,
    instrument: { kind: "account", id: accountId },
    cure: "authorisation",
    obtainedOn: "2026-11-20",
    how: "Signed on paper.",
    fileId: null,
  });

describe("an account that re-authentication gave another number", () => {
  it.each(["R05", "R07", "R10", "R29", "R51", "R15"])(
    "is not debited after its earlier version came back with %s",
    async (code) => {
      const customer = await customerWith("account");
      await cameBack(api, customer, { code });
      const next = await reAuthed(await reAuthed(customer));
      expect(await charge("DEBIT")(next)).toContain(`with ${code}`);
      expect(await process(next)).toContain(`with ${code}`);
      expect(processors.calls()).toBe(0);
    },
  );

  it.each(["R02", "R03", "R04"])("is debited where its earlier number came back with %s", async (code) => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code });
    expect(await charge("DEBIT")(await reAuthed(customer))).toBeNull();
  });

  it("is debited where its holder had authorized that before it had the number", async () => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code: "R10" });
    await authorised(customer);
    expect(await charge("DEBIT")(await reAuthed(customer))).toBeNull();
  });

  it("shows what stops its debits, and is debited again once its holder has authorized that", async () => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code: "R10" });
    const next = await reAuthed(customer);
    const { debitControl } = await api.as("VIEWER");
    expect(await debitControl.ofUser({ userId: next.userId })).toMatchObject([
      { instrument: { id: next.accountId }, block: { code: "R10", cure: "authorisation" } },
    ]);
    await authorised(next);
    expect(await charge("DEBIT")(next)).toBeNull();
  });

  it("is not debited where another customer had the earlier number and revoked that", async () => {
    const customer = await customerWith("account");
    const other = await customerWith("account");
    await api.database.unsafeTransaction(async (tx) => {
      const { numberIndex, routing } = await tx.bankAccount.findUniqueOrThrow({
        where: { id: customer.accountId },
      });
      await tx.bankAccount.update({ where: { id: other.accountId }, data: { numberIndex, routing } });
    });
    await cameBack(api, other, { code: "R10" });
    expect(await charge("DEBIT")(await reAuthed(customer))).toContain("with R10");
  });

  it("is not presented a third time with what its earlier version came back for want of funds, by the rule and by the database", async () => {
    const customer = await customerWith("account");
    const { scheduleId } = customer;
    for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R01", scheduleId });
    const next = await reAuthed(customer);
    expect(await process(next)).toMatch(/^It was returned 3 times for insufficient funds/);
    await expect(cameBack(api, next, { code: "R01", scheduleId })).rejects.toThrow(
      "it is not presented again",
    );
  });
});
