import { randomUUID } from "node:crypto";
import { whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { drainAutomation, press } from "../testing/automation.ts";
import {
  DUE_ON,
  type DueCustomer,
  endRunning,
  linkedAccount,
  readRows,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { seenNow } from "../testing/confirmed.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, payEverything, readSchedules, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

const DUE_CENTS = 41_250;

type Prepare = (
  tx: Parameters<Parameters<TestApi["database"]["unsafeTransaction"]>[0]>[0],
  userId: number,
) => unknown;

/** A customer with $412.50 due, who owes so much. */
async function customerOwing(
  owesCents: number,
  prepare?: Prepare,
  earlier: readonly string[] = [],
): Promise<DueCustomer> {
  const customer = await payableCustomer(api, { owesCents });
  const row = (await addSchedule(api, customer, [...earlier, DUE_ON])).at(-1);
  if (prepare) await api.database.unsafeTransaction(async (tx) => void (await prepare(tx, customer.userId)));
  return { ...customer, scheduleId: row?.id ?? 0 };
}

/** The sentence of a refusal; null where it was let through. */
const saidBy = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const confirmedNow = async (userId: number) => ({
  seen: await seenNow(api.database.read, userId),
  equalPaymentId: null,
});

async function bulk(kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2, customer: DueCustomer) {
  const { batchId } = await startPayments(api, reviewed(kind, [customer], { version }));
  await api.services.bulkJobs.drain(kind);
  const [row] = await readRows(api, batchId);
  return row?.state === "FAILED" ? row.message : null;
}

async function automation(): Promise<string | null> {
  const { batchId } = await press(api);
  await drainAutomation(api);
  const [row] = await readRows(api, batchId);
  return row?.state === "DONE" ? null : (row?.message ?? "");
}

const charge = (mode: RouterInputs["payments"]["run"]["mode"]) => async (customer: DueCustomer) => {
  const confirmed = { ...(await confirmedNow(customer.userId)), balance: false, funded: false };
  return saidBy(run(api, order(customer, mode, { amountCents: DUE_CENTS, confirmed })));
};

/** Every way by which money is taken from a customer: what each says of $412.50. */
const DOORS: [name: string, take: (customer: DueCustomer) => Promise<string | null>][] = [
  ["the payment page by SALE", charge("SALE")],
  ["the payment page by DEBIT", charge("DEBIT")],
  ["the payment page by RCC", charge("RCC")],
  [
    "Process of a scheduled payment",
    async ({ userId, scheduleId }) => {
      const row = (await readSchedules(api, userId)).find(({ id }) => id === scheduleId);
      return saidBy((await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row)));
    },
  ],
  ["bulk debit, version 1", (customer) => bulk("BULK_DEBIT", 1, customer)],
  ["bulk debit, version 2", (customer) => bulk("BULK_DEBIT", 2, customer)],
  ["bulk ACH, version 1", (customer) => bulk("BULK_ACH", 1, customer)],
  ["bulk ACH, version 2", (customer) => bulk("BULK_ACH", 2, customer)],
];

const discounted: Prepare = (tx, userId) =>
  tx.application.updateMany({
    where: { userId },
    data: { stage: "funded", discountAmountCents: 1_000n, discountDate: new Date("2026-11-20") },
  });
const lateDiscount: Prepare = (tx, userId) =>
  tx.application.updateMany({
    where: { userId },
    data: { stage: "funded", discountAmountCents: 1_000n, discountDate: new Date("2026-11-19") },
  });
const atAgency: Prepare = (tx, userId) =>
  tx.user.update({ where: { id: userId }, data: { isExternal: true } });

describe.each(DOORS)("%s", (_name, take) => {
  it.each<[string, number, Prepare | undefined, string | null]>([
    ["takes all that is owed", 41_250, undefined, null],
    ["takes what is owed less the discount on its last day", 42_250, discounted, null],
    ["takes what is owed once the discount is over", 41_250, lateDiscount, null],
    ["does not take more than is owed", 41_249, undefined, "More than the customer owes: $412.49."],
    [
      "does not take more than is owed less the discount",
      42_249,
      discounted,
      "More than the customer owes after the early-payment discount: $412.49.",
    ],
    ["takes nothing where nothing is owed", 0, undefined, "The customer has a zero balance"],
    ["takes nothing from who has paid too much", -500, undefined, "The user has negative balance."],
    [
      "takes nothing from who is with an agency",
      50_000,
      atAgency,
      "This customer is with an external agency.",
    ],
  ])("%s", async (_what, owesCents, prepare, said) => {
    const customer = await customerOwing(owesCents, prepare);
    expect(await take(customer)).toBe(said);
    expect(processors.calls()).toBe(said === null ? 1 : 0);
  });
});

describe("while a payment of the same debt has no outcome", () => {
  const OPEN = ["SALE", "DEBIT"] as const;
  it.each(DOORS.flatMap(([name, take]) => OPEN.map((open) => [name, open, take] as const)))(
    "%s takes nothing without asking beside a %s",
    async (_name, open, take) => {
      const customer = await customerOwing(200_000);
      const { ach, cards } = api.services.ports;
      const none = () => Promise.resolve(null);
      api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
      api.services.ports.cards = { ...cards, lookUp: none };
      processors.next("lostAfter");
      await run(api, order(customer, open, { amountCents: DUE_CENTS }));
      expect(await take(customer)).toMatch(
        /^A payment like this one is not finished yet|Both payments may go through/,
      );
      expect(processors.calls()).toBe(1);
    },
  );
});

describe("while the vendor of its rail is off", () => {
  afterEach(() => {
    api.vendorsOff.length = 0;
  });

  it.each(DOORS)("%s takes nothing, and says so", async (name, take) => {
    const customer = await customerOwing(50_000);
    const vendor = name.includes("SALE") || name.includes("debit, version") ? "cards" : "ach";
    api.vendorsOff.push(vendor);
    expect(await saidBy(take(customer).then((said) => Promise.reject(new Error(said ?? "taken"))))).toBe(
      whyNotVendor(vendor, [vendor]),
    );
    expect(processors.calls()).toBe(0);
    api.vendorsOff.length = 0;
    expect(await take(customer)).toBeNull();
  });

  it("payment automation is not started without either, and takes by the rail that is there where one is off", async () => {
    await payEverything(api);
    await customerOwing(50_000);
    api.vendorsOff.push("ach", "cards");
    const refused = "Bank transfers are off: Payliance is not set up here.";
    expect(await saidBy(press(api))).toBe(refused);
    expect(processors.calls()).toBe(0);
    api.vendorsOff.splice(0, 2, "ach");
    expect(await automation()).toBeNull();
    expect(processors.books.map(({ mode, amountCents }) => [mode, amountCents])).toEqual([["SALE", 41_250]]);
  });
});

describe("payment automation", () => {
  const due = async () => {
    await payEverything(api);
  };
  beforeEach(due);

  it.each<[string, number, Prepare | undefined, number[], string | null]>([
    ["takes what is due", 50_000, undefined, [41_250], null],
    ["takes no more than is owed", 41_249, undefined, [41_249], null],
    ["takes no more than is owed less the discount", 42_249, discounted, [41_249], null],
    ["takes nothing where nothing is owed", 0, undefined, [], "Zero or negative balance"],
    ["takes nothing where the discount is all that is left", 900, discounted, [], "Zero or negative balance"],
    ["takes nothing from who is with an agency", 50_000, atAgency, [], "External collections"],
  ])("%s", async (_what, owesCents, prepare, moved, said) => {
    await customerOwing(owesCents, prepare);
    expect(await automation()).toBe(said);
    expect(processors.books.map(({ amountCents }) => amountCents)).toEqual(moved);
  });
});

describe("a payment equal to one of the last 24 hours", () => {
  const AGAIN =
    /^(Meanwhile )?employee@countinghouse\.test (debited|charged) \$412\.50 .* the same amount, the same way, within 24 hours\.$/i;

  /** Owes $2,000 in more than one instalment: what is taken without one pays the earliest, and leaves one that is due. */
  const inArrears = () => customerOwing(200_000, undefined, ["2026-11-12"]);

  it.each(DOORS)("is refused by %s, until 24 hours have passed", async (name, take) => {
    const customer = await inArrears();
    const byCard = name.includes("SALE") || name.includes("debit, version");
    await run(api, order(customer, byCard ? "SALE" : "DEBIT", { amountCents: DUE_CENTS }));
    const calls = processors.calls();
    expect(await take(customer)).toMatch(AGAIN);
    expect(processors.calls()).toBe(calls);
    api.clock.advance({ hours: 24 });
    expect(await take(customer)).toBeNull();
  });

  it.each(DOORS)("the other way is none for %s", async (name, take) => {
    const customer = await inArrears();
    const byCard = name.includes("SALE") || name.includes("debit, version");
    await run(api, order(customer, byCard ? "DEBIT" : "SALE", { amountCents: DUE_CENTS }));
    expect(await take(customer)).toBeNull();
  });

  it("is none where it moved nothing", async () => {
    const customer = await customerOwing(200_000);
    processors.next("declined");
    await run(api, order(customer, "SALE", { amountCents: DUE_CENTS }));
    expect(await charge("SALE")(customer)).toBeNull();
  });

  it("is taken once it is confirmed beside that one, and only beside that one", async () => {
    const customer = await customerOwing(200_000);
    const first = await run(api, order(customer, "SALE", { amountCents: DUE_CENTS }));
    const again = async (equalPaymentId: string) => {
      const { seen } = await confirmedNow(customer.userId);
      const confirmed = { seen, equalPaymentId, balance: false, funded: false };
      return run(api, order(customer, "SALE", { amountCents: DUE_CENTS, confirmed }));
    };
    const second = await again(first.paymentId);
    expect(second.state).toBe("SUCCEEDED");
    await expect(again(first.paymentId)).rejects.toThrow(/the same amount/);
    expect((await again(second.paymentId)).state).toBe("SUCCEEDED");
  });

  it("is none where both collect what is scheduled: what is overdue is caught up with in one day", async () => {
    const customer = await payableCustomer(api, { owesCents: 200_000 });
    await addSchedule(api, customer, ["2026-11-12", "2026-11-19"]);
    const { paymentSchedules } = await api.as("EMPLOYEE");
    for (const place of [0, 1]) {
      const row = (await readSchedules(api, customer.userId))[place];
      expect((await paymentSchedules.process(toProcess(row))).state).toBe("SUBMITTED");
    }
    expect(await charge("DEBIT")({ ...customer, scheduleId: 0 })).toMatch(AGAIN);
  });

  it("keeps payment automation from what is due for a day, and no longer", async () => {
    await payEverything(api);
    const customer = await inArrears();
    api.clock.advance({ hours: 12 });
    await run(api, order(customer, "DEBIT", { amountCents: DUE_CENTS }));
    api.clock.advance({ hours: 12 });
    expect(await automation()).toMatch(AGAIN);
    api.clock.advance({ hours: 12 });
    expect(await automation()).toBeNull();
    for (const kind of ["AUTOMATION", "BULK_ACH", "BULK_DEBIT"] as const) await endRunning(api, kind);
  });
});

describe("recording by hand what was recorded within 24 hours", () => {
  it("is refused until it is confirmed as another one; a charge of the same amount is none", async () => {
    const { userId } = await payableCustomer(api, { owesCents: 200_000 });
    await record(api, payment(userId));
    const confirmed = { ...(await confirmedNow(userId)), balance: false };
    const again = payment(userId, { requestId: randomUUID(), confirmed });
    expect(await saidBy(record(api, again))).toMatch(
      /^employee@countinghouse\.test recorded \$10\.00 as paid at .*: the same amount, the same way, within 24 hours\.$/,
    );
  });
});
