import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { PAYLIANCE_SECRET_KEY } from "../../apps/sandbox/src/payliance/payliance.ts";
import { TABAPAY_CLIENT } from "../../apps/sandbox/src/tabapay/access.ts";
import { inDatabase } from "./database.ts";
import { advanceClock } from "./sandbox.ts";
import { surrounding } from "./surroundings.ts";

/** The processors are asked every ten seconds, for all of it one after the other. */
export const REPORTED = { timeout: 120_000 };

export interface Reported {
  userId: number;
  name: string;
  /** Payments that nobody here knows, by the processor's names for them. */
  strangers: { ach: string[]; cards: string[] };
}

/**
 * Has a customer pay by card and by bank transfer, and the processors take payments that nobody here knows; all of them
 * are charged back or come back a few days later, and are reported. The page is one of a signed-in EMPLOYEE. Amounts are
 * 61.13 by card and 62.03 by bank transfer.
 */
export async function orderReports(page: Page): Promise<Reported> {
  const { id: userId, cardId, accountId, name } = await payer();
  const common = { userId, parentId: null, isExternal: false, passcode: "" };
  const order = async (mode: string, instrumentId: number, amountCents: number) =>
    pay(page, { ...common, mode, instrumentId, amountCents, confirmed: await confirmedOn(userId) });
  await order("SALE", cardId, 6113);
  await order("DEBIT", accountId, 6203);
  const strangers = { ach: [stranger(), stranger()], cards: [stranger()] };
  for (const [index, key] of strangers.ach.entries()) await takeFromAccount(key, `${63 + index}.03`);
  for (const key of strangers.cards) await takeFromCard(key, "65.13");
  await advanceClock({ advanceDays: 5 });
  return { userId, name, strangers };
}

/** What is confirmed of a customer who is as the database has them now. */
export const confirmedOn = (userId: number) =>
  inDatabase(async (tx) => {
    const balance = await tx.userBalance.findUniqueOrThrow({ where: { userId } });
    const newest = await tx.paymentIntent.findFirst({
      where: { userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true },
    });
    return {
      seen: { balanceCents: Number(balance.balanceCents), newestPaymentId: newest?.id ?? null },
      equalPaymentId: null,
      balance: false,
      funded: false,
    };
  });

const stranger = (): string => `s${randomUUID().replaceAll("-", "").slice(0, 12)}`;

const REPORTS: ("RETURN" | "CHARGEBACK")[] = ["RETURN", "CHARGEBACK"];

/** Waits until everything that was ordered is reported. */
export const expectReported = ({ userId, strangers }: Reported) =>
  expect
    .poll(
      () =>
        inDatabase((tx) =>
          tx.processorEvent.count({
            where: {
              kind: { in: REPORTS },
              OR: [{ intent: { userId } }, { paymentKey: { in: Object.values(strangers).flat() } }],
            },
          }),
        ),
      REPORTED,
    )
    .toBe(2 + strangers.ach.length + strangers.cards.length);

/** Neither fixtures nor customers of the bulk jobs and of payment automation. */
export const FREE = [
  { userId: { gte: 10_026, lte: 10_039 } },
  { userId: { gte: 10_100, lte: 10_139 } },
  { userId: { gte: 10_200, lte: 10_239 } },
];

/** A funded customer for one test alone, with a card and a bank account to charge. */
export const payer = () =>
  inDatabase(async (tx) => {
    const accounts = await tx.bankAccount.findMany({
      where: {
        OR: FREE,
        enabled: true,
        bankLink: {
          user: {
            isExternal: false,
            doNotFund: false,
            balance: { balanceCents: { gte: 50_000 } },
            cards: { some: USABLE },
            intents: { none: { events: { some: { kind: { in: REPORTS } } } } },
          },
        },
      },
      select: { id: true, userId: true, mask: true, bankLink: { select: { user: true } } },
      orderBy: { userId: "asc" },
    });
    const account = accounts.find(({ userId }) => takeCustomer(userId));
    if (account === undefined) throw new Error("No customer is left who could pay.");
    const card = await tx.card.findFirstOrThrow({ where: { userId: account.userId, ...USABLE } });
    const { firstname, lastname } = account.bankLink.user;
    return {
      id: account.userId,
      cardId: card.id,
      accountId: account.id,
      mask: account.mask,
      name: `${firstname} ${lastname}`,
    };
  });

/** Reserves a customer for one test of this run; false if another test has the customer. */
export function takeCustomer(userId: number): boolean {
  try {
    mkdirSync(join(surrounding("E2E_FOLDER"), `customer-${userId}`));
    return true;
  } catch {
    return false;
  }
}

/** Still good for a year or more. */
export const USABLE = {
  status: "ACTIVE",
  OR: ["28", "29", "30"].map((year) => ({ expiry: { endsWith: year } })),
} as const;

/** Pays as the signed-in admin of the page does. */
export async function pay(page: Page, order: object): Promise<void> {
  const input = { "0": { json: { requestId: randomUUID(), ...order } } };
  const answer = await page.evaluate(async (body) => {
    const token = localStorage.getItem("token") ?? "";
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch("/trpc/payments.run?batch=1", { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  }, JSON.stringify(input));
  expect(answer, answer.text).toMatchObject({ status: 200 });
}

/** Has the bank transfer processor take money that nobody here ordered, from an account that ends in these digits. */
export const takeFromAccount = (key: string, dollars: string, last4 = "6789") =>
  fromVendor("payliance/api/v1/echeck/debit", PAYLIANCE_SECRET_KEY, {
    UniqueTranId: key,
    Routing: "011401533",
    AccountNumber: `111122223333${last4}`,
    CheckNumber: "1001",
    CheckAmount: dollars,
    AccountType: "Personal Checking",
    FirstName: "Ana",
    LastName: "Diaz",
    SecCode: "WEB",
    WebType: "S",
  });

const takeFromCard = (key: string, dollars: string) =>
  fromVendor(`tabapay/v1/clients/${TABAPAY_CLIENT.clientId}/transactions`, TABAPAY_CLIENT.bearer, {
    referenceID: key,
    type: "pull",
    accounts: {
      sourceAccountID: "x7Gq_2Zk-90aBcDeFgHiJk",
      destinationAccountID: TABAPAY_CLIENT.settlementAccountId,
    },
    amount: dollars,
  });

async function fromVendor(path: string, secret: string, body: object): Promise<void> {
  const answer = await fetch(`${surrounding("E2E_SANDBOX")}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}
