import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach/port";
import { unreadableReport } from "@countinghouse/providers/provider-error";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { countAuditEvents, lastAuditEvent } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../../testing/payable.ts";
import { readBalances } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { cardException } from "../../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const pull = () => api.services.payments.pullReports();
const readState = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;
const balance = async (userId: number) => (await readBalances(api, userId)).cachedCents;

/** A debit of ten dollars, with its settlement and its return at the bank. */
async function debit() {
  const customer = await payableCustomer(api);
  const { paymentId } = await run(api, order(customer, "DEBIT"));
  const key = processors.books.at(-1)?.key ?? "";
  const settlement: AchSettlement = {
    direction: "debit",
    reference: `auth-${key}`,
    key: null,
    amountCents: 1000,
    settledOn: "2026-11-20",
    accountLast4: null,
    raw: {},
  };
  const returned: AchReturn = {
    kind: "returnedAfterSettlement",
    reference: `auth-${key}`,
    key,
    amountCents: 1000,
    returnedCents: 1000,
    code: "R01",
    addenda: "Insufficient funds",
    returnedOn: "2026-11-21",
    accountLast4: "6789",
    name: "Maria Delgado",
    raw: {},
  };
  return { ...customer, paymentId, key, settlement, returned };
}

/** An advance of nine hundred dollars that the bank sent back. */
const returnOfFunding = (key: string): AchReturn => ({
  kind: "returnedBeforeSettlement",
  reference: `auth-${key}`,
  key,
  amountCents: 90_000,
  returnedCents: 90_000,
  code: "R06",
  addenda: "",
  returnedOn: "2026-11-20",
  accountLast4: null,
  name: "",
  raw: {},
});

async function houseBalance(code: string): Promise<number> {
  const entries = await api.database.read.ledgerEntry.findMany({ where: { account: { code } } });
  return entries.reduce((sum, { amountCents }) => sum + Number(amountCents), 0);
}

describe("a bank transfer", () => {
  it("that settled reaches the bank once, even when the report is repeated", async () => {
    const { paymentId, settlement, userId } = await debit();
    const [bank, clearing] = [await houseBalance("cash:bank"), await houseBalance("clearing:ACH")];
    processors.report({ settlements: [settlement, settlement] });
    expect(await pull()).toMatchObject({ applied: 1, problems: 0, failed: 0 });
    expect(await pull()).toMatchObject({ applied: 0 });
    expect(await readState(paymentId)).toBe("SETTLED");
    expect(await balance(userId)).toBe(49_000);
    expect(await houseBalance("cash:bank")).toBe(bank + 1000);
    expect(await houseBalance("clearing:ACH")).toBe(clearing - 1000);
  });

  it.each([
    ["before it settled", false],
    ["after it settled", true],
  ])("that came back %s is owed again and gets a row in the ledger sheet", async (_, settled) => {
    const { paymentId, settlement, returned, userId } = await debit();
    const [bank, clearing] = [await houseBalance("cash:bank"), await houseBalance("clearing:ACH")];
    if (settled) {
      processors.report({ settlements: [settlement] });
      await pull();
    }
    const events = await countAuditEvents(api, "payments.reported");
    processors.report({ settlements: [], returns: [returned, returned] });
    await pull();
    await pull();
    expect(await readState(paymentId)).toBe("RETURNED");
    expect(await balance(userId)).toBe(50_000);
    expect(await houseBalance("cash:bank")).toBe(bank);
    expect(await houseBalance("clearing:ACH")).toBe(clearing - 1000);
    expect(await countAuditEvents(api, "payments.reported")).toBe(events + 1);
    expect(await lastAuditEvent(api, "payments.reported")).toMatchObject({
      after: { state: "RETURNED", reason: "R01" },
    });
    const rows = await api.database.read.outboxMessage.count({
      where: { dedupeKey: { contains: `payment:${paymentId}` } },
    });
    expect(rows).toBe(2);
  });

  it("ends in the same state when its reports arrive in another order and ten times each", async () => {
    const { paymentId, settlement, returned, userId } = await debit();
    processors.report({
      returns: Array.from({ length: 10 }, () => returned),
      settlements: [],
    });
    await pull();
    processors.report({ settlements: Array.from({ length: 10 }, () => settlement), returns: [] });
    await pull();
    expect(await readState(paymentId)).toBe("RETURNED");
    expect(await balance(userId)).toBe(50_000);
  });

  it("whose answer was lost is found in the settlements", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostAfter");
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    const key = processors.books.at(-1)?.key ?? "";
    const settlement = { direction: "debit", reference: "auth-x", key, amountCents: 1000 } as const;
    processors.report({
      settlements: [{ ...settlement, settledOn: "2026-11-20", accountLast4: null, raw: {} }],
    });
    await pull();
    expect(await readState(paymentId)).toBe("SETTLED");
    expect(await balance(customer.userId)).toBe(49_000);
  });

  it("whose answer was lost is not settled by a report of another amount", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostAfter");
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    const key = processors.books.at(-1)?.key ?? "";
    const settlement = { direction: "debit", reference: "auth-other", key, amountCents: 999 } as const;
    processors.report({
      settlements: [{ ...settlement, settledOn: "2026-11-20", accountLast4: null, raw: {} }],
    });
    expect(await pull()).toMatchObject({ applied: 0, problems: 1 });
    expect(await readState(paymentId)).toBe("UNKNOWN");
    expect(await balance(customer.userId)).toBe(50_000);
    const event = await api.database.read.processorEvent.findFirstOrThrow({ where: { intentId: paymentId } });
    expect(event.problem).toBe("The processor's amount does not match our payment.");
  });

  it("causes no write in the database when its applied report is repeated", async () => {
    const { key, settlement } = await debit();
    processors.report({ settlements: [settlement] });
    await pull();
    const version = async () =>
      (
        await api.database.pool.query<{ xmin: string }>(
          "SELECT xmin::text FROM processor_event WHERE event_key = $1",
          [`settlement:auth-${key}`],
        )
      ).rows;
    const before = await version();
    expect(await pull()).toMatchObject({ applied: 0, problems: 0, failed: 0 });
    expect(await version()).toEqual(before);
  });

  it("is not changed by a notification of change, whose account number is not in the stored detail", async () => {
    const { paymentId, returned } = await debit();
    const notice = {
      ...returned,
      kind: "notificationOfChange",
      code: "C01",
      returnedCents: 0,
      addenda: "987654321",
    } as const;
    processors.report({ returns: [notice] });
    await pull();
    expect(await readState(paymentId)).toBe("SUBMITTED");
    const event = await api.database.read.processorEvent.findFirstOrThrow({ where: { intentId: paymentId } });
    expect(event).toMatchObject({ kind: "NOTICE_OF_CHANGE", code: "C01" });
    expect(JSON.stringify(event.detail)).not.toContain("987654321");
  });
});

it("an advance that came back is no longer funded and can be sent again", async () => {
  const customer = await payableCustomer(api, { owesCents: 0 });
  const { paymentId } = await run(api, order(customer, "CREDIT"));
  processors.report({ returns: [returnOfFunding(processors.books.at(-1)?.key ?? "")] });
  await pull();
  expect(await readState(paymentId)).toBe("RETURNED");
  expect(await balance(customer.userId)).toBe(0);
  const application = { where: { id: customer.applicationId } };
  expect(await api.database.read.application.findUniqueOrThrow(application)).toMatchObject({
    stage: "contracted",
    fundedAt: null,
  });
  const again = await run(api, order(customer, "RECREDIT"));
  expect(again).toMatchObject({ state: "SUBMITTED" });
  expect(await balance(customer.userId)).toBe(130_000);
});

it("an advance that came back before its follow-up was finished is no longer due", async () => {
  const customer = await payableCustomer(api, { owesCents: 0 });
  const { paymentId } = await run(api, order(customer, "CREDIT"));
  await api.database.unsafeTransaction((tx) =>
    tx.paymentIntent.update({
      where: { id: paymentId },
      data: { postFundedAt: null, dueAt: api.clock.now() },
    }),
  );
  processors.report({ settlements: [], returns: [returnOfFunding(processors.books.at(-1)?.key ?? "")] });
  await pull();
  expect(await readState(paymentId)).toBe("RETURNED");
  await api.services.payments.drain();
  const { dueAt } = await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
  expect(dueAt).toBeNull();
});

describe("a card sale", () => {
  const sale = async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "SALE"));
    return { ...customer, paymentId, key: processors.books.at(-1)?.key ?? "" };
  };

  it("that is charged back is owed again", async () => {
    const { userId, paymentId, key } = await sale();
    processors.report({ exceptions: [cardException(key), cardException(key)] });
    await pull();
    expect(await readState(paymentId)).toBe("CHARGED_BACK");
    expect(await balance(userId)).toBe(50_000);
  });

  it("that is charged back with another amount, or is not known here, is left to a person and logged once", async () => {
    const { paymentId, key } = await sale();
    processors.report({ exceptions: [cardException(key, { amountCents: 999 }), cardException("stranger")] });
    const said = vi.spyOn(api.services.log, "error");
    expect(await pull()).toMatchObject({ problems: 2 });
    expect(await pull()).toMatchObject({ problems: 0, applied: 0 });
    expect(said).toHaveBeenCalledTimes(2);
    said.mockRestore();
    expect(await readState(paymentId)).toBe("SUCCEEDED");
    const problems = await api.database.read.processorEvent.findMany({
      where: { provider: "tabapay", problem: { not: "" } },
    });
    expect(problems.map(({ problem }) => problem).sort()).toEqual([
      "No matching payment found.",
      "The processor's amount does not match our payment.",
    ]);
  });

  it("is charged back by a day's readable rows and by later days when one row cannot be read", async () => {
    const [known, later] = [await sale(), await sale()];
    const day = newYorkDate(api.clock.now());
    api.services.ports.cards = {
      ...api.services.ports.cards,
      async *findExceptions(asked) {
        if (asked === addDays(day, 1)) yield cardException(later.key, { day: asked });
        if (asked !== day) return;
        yield cardException(known.key, { day });
        throw unreadableReport("tabapay", "row 2 cannot be read");
      },
    };
    expect(await pull()).toMatchObject({ applied: 2, failed: 1 });
    for (const { paymentId } of [known, later]) expect(await readState(paymentId)).toBe("CHARGED_BACK");
  });
});

it("reads the reports of one processor when the other is unavailable", async () => {
  const { paymentId, settlement } = await debit();
  processors.report({ settlements: [settlement] });
  api.services.ports.cards = {
    ...api.services.ports.cards,
    findExceptions: () => {
      throw new Error("no SFTP today");
    },
  };
  expect(await pull()).toMatchObject({ failed: 1 });
  expect(await readState(paymentId)).toBe("SETTLED");
});

it("leaves no balance that differs from its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
