import { randomBytes, randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { cheapHash } from "@countinghouse/db/testing/cheap-hash";
import { type DeskMode, modeRule } from "@countinghouse/validators/payments/kinds";
import { ROLES, type Role } from "@countinghouse/validators/roles";
import type { RouterInputs } from "../index.ts";
import { postLedgerTransaction, receivable } from "../ledger/post.ts";
import { processorBooks } from "./books.ts";
import { asCents, JUST_LOOKED, lookedAt } from "./confirmed.ts";
import { addApplication } from "./customers.ts";
import { createTestApi, type Tables, type TestApi } from "./harness.ts";
import { createTestProcessors, type TestProcessors } from "./processors.ts";

export type RunPaymentInput = RouterInputs["payments"]["run"];

export const PASSCODE = "4711";

/** Puts processors in memory behind the ports of an API. */
export function withProcessors(api: TestApi): TestProcessors {
  const processors = createTestProcessors();
  api.services.ports.ach = processors.ach;
  api.services.ports.cards = processors.cards;
  return processors;
}

interface PaymentsSetUp {
  /** Whose admins are there from the start: several calls at once may ask for them. */
  roles?: readonly Role[];
  /** Whether both passcodes are set. */
  passcodes?: boolean;
  /** To the database. */
  connections?: number;
  fourEyes?: boolean;
}

/** An API that can move money. A test that counts what was moved puts processors of its own in place of these. */
export async function openPayments({
  roles = [],
  passcodes = false,
  connections = 10,
  fourEyes,
}: PaymentsSetUp = {}) {
  const api = await createTestApi({ connections, fourEyes });
  for (const role of roles) await api.admin(role);
  if (passcodes) await setPasscodes(api);
  return { api, processors: withProcessors(api) };
}

/** Lets an API of its own move money: staff of every role, both passcodes and processors in memory. */
export async function preparePayments(api: TestApi): Promise<TestProcessors> {
  for (const role of ROLES) await api.admin(role);
  await setPasscodes(api);
  return withProcessors(api);
}

async function setPasscodes(api: TestApi): Promise<void> {
  const { id } = await api.admin("SUPERADMIN");
  await setPasscodesBy(api, id, cheapHash);
}

/** Sets both passcodes in the name of this admin. */
export async function setPasscodesBy(
  api: Tables,
  adminId: string,
  hashPasscode: typeof cheapHash,
): Promise<void> {
  const hash = await hashPasscode(PASSCODE);
  await api.database.unsafeTransaction((tx) =>
    tx.passcode.createMany({
      data: (["CARD", "ACH"] as const).map((kind) => ({
        kind,
        hash,
        updatedById: adminId,
        updatedAt: api.clock.now(),
      })),
    }),
  );
}

export interface Payable {
  userId: number;
  applicationId: number;
  cardId: number;
  accountId: number;
}

const DISBURSEMENT_CENTS = 90_000;
/** As long as TabaPay's ids are. */
const CARD_TOKEN = "card-of-a-test-0000000";

/** A customer with a card, a bank account, a debt, and an application approved for an advance not yet paid out. */
export async function payableCustomer(
  api: Tables,
  { owesCents = 50_000 }: { owesCents?: number } = {},
): Promise<Payable> {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, {
    stage: "contracted",
    alloyStatus: "Approved",
    approvedAmountCents: 100_000n,
    paybackAmountCents: 130_000n,
    paymentAmountCents: 30_000n,
    disbursementAmountCents: DISBURSEMENT_CENTS,
    disbursementFeeCents: 1200n,
    firstPaymentDate: new Date("2026-12-01"),
  });
  const { cardId, accountId } = await addInstruments(api, userId);
  if (owesCents !== 0) await owe(api, userId, owesCents);
  return { userId, applicationId, cardId, accountId };
}

async function addInstruments(api: Tables, userId: number) {
  return api.database.unsafeTransaction(async (tx) => {
    const placeholder = new Uint8Array(1);
    const card = await tx.card.create({
      data: {
        userId,
        tokenSealed: placeholder,
        tokenIndex: randomBytes(16),
        last4: "4242",
        expiry: "1230",
        cardName: "Maria Delgado",
        isPrimary: true,
      },
    });
    const place = { table: "card", column: "token_sealed", rowId: card.id };
    const tokenSealed = api.vault.seal(place, CARD_TOKEN);
    await tx.card.update({ where: { id: card.id }, data: { tokenSealed } });
    const account = await tx.bankAccount.create({
      data: {
        bankLink: { create: { userId, institutionId: "ins_3", institutionName: "Chase" } },
        providerAccountId: randomUUID(),
        name: "Checking",
        numberSealed: placeholder,
        numberIndex: randomBytes(16),
        mask: "6789",
        routing: "011401533",
        isPrimary: true,
      },
    });
    const numberPlace = { table: "bank_account", column: "number_sealed", rowId: account.id };
    await tx.bankAccount.update({
      where: { id: account.id },
      data: { numberSealed: api.vault.seal(numberPlace, "1111222233336789") },
    });
    return { cardId: card.id, accountId: account.id };
  });
}

/** One more account of a customer, which is not primary. Returns its id. */
export const addAccount = (api: Tables, userId: number, number: string): Promise<number> =>
  api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.bankAccount.create({
      data: {
        bankLink: { create: { userId, institutionId: "ins_4", institutionName: "Wells Fargo" } },
        providerAccountId: randomUUID(),
        name: "Savings",
        numberSealed: new Uint8Array(1),
        numberIndex: api.vault.blindIndex("bankAccountNumber", number),
        mask: number.slice(-4),
        routing: "011401533",
      },
    });
    const place = { table: "bank_account", column: "number_sealed", rowId: id };
    await tx.bankAccount.update({ where: { id }, data: { numberSealed: api.vault.seal(place, number) } });
    return id;
  });

/** A payable customer whose account has these last digits. */
export async function withAccount(api: Tables, mask: string): Promise<Payable> {
  const customer = await payableCustomer(api);
  await api.database.unsafeTransaction((tx) =>
    tx.bankAccount.update({ where: { id: customer.accountId }, data: { mask } }),
  );
  return customer;
}

const OPENED_AT = new Date("2026-11-01T15:00:00Z");

/** A customer who owes so much, in cents, and nothing else. */
export async function debtor(api: Tables, owesCents = 100_000): Promise<{ id: number }> {
  const user = await api.user();
  await owe(api, user.id, owesCents);
  return user;
}

/** Has a customer owe so much from before the time of the tests; cents. */
const owe = (api: Tables, userId: number, amountCents: number) =>
  api.database.unsafeTransaction((tx) => oweIn(tx, api, userId, amountCents));

/** The same in a transaction that is open. */
export async function oweIn(tx: Tx, api: Tables, userId: number, amountCents: number): Promise<void> {
  const { id } = await tx.paymentIntent.create({
    data: {
      userId,
      kind: "MANUAL",
      paymentType: "CREDIT",
      businessKey: randomUUID(),
      amountCents: Math.abs(amountCents),
      createdAt: OPENED_AT,
    },
  });
  await postLedgerTransaction(
    processorBooks(tx, api),
    { intentId: id, kind: "opening", effectiveOn: new Date("2026-11-01") },
    [
      { account: receivable(userId), amountCents },
      { account: { code: "clearing:opening", type: "ASSET" }, amountCents: -amountCents },
    ],
    null,
  );
}

/** An order to pay as the screen sends it: ten dollars, or the disbursement where that is what the mode pays. */
export function order(
  { userId, cardId, accountId }: Payable,
  mode: DeskMode,
  changed: Partial<RunPaymentInput> = {},
): RunPaymentInput {
  const isCard = mode === "SALE" || mode === "FUND" || mode === "REFUND";
  const isFunding = mode === "FUND" || mode === "CREDIT" || mode === "RECREDIT";
  const isOut = isFunding || mode === "REFUND";
  return {
    requestId: randomUUID(),
    userId,
    mode,
    instrumentId: isCard ? cardId : accountId,
    amountCents: isFunding ? DISBURSEMENT_CENTS : 1000,
    parentId: null,
    isExternal: false,
    passcode: isOut ? PASSCODE : "",
    confirmed: { ...JUST_LOOKED, balance: false, funded: false },
    ...changed,
  };
}

/** Runs a payment as an admin of this role. */
export const run = async (api: TestApi, input: RunPaymentInput, role: Role = "EMPLOYEE") =>
  (await api.as(role)).payments.run(await lookedAtOrder(api, input, role));

/** The order as it is sent by somebody who has just looked at the customer. */
export const lookedAtOrder = (
  api: Pick<Tables, "database" | "clock">,
  input: RunPaymentInput,
  role: Role = "EMPLOYEE",
) => {
  const { userId, mode, amountCents } = input;
  const paymentType = modeRule(mode).direction === "in" ? "DEBIT" : "CREDIT";
  return lookedAt(api, input, { userId, kind: mode, paymentType, amountCents: asCents(amountCents) }, role);
};
