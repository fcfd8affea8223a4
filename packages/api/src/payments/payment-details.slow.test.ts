import { createPaylianceAch } from "@countinghouse/providers/ach/payliance";
import { createTabaPayCards } from "@countinghouse/providers/cards/tabapay";
import { createSftpFileTransfer } from "@countinghouse/providers/file-transfer/sftp";
import { startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments());
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const details = async (paymentId: string) => (await api.as("VIEWER")).payments.details({ paymentId });

const returned = (key: string | undefined) => ({
  kind: "returnedAfterSettlement" as const,
  reference: `auth-${key}`,
  key: key ?? null,
  amountCents: 1000,
  returnedCents: 1000,
  code: "R01",
  addenda: "Insufficient funds",
  returnedOn: "2026-11-20",
  accountLast4: "6789",
  name: "Maria Delgado",
  raw: {},
});

it("returns a payment with its attempts, answers, reports and ledger transactions", async () => {
  const customer = await payableCustomer(api);
  const { paymentId } = await run(api, order(customer, "DEBIT"));
  const key = processors.books[0]?.key;
  processors.report({
    settlements: [
      {
        direction: "debit",
        reference: `auth-${key}`,
        key: key ?? null,
        amountCents: 1000,
        settledOn: "2026-11-19",
        accountLast4: null,
        raw: {},
      },
    ],
    returns: [returned(key)],
  });
  await api.services.payments.pullReports();
  expect(await details(paymentId)).toMatchObject({
    id: paymentId,
    userId: customer.userId,
    userName: "Maria Delgado",
    kind: "DEBIT",
    state: "RETURNED",
    amountCents: 1000,
    instrumentLast4: "6789",
    createdBy: "employee@countinghouse.test",
    createdAt: api.clock.now(),
    nextLookAt: null,
    attempts: [
      {
        sequence: 1,
        provider: "payliance",
        providerKey: key,
        providerReference: `auth-${key}`,
        outcome: "SUBMITTED",
        sentAt: api.clock.now(),
        finishedAt: api.clock.now(),
        answer: '{\n  "successful": true\n}',
      },
    ],
    events: [
      { kind: "SETTLEMENT", happenedOn: "2026-11-19", amountCents: 1000, problem: "" },
      {
        kind: "RETURN",
        code: "R01",
        happenedOn: "2026-11-20",
        detail: expect.stringContaining("Insufficient"),
      },
    ],
    ledger: [
      {
        kind: "payment",
        entries: expect.arrayContaining([
          { account: `receivable:${customer.userId}`, amountCents: -1000 },
          { account: "clearing:ACH", amountCents: 1000 },
        ]),
      },
      { kind: "settlement" },
      { kind: "return", reversesId: expect.any(String) },
    ],
  });
});

it("returns the time of the next look-up for an unknown outcome", async () => {
  const customer = await payableCustomer(api);
  processors.next("lostAfter");
  const { paymentId } = await run(api, order(customer, "SALE"));
  const { state, nextLookAt, attempts, events, ledger } = await details(paymentId);
  expect(state).toBe("UNKNOWN");
  expect(nextLookAt).toEqual(api.clock.in({ seconds: 30 }));
  expect(attempts).toMatchObject([{ outcome: null, finishedAt: null, providerReference: null, answer: "" }]);
  expect([events, ledger]).toEqual([[], []]);
});

it("returns a manual payment, and reports NOT_FOUND for an unknown one", async () => {
  const { id } = await api.user();
  const { paymentId } = await record(api, payment(id), "SUPERADMIN");
  expect(await details(paymentId)).toMatchObject({ kind: "MANUAL", attempts: [{ provider: "manual" }] });
  await expectRefusal(
    details("00000000-0000-7000-8000-000000000000"),
    "NOT_FOUND",
    "There is no such payment.",
  );
});

describe("the real answers of the processors", () => {
  it.each(["DEBIT", "SALE"] as const)("are returned without secrets: %s", async (mode) => {
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, now: api.clock.now });
    try {
      const patience = { deadlineMs: 60_000, effectWindowMs: 0 };
      api.services.ports.ach = createPaylianceAch({ ...sandbox.payliance, ...patience });
      api.services.ports.cards = createTabaPayCards({
        ...sandbox.tabapay,
        ...patience,
        files: createSftpFileTransfer({ ...sandbox.sftp, deadlineMs: 60_000 }),
      });
      const customer = await payableCustomer(api);
      await giveToken(customer, "q8Zt0Xw5Rk2Lm9Vb4Nc7Ty");
      const { paymentId, state } = await run(api, order(customer, mode));
      expect(["SUBMITTED", "SUCCEEDED"]).toContain(state);
      const told = await details(paymentId);
      expect(told.attempts[0]?.answer).toMatch(/^\{\n/);
      const search = await (await api.as("VIEWER")).payments.searchProcessor({ userId: customer.userId });
      for (const secret of await readSecrets(customer))
        expect(JSON.stringify([told, search])).not.toContain(secret);
    } finally {
      await sandbox.close();
    }
  });
});

/** Gives the card a token as long as the card processor's tokens. */
const giveToken = ({ cardId }: Payable, token: string) =>
  api.database.unsafeTransaction((tx) =>
    tx.card.update({
      where: { id: cardId },
      data: { tokenSealed: api.vault.seal({ table: "card", column: "token_sealed", rowId: cardId }, token) },
    }),
  );

/** Returns the secrets that were sent to the processors. */
async function readSecrets({ accountId, cardId }: Payable): Promise<string[]> {
  const { numberSealed, routing } = await api.database.read.bankAccount.findUniqueOrThrow({
    where: { id: accountId },
  });
  const { tokenSealed } = await api.database.read.card.findUniqueOrThrow({ where: { id: cardId } });
  return [
    api.vault.open({ table: "bank_account", column: "number_sealed", rowId: accountId }, numberSealed),
    api.vault.open({ table: "card", column: "token_sealed", rowId: cardId }, tokenSealed),
    routing,
  ];
}

it("returns both amounts of a sale that was taken in part, and its exception", async () => {
  const customer = await payableCustomer(api);
  processors.next("part");
  const { paymentId } = await run(api, order(customer, "SALE"));
  expect(await details(paymentId)).toMatchObject({
    amountCents: 1000,
    movedCents: 100,
    isDuplicate: false,
    exceptions: [
      {
        kind: "OTHER_AMOUNT",
        message: expect.stringContaining("$1.00 of $10.00"),
        closedAt: null,
        closedBy: null,
      },
    ],
  });
  const as = await api.as("VIEWER");
  const { payments } = await as.payments.list({ userId: customer.userId, outcome: "success" });
  expect(payments.find(({ id }) => id === paymentId)).toMatchObject({
    amountCents: 1000,
    movedCents: 100,
    message: expect.stringContaining("$1.00 of $10.00"),
  });
});
