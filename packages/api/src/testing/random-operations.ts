import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  allowedPaymentTypes,
  LINE_ITEM_TYPES,
  MODES_OF_PAYMENT,
} from "@countinghouse/validators/manual-payments/rules";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { importFiles } from "../import/run-import.ts";
import { advanceSteps, WHOLE_CENTS } from "./advance-steps.ts";
import { linkedAccount, withBanks } from "./bulk.ts";
import { compareSums } from "./compare-sums.ts";
import { JUST_LOOKED } from "./confirmed.ts";
import type { TestApi } from "./harness.ts";
import { order, type Payable, payableCustomer, run } from "./payable.ts";
import { payment, record } from "./payments.ts";
import type { TestProcessors } from "./processors.ts";
import { randomBook } from "./random-book.ts";
import { achReturn, cardException, settlementAt } from "./reports.ts";
import { readSchedules, toProcess } from "./schedules.ts";

const OPERATIONS = [
  ...["fund", "sale", "debit", "process", "record", "return debit", "refund"],
  ...["send again", "check", "settle", "return advance", "return loan", "charge back", "win chargeback"],
  ...["change date", "promise", "lose the answer", "decline", "pass days", "automation", "import"],
] as const;

const OPERATION = fc.record({
  what: fc.constantFrom(...OPERATIONS, "fund", "sale", "debit", "process", "record", "record", "pass days"),
  customer: fc.nat({ max: 1_000_000 }),
  place: fc.nat({ max: 1_000 }),
  amountCents: fc.integer({ min: 1, max: 60_000 }),
});
type Operation = typeof OPERATION extends fc.Arbitrary<infer One> ? One : never;

const CONFIRMED = { ...JUST_LOOKED, balance: true, funded: true };
/** An import at the beginning brings a fifth of the customers. */
const IMPORTED_PART = 5;

interface Sent {
  customer: Payable;
  paymentId: string;
  key: string;
  amountCents: number;
}

export interface RandomRun {
  operations: number;
  refused: number;
  comparisons: number;
  /** Differences with the number of operations before each; empty when all sums agree. */
  broken: string[];
}

/**
 * Plays random operations on random customers at the doors that staff, workers and processors use, and compares the sums of every page
 * with the ledger after every so many. Stops at the first comparison that fails.
 */
export async function playOperations(
  api: TestApi,
  processors: TestProcessors,
  plan: {
    customers: number;
    operations: number;
    every: number;
    seed: number;
    onProgress?: (done: number) => void;
  },
): Promise<RandomRun> {
  const result: RandomRun = { operations: 0, refused: 0, comparisons: 0, broken: [] };
  const imported = Math.floor(plan.customers / IMPORTED_PART);
  withBanks(api, () => [linkedAccount()]);
  await bringBook(api, plan.seed, imported);
  const customers: Payable[] = [];
  for (let nth = imported; nth < plan.customers; nth++)
    customers.push(await payableCustomer(api, { owesCents: nth % 3 === 0 ? nth * 1_000 : 0 }));
  const desk = deskOf(api, processors, customers);
  for (const operation of fc.sample(OPERATION, { seed: plan.seed, numRuns: plan.operations })) {
    api.clock.advance({ minutes: 1 });
    if (!(await unlessRefused(desk.happen(operation)))) result.refused++;
    result.operations++;
    if (result.operations % plan.every !== 0) continue;
    const found = await compareSums(api, { closeUp: desk.takeTouched(), changed: desk.changed });
    result.comparisons++;
    result.broken.push(...found.map((what) => `after ${result.operations} operations, ${what}`));
    plan.onProgress?.(result.operations);
    if (result.broken.length > 0) break;
  }
  return result;
}

/** An operation that a rule refuses does not happen. */
const unlessRefused = (happens: Promise<unknown>): Promise<boolean> =>
  happens.then(
    () => true,
    (error: unknown) => {
      if (error instanceof TRPCError && error.code !== "INTERNAL_SERVER_ERROR") return false;
      throw error;
    },
  );

async function bringBook(api: TestApi, seed: number, customers: number): Promise<void> {
  if (customers === 0) return;
  const folder = mkdtempSync(path.join(os.tmpdir(), "random-operations-"));
  try {
    const files = Object.entries(randomBook(seed, customers).sheets).map(([name, text]) => {
      const file = path.join(folder, `${name}.csv`);
      writeFileSync(file, text);
      return file;
    });
    const { id } = await api.admin("SUPERADMIN");
    const { email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } });
    const { database: db, vault, clock } = api;
    await importFiles({ files, source: randomUUID(), email, db, vault, now: clock.now, dryRun: false });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function deskOf(api: TestApi, processors: TestProcessors, customers: readonly Payable[]) {
  const { fund, sendAgain, pay, giveBack, takeBack } = advanceSteps(
    () => api,
    () => processors,
  );
  const [fundings, sales, debits]: [Sent[], Sent[], Sent[]] = [[], [], []];
  const backs: Sent[] = [];
  const touched = new Set<number>();
  const changedIds = new Set<number>();
  const today = () => newYorkDate(api.clock.now());
  const lastKey = () => processors.books.at(-1)?.key ?? "";
  const pick = <One>(all: readonly One[], place: number): One | undefined =>
    all[place % Math.max(1, all.length)];
  const report = async (
    sent: Sent | undefined,
    what: (sent: Sent) => Parameters<TestProcessors["report"]>[0],
  ) => {
    if (sent === undefined) return;
    touched.add(sent.customer.userId);
    processors.report(what(sent));
    await api.services.payments.pullReports();
    processors.report({ returns: [], settlements: [], exceptions: [] });
  };
  const toReturn = ({ key, amountCents }: Sent) => ({
    returns: [achReturn(key, { amountCents, returnedCents: amountCents, returnedOn: today() })],
  });

  async function happen({ what, customer: nth, place, amountCents }: Operation): Promise<unknown> {
    const customer = pick(customers, nth);
    if (customer === undefined) return null;
    const { userId } = customer;
    touched.add(userId);
    switch (what) {
      case "fund":
        return fundings.push({
          customer,
          paymentId: "",
          key: await fund(customer),
          amountCents: WHOLE_CENTS,
        });
      case "send again": {
        const cents = WHOLE_CENTS / ((place % 3) + 1);
        const key = await sendAgain(customer, cents);
        return fundings.push({ customer, paymentId: "", key, amountCents: cents });
      }
      case "sale":
        return sales.push({ customer, ...(await pay(customer, amountCents)) });
      case "debit": {
        const asked = order(customer, "DEBIT", { amountCents, confirmed: CONFIRMED });
        const { paymentId } = await run(api, asked, "SUPERADMIN");
        return debits.push({ customer, paymentId, key: lastKey(), amountCents });
      }
      case "process": {
        const row = (await readSchedules(api, userId)).find(({ status }) => status === "UNPAID");
        return (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row));
      }
      case "record":
        return recordByHand(userId, place, amountCents);
      case "refund": {
        const sale = pick(sales, place);
        if (sale === undefined) return null;
        touched.add(sale.customer.userId);
        return giveBack(sale.customer, sale.paymentId, Math.min(amountCents, sale.amountCents));
      }
      case "settle":
        return report(pick(debits, place), ({ key, amountCents: cents }) => ({
          settlements: [settlementAt(today(), key, { amountCents: cents })],
        }));
      case "return debit":
        return report(pick(debits, place), toReturn);
      case "return advance":
        return report(pick(fundings, place), toReturn);
      case "return loan":
        return takeBack(customer);
      case "charge back": {
        const sale = pick(sales, place);
        if (sale !== undefined) backs.push(sale);
        return report(sale, (sent) => ({ exceptions: [exceptionOf(sent)] }));
      }
      case "win chargeback":
        return report(pick(backs, place), (sent) => ({
          exceptions: [{ ...exceptionOf(sent), exceptionId: `won-${sent.key}`, type: "CHARGEBACK REVERSAL" }],
        }));
      case "change date": {
        const row = pick(await readSchedules(api, userId), place);
        if (row === undefined) return null;
        const { id, version, paymentDate } = row;
        changedIds.add(userId);
        const changed = { id, version, paymentDate, amountCents, requestId: randomUUID() };
        return (await api.as("EMPLOYEE")).paymentSchedules.update(changed);
      }
      case "promise": {
        const promised = { userId, amountCents, dueOn: addDays(today(), 1 + (place % 20)) };
        return (await api.as("EMPLOYEE")).promises.record({ ...promised, requestId: randomUUID() });
      }
      case "lose the answer":
        processors.next("lostAfter");
        return pay(customer, amountCents);
      case "decline":
        processors.next("declined");
        return pay(customer, amountCents);
      case "check":
        return api.services.payments.drain();
      case "pass days":
        api.clock.advance({ hours: 24 * (1 + (place % 9)) });
        return api.services.payments.drain();
      case "automation": {
        const { automation } = await api.as("ADMIN");
        const { reviewed, totalCents } = await automation.preview();
        await automation.run({ requestId: randomUUID(), reviewed, typedTotalCents: totalCents || null });
        return api.services.bulkJobs.drain("AUTOMATION");
      }
      default:
        return bringBook(api, place, 1);
    }
  }

  const exceptionOf = ({ key, amountCents }: Sent) =>
    cardException(key, { amountCents, originalAmountCents: amountCents, day: today() });

  async function recordByHand(userId: number, place: number, amountCents: number) {
    const { id: lineItemType } = pick(LINE_ITEM_TYPES, place) ?? LINE_ITEM_TYPES[0];
    const paymentType = pick(allowedPaymentTypes(lineItemType), place) ?? "DEBIT";
    const modeOfPayment = pick(MODES_OF_PAYMENT, place + amountCents) ?? "ACH";
    const confirmed = { ...JUST_LOOKED, balance: true };
    const asked = { lineItemType, paymentType, modeOfPayment, amountCents, confirmed };
    return record(api, payment(userId, asked), "SUPERADMIN");
  }

  return {
    happen,
    /** The customers whose instalments staff have changed. */
    changed: changedIds as ReadonlySet<number>,
    /** The customers of whom something was asked since the last call. */
    takeTouched() {
      const ids = [...touched];
      touched.clear();
      return ids;
    },
  };
}
