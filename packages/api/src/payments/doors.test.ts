import { randomUUID } from "node:crypto";
import { whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { press } from "../testing/automation.ts";
import { endRunning, linkedAccount, withBanks } from "../testing/bulk.ts";
import {
  atAgency,
  automation,
  charge,
  confirmedNow,
  customerOwing,
  DOORS,
  DUE_CENTS,
  discounted,
  isByCard,
  type Prepare,
  saidBy,
} from "../testing/doors.ts";
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

describe.each(DOORS)("%s", (_name, take) => {
  it.each<[string, number, Prepare | undefined, string | null]>([
    ["takes what is owed less the discount on its last day", 42_250, discounted, null],
    [
      "does not take more than is owed less the discount",
      42_249,
      discounted,
      "More than the customer owes after the early-payment discount: $412.49.",
    ],
    [
      "takes nothing from who is with an agency",
      50_000,
      atAgency,
      "This customer is with an external agency.",
    ],
  ])("%s", async (_what, owesCents, prepare, said) => {
    const customer = await customerOwing(api, owesCents, prepare);
    expect(await take(api, customer)).toBe(said);
    expect(processors.calls()).toBe(said === null ? 1 : 0);
  });
});

describe("while a payment of the same debt has no outcome", () => {
  it.each(DOORS)("%s takes nothing on the other rail without a confirmation", async (name, take) => {
    const customer = await customerOwing(api, 200_000);
    const { ach, cards } = api.services.ports;
    const none = () => Promise.resolve(null);
    api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
    api.services.ports.cards = { ...cards, lookUp: none };
    processors.next("lostAfter");
    await run(api, order(customer, isByCard(name) ? "DEBIT" : "SALE", { amountCents: DUE_CENTS }));
    expect(await take(api, customer)).toMatch(
      /^A payment like this one is not finished yet|Both payments may go through/,
    );
    expect(processors.calls()).toBe(1);
  });
});

describe("while the vendor of its rail is off", () => {
  afterEach(() => {
    api.vendorsOff.length = 0;
  });

  it.each(DOORS)("%s takes nothing and returns the reason", async (name, take) => {
    const customer = await customerOwing(api, 50_000);
    const vendor = isByCard(name) ? "cards" : "ach";
    api.vendorsOff.push(vendor);
    expect(await saidBy(take(api, customer).then((said) => Promise.reject(new Error(said ?? "taken"))))).toBe(
      whyNotVendor(vendor, [vendor]),
    );
    expect(processors.calls()).toBe(0);
    api.vendorsOff.length = 0;
    expect(await take(api, customer)).toBeNull();
  });

  it("payment automation does not start while both are off, and uses the other rail while one is off", async () => {
    await payEverything(api);
    await customerOwing(api, 50_000);
    api.vendorsOff.push("ach", "cards");
    const refused = "Bank transfers are off: Payliance is not set up here.";
    expect(await saidBy(press(api))).toBe(refused);
    expect(processors.calls()).toBe(0);
    api.vendorsOff.splice(0, 2, "ach");
    expect(await automation(api)).toBeNull();
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
    await customerOwing(api, owesCents, prepare);
    expect(await automation(api)).toBe(said);
    expect(processors.books.map(({ amountCents }) => amountCents)).toEqual(moved);
  });
});

describe("a payment equal to one of the last 24 hours", () => {
  const AGAIN =
    /^(In the meantime, )?employee@countinghouse\.test (debited|charged) \$412\.50 .* the same amount and method within 24 hours\.$/i;

  /** Owes $2,000 in more than one instalment: a payment without one pays the earliest, and another instalment stays due. */
  const inArrears = () => customerOwing(api, 200_000, undefined, ["2026-11-12"]);

  it.each(DOORS)("is refused by %s until 24 hours have passed", async (name, take) => {
    const customer = await inArrears();
    await run(api, order(customer, isByCard(name) ? "SALE" : "DEBIT", { amountCents: DUE_CENTS }));
    const calls = processors.calls();
    expect(await take(api, customer)).toMatch(AGAIN);
    expect(processors.calls()).toBe(calls);
    api.clock.advance({ hours: 24 });
    expect(await take(api, customer)).toBeNull();
  });

  it("is accepted when the earlier one moved nothing", async () => {
    const customer = await customerOwing(api, 200_000);
    processors.next("declined");
    await run(api, order(customer, "SALE", { amountCents: DUE_CENTS }));
    expect(await charge("SALE")(api, customer)).toBeNull();
  });

  it("is accepted only with a confirmation that names the latest equal payment", async () => {
    const customer = await customerOwing(api, 200_000);
    const first = await run(api, order(customer, "SALE", { amountCents: DUE_CENTS }));
    const again = async (equalPaymentId: string) => {
      const { seen } = await confirmedNow(api, customer.userId);
      const confirmed = { seen, equalPaymentId, balance: false, funded: false };
      return run(api, order(customer, "SALE", { amountCents: DUE_CENTS, confirmed }));
    };
    const second = await again(first.paymentId);
    expect(second.state).toBe("SUCCEEDED");
    await expect(again(first.paymentId)).rejects.toThrow(/the same amount/);
    expect((await again(second.paymentId)).state).toBe("SUCCEEDED");
  });

  it("is accepted when both collect scheduled payments, so that overdue ones are collected in one day", async () => {
    const customer = await payableCustomer(api, { owesCents: 200_000 });
    await addSchedule(api, customer, ["2026-11-12", "2026-11-19"]);
    const { paymentSchedules } = await api.as("EMPLOYEE");
    for (const place of [0, 1]) {
      const row = (await readSchedules(api, customer.userId))[place];
      expect((await paymentSchedules.process(toProcess(row))).state).toBe("SUBMITTED");
    }
    expect(await charge("DEBIT")(api, { ...customer, scheduleId: 0 })).toMatch(AGAIN);
  });

  it("blocks payment automation for a day, and no longer", async () => {
    await payEverything(api);
    const customer = await inArrears();
    api.clock.advance({ hours: 12 });
    await run(api, order(customer, "DEBIT", { amountCents: DUE_CENTS }));
    api.clock.advance({ hours: 12 });
    expect(await automation(api)).toMatch(AGAIN);
    api.clock.advance({ hours: 12 });
    expect(await automation(api)).toBeNull();
    for (const kind of ["AUTOMATION", "BULK_ACH", "BULK_DEBIT"] as const) await endRunning(api, kind);
  });
});

describe("a manual payment equal to one recorded within 24 hours", () => {
  it("is refused until it is confirmed as another payment", async () => {
    const { userId } = await payableCustomer(api, { owesCents: 200_000 });
    await record(api, payment(userId));
    const confirmed = { ...(await confirmedNow(api, userId)), balance: false };
    const again = payment(userId, { requestId: randomUUID(), confirmed });
    expect(await saidBy(record(api, again))).toMatch(
      /^employee@countinghouse\.test recorded \$10\.00 as paid at .*. This is the same amount and method within 24 hours.$/,
    );
  });
});
