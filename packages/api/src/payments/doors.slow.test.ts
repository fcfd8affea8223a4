import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { customerOwing, DOORS, DUE_CENTS, isByCard, lateDiscount, type Prepare } from "../testing/doors.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, run, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

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
    ["takes all that is owed", 41_250, undefined, null],
    ["takes what is owed once the discount is over", 41_250, lateDiscount, null],
    ["does not take more than is owed", 41_249, undefined, "More than the customer owes: $412.49."],
    ["takes nothing where nothing is owed", 0, undefined, "The customer has a zero balance"],
    ["takes nothing from who has paid too much", -500, undefined, "The user has negative balance."],
  ])("%s", async (_what, owesCents, prepare, said) => {
    const customer = await customerOwing(api, owesCents, prepare);
    expect(await take(api, customer)).toBe(said);
    expect(processors.calls()).toBe(said === null ? 1 : 0);
  });
});

describe("while a payment of the same debt has no outcome", () => {
  it.each(DOORS)("%s takes nothing on the same rail", async (name, take) => {
    const customer = await customerOwing(api, 200_000);
    const { ach, cards } = api.services.ports;
    const none = () => Promise.resolve(null);
    api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
    api.services.ports.cards = { ...cards, lookUp: none };
    processors.next("lostAfter");
    await run(api, order(customer, isByCard(name) ? "SALE" : "DEBIT", { amountCents: DUE_CENTS }));
    expect(await take(api, customer)).toMatch(
      /^A payment like this one is not finished yet|Both payments may go through/,
    );
    expect(processors.calls()).toBe(1);
  });
});

describe("a payment equal to one of the last 24 hours", () => {
  it.each(DOORS)("is accepted on the other rail by %s", async (name, take) => {
    const customer = await customerOwing(api, 200_000, undefined, ["2026-11-12"]);
    await run(api, order(customer, isByCard(name) ? "DEBIT" : "SALE", { amountCents: DUE_CENTS }));
    expect(await take(api, customer)).toBeNull();
  });
});
