import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
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
import { queuedSheetRow, readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, readSchedules, toProcess } from "../testing/schedules.ts";

const ACTION = "paymentSchedules.process";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const process = async (input: RouterInputs["paymentSchedules"]["process"], role: Role = "EMPLOYEE") =>
  (await api.as(role)).paymentSchedules.process(input);

async function due({ owesCents = 100_000 } = {}) {
  const customer = await payableCustomer(api, { owesCents });
  const [row] = await addSchedule(api, customer);
  return { customer, row };
}

const prefer = ({ userId }: Payable, preference: { bankNumber?: string; cardNumber?: string }) =>
  api.database.unsafeTransaction((tx) =>
    tx.paymentPreference.create({
      data: {
        userId,
        useBank: preference.bankNumber !== undefined,
        bankNumber: preference.bankNumber ?? null,
        useBankUntil: preference.bankNumber === undefined ? null : new Date("2027-05-20"),
        useCard: preference.cardNumber !== undefined,
        cardNumber: preference.cardNumber ?? null,
        useCardUntil: preference.cardNumber === undefined ? null : new Date("2027-05-20"),
      },
    }),
  );

const readIntents = (scheduleId: number | undefined) =>
  api.database.read.paymentIntent.findMany({
    where: { scheduleId: scheduleId ?? 0 },
    orderBy: { createdAt: "asc" },
  });

describe("processing a payment", () => {
  it("takes it from the primary account once, lowers the debt, marks it paid, and reaches the ledger sheet", async () => {
    const { customer, row } = await due();
    const outcome = await process(toProcess(row));
    expect(outcome).toMatchObject({
      state: "SUBMITTED",
      mode: "DEBIT",
      amountCents: 41_250,
      message: "Transaction perform successfully",
    });
    expect(processors.books).toEqual([{ key: expect.any(String), mode: "DEBIT", amountCents: 41_250 }]);
    expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 58_750, cachedCents: 58_750 });
    expect(await queuedSheetRow(api, outcome.paymentId)).toMatchObject({ sheet: "Payments" });
    const [intent] = await readIntents(row?.id);
    expect(intent).toMatchObject({
      businessKey: `schedule:${row?.id}:2026-11-24:1`,
      applicationId: customer.applicationId,
      bankAccountId: customer.accountId,
      cardId: null,
      instrumentLast4: "6789",
    });
    expect((await readSchedules(api, customer.userId))[0]?.status).toBe("PAID");
  });

  it("takes it by card where the customer prefers that", async () => {
    const { customer, row } = await due();
    await prefer(customer, { cardNumber: "4242" });
    expect(await process(toProcess(row))).toMatchObject({ state: "SUCCEEDED", mode: "SALE" });
    expect(processors.books).toMatchObject([{ mode: "SALE", amountCents: 41_250 }]);
  });

  it("is made for a customer who is flagged Do Not Fund", async () => {
    const { customer, row } = await due();
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: customer.userId }, data: { doNotFund: true } }),
    );
    expect(await process(toProcess(row))).toMatchObject({ state: "SUBMITTED" });
  });

  it("that was declined says why, leaves it unpaid, and may be tried again under a new key", async () => {
    const { customer, row } = await due();
    processors.next("declined");
    expect(await process(toProcess(row))).toMatchObject({ state: "FAILED", message: "Over the limit" });
    const [declined] = await readSchedules(api, customer.userId);
    expect(declined?.status).toBe("UNPAID");
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(100_000);
    expect(await process(toProcess(declined))).toMatchObject({ state: "SUBMITTED" });
    expect((await readIntents(row?.id)).map(({ businessKey }) => businessKey)).toEqual([
      `schedule:${row?.id}:2026-11-24:1`,
      `schedule:${row?.id}:2026-11-24:2`,
    ]);
  });

  it("that came back is due again, and may be collected again", async () => {
    const { customer, row } = await due();
    await process(toProcess(row));
    const [moved] = processors.books;
    processors.report({
      returns: [
        {
          kind: "returnedBeforeSettlement",
          reference: `auth-${moved?.key}`,
          key: moved?.key ?? null,
          amountCents: 41_250,
          returnedCents: 41_250,
          code: "R01",
          addenda: "Insufficient funds",
          returnedOn: "2026-11-20",
          accountLast4: "6789",
          name: "",
          raw: {},
        },
      ],
    });
    await api.services.payments.pullReports();
    const [again] = await readSchedules(api, customer.userId);
    expect(again).toMatchObject({ status: "UNPAID", isUnderWay: false, payment: { state: "RETURNED" } });
    expect(await process(toProcess(again))).toMatchObject({ state: "SUBMITTED" });
  });
});

describe("it is refused", () => {
  it("once it is paid", async () => {
    const { row } = await due();
    await process(toProcess(row));
    await expectRefusal(process(toProcess(row)), "RULE", "This payment is already paid.");
    expect(processors.calls()).toBe(1);
  });

  it("while nobody knows what became of it, whatever is pressed, until that is known", async () => {
    const { row } = await due();
    const { ach } = api.services.ports;
    api.services.ports.ach = { ...ach, lookUp: () => Promise.resolve(null) };
    processors.next("lostAfter");
    const { paymentId, state } = await process(toProcess(row));
    expect(state).toBe("UNKNOWN");
    await expectRefusal(process(toProcess(row)), "RULE", "not finished yet");
    api.services.ports.ach = ach;
    await expectRefusal(process(toProcess(row)), "RULE", "has now gone through at the processor");
    await expectRefusal(process(toProcess(row)), "RULE", "This payment is already paid.");
    expect((await readIntents(row?.id)).map(({ id }) => id)).toEqual([paymentId]);
    expect(processors.books).toHaveLength(1);
  });

  it("while another charge of the same kind to the customer is not finished", async () => {
    const { customer, row } = await due();
    processors.next("lostBefore");
    const open = await run(api, order(customer, "DEBIT"));
    const details = await expectRefusal(process(toProcess(row)), "RULE", "not finished yet");
    expect(details).toEqual({ paymentId: open.paymentId });
  });

  it("when its amount was changed since it was shown", async () => {
    const { row } = await due();
    const stale = toProcess(row, { amountCents: 40_000 });
    await expectRefusal(process(stale), "CONFLICT", "The payment amount has changed.");
    expect(processors.calls()).toBe(0);
  });

  it.each([
    [0, "The customer has a zero balance"],
    [-100, "The user has negative balance."],
  ])("for a customer who owes %i cents: %s", async (owesCents, message) => {
    const { row } = await due({ owesCents });
    await expectRefusal(process(toProcess(row)), "RULE", message);
  });

  it("for a customer with an external agency", async () => {
    const { customer, row } = await due();
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: customer.userId }, data: { isExternal: true } }),
    );
    await expectRefusal(process(toProcess(row)), "RULE", "This customer is with an external agency.");
  });

  it("where there is nothing to take it from, or what is preferred can not be used", async () => {
    const { customer, row } = await due();
    await prefer(customer, { bankNumber: "0000" });
    await expectRefusal(process(toProcess(row)), "RULE", "no account •••• 0000");
    await api.database.unsafeTransaction(async (tx) => {
      await tx.paymentPreference.delete({ where: { userId: customer.userId } });
      await tx.bankAccount.update({ where: { id: customer.accountId }, data: { isPrimary: false } });
      await tx.card.update({ where: { id: customer.cardId }, data: { isPrimary: false } });
    });
    await expectRefusal(process(toProcess(row)), "RULE", "No primary Account available");
    expect(processors.calls()).toBe(0);
  });

  it("for a payment that does not exist", async () => {
    await expectRefusal(process(toProcess(undefined, { scheduleId: 999_999, amountCents: 1 })), "NOT_FOUND");
    expect(processors.calls()).toBe(0);
  });
});

describe("once and no more", () => {
  it("two admins who process the same payment at the same moment make one", async () => {
    const { customer, row } = await due();
    const presses = [
      ...Array.from({ length: 5 }, () => process(toProcess(row))),
      ...Array.from({ length: 5 }, () => process(toProcess(row), "ADMIN")),
    ];
    const outcomes = await Promise.allSettled(presses);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(processors.books).toHaveLength(1);
    expect(await readIntents(row?.id)).toHaveLength(1);
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(58_750);
  });

  it("a change of the amount and a payment at the same moment leave what was paid as what was shown", async () => {
    const { customer, row } = await due();
    const admin = await api.as("ADMIN");
    await Promise.allSettled([
      process(toProcess(row)),
      admin.paymentSchedules.update({
        requestId: crypto.randomUUID(),
        id: row?.id ?? 0,
        version: 1,
        paymentDate: "2026-11-24",
        amountCents: 1000,
      }),
    ]);
    const [after] = await readSchedules(api, customer.userId);
    expect(processors.books.map(({ amountCents }) => amountCents)).toEqual(
      after?.status === "PAID" ? [41_250] : [],
    );
    expect(after?.amountCents).toBe(after?.status === "PAID" ? 41_250 : 1_000);
  });

  it("sent again is answered with the first outcome, and with another amount refused", async () => {
    const { row } = await due();
    const input = toProcess(row);
    const first = await process(input);
    expect(await process(input)).toEqual(first);
    await expectRefusal(process({ ...input, amountCents: 1 }), "CONFLICT");
    expect(processors.calls()).toBe(1);
  });
});

it("leaves one event for the order and one for the outcome, with who, what and how much", async () => {
  const { customer, row } = await due();
  const before = await countAuditEvents(api, ACTION);
  const { paymentId } = await process(toProcess(row));
  expect(await countAuditEvents(api, ACTION)).toBe(before + 1);
  const { id } = await api.admin("EMPLOYEE");
  expect(await lastAuditEvent(api, ACTION)).toMatchObject({
    actor: `admin:${id}`,
    subjectId: String(customer.userId),
    before: { balanceCents: 100_000 },
    after: {
      paymentId,
      scheduleId: row?.id,
      paymentDate: "2026-11-24",
      mode: "DEBIT",
      amountCents: 41_250,
      last4: "6789",
    },
  });
  expect(await lastAuditEvent(api, "payments.outcome")).toMatchObject({
    after: { paymentId, state: "SUBMITTED" },
  });
});

it("no balance differs from its ledger after all of it", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
