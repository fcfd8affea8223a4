import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceAccount } from "../bank-accounts/replace-account.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, type Payable, payableCustomer } from "../testing/payable.ts";

let api: TestApi;
let customer: Payable;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
  customer = await payableCustomer(api);
});
afterAll(() => api.close());

const options = async () => (await api.as("EMPLOYEE")).payments.options({ userId: customer.userId });
const account = async () => (await options()).accounts.find(({ id }) => id === customer.accountId);
const card = async () => (await options()).cards.find(({ id }) => id === customer.cardId);

/** Creates a payment by an account or a card that came back on this day. */
const cameBack = (
  by: { bankAccountId: number } | { cardId: number },
  { kind, code, day }: { kind: "RETURN" | "CHARGEBACK"; code: string; day: string },
) =>
  api.database.unsafeTransaction(async (tx) => {
    const { id: intentId } = await tx.paymentIntent.create({
      data: {
        userId: customer.userId,
        kind: kind === "RETURN" ? "DEBIT" : "SALE",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 1_000,
        ...by,
      },
      select: { id: true },
    });
    await tx.processorEvent.create({
      data: {
        provider: kind === "RETURN" ? "payliance" : "tabapay",
        eventKey: randomUUID(),
        kind,
        intentId,
        reference: "x",
        amountCents: 1_000,
        code,
        detail: {},
        happenedOn: new Date(day),
        receivedAt: new Date(day),
      },
    });
  });

it("shows no balance, return or chargeback when there was none", async () => {
  expect(await account()).toMatchObject({ saidBalance: null, lastReturn: null });
  expect(await card()).toMatchObject({ lastChargeback: null });
});

it("shows the code and the day of an account's last return and of a card's last chargeback", async () => {
  const { accountId: bankAccountId, cardId } = customer;
  await cameBack({ bankAccountId }, { kind: "RETURN", code: "R09", day: "2026-11-10" });
  await cameBack({ bankAccountId }, { kind: "RETURN", code: "R01", day: "2026-11-02" });
  await cameBack({ cardId }, { kind: "CHARGEBACK", code: "10.4", day: "2026-11-05" });
  expect(await account()).toMatchObject({ lastReturn: { code: "R09", day: "2026-11-10" } });
  expect(await card()).toMatchObject({ lastChargeback: { code: "10.4", day: "2026-11-05" } });
});

it("shows the last return of an account's earlier number", async () => {
  const other = await payableCustomer(api);
  const nextId = await api.database.unsafeTransaction((tx) =>
    replaceAccount(
      { tx, vault: api.vault, now: api.clock.now() },
      other.accountId,
      { account: "8888222233336789", routing: "011401533", subtype: "checking" },
      { isTokenized: true },
    ),
  );
  const readAccount = async () =>
    (await (await api.as("EMPLOYEE")).payments.options({ userId: other.userId })).accounts;
  expect(await readAccount()).toMatchObject([{ id: nextId, lastReturn: null }]);
  await cameBack({ bankAccountId: other.accountId }, { kind: "RETURN", code: "R01", day: "2026-11-02" });
  expect(await readAccount()).toMatchObject([{ id: nextId, lastReturn: { code: "R01", day: "2026-11-02" } }]);
});

it("shows the last available balance that the bank reported, with its time", async () => {
  const found = await api.database.read.bankAccount.findUniqueOrThrow({ where: { id: customer.accountId } });
  const said = (availableCents: number | null, at: string) => ({
    userId: customer.userId,
    bankLinkId: found.bankLinkId,
    createdAt: new Date(at),
    accounts: [
      {
        accountId: found.providerAccountId,
        name: "Checking",
        mask: null,
        last4: "",
        availableCents,
        currentCents: null,
        currency: "USD",
      },
    ],
  });
  await api.database.unsafeTransaction((tx) =>
    tx.balanceRecord.createMany({
      data: [said(50_000, "2026-11-18T15:00:00Z"), said(12_345, "2026-11-19T15:00:00Z")],
    }),
  );
  expect(await account()).toMatchObject({
    saidBalance: { cents: 12_345, at: new Date("2026-11-19T15:00:00Z") },
  });
});
