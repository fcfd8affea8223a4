import { randomUUID } from "node:crypto";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { GIVE_BACK_TEXTS as GIVE_BACK } from "@countinghouse/validators/reverts/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seenNow } from "../testing/confirmed.ts";
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
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const OWED_CENTS = 10_000;
type Collecting = "SALE" | "DEBIT" | "RCC";

const collect = (customer: Payable, mode: Collecting) =>
  run(api, order(customer, mode, { amountCents: OWED_CENTS }));

/** Takes a payment from a customer, while the processor does not answer and its look-ups find nothing. */
async function withOpen(mode: Collecting) {
  const customer = await payableCustomer(api, { owesCents: OWED_CENTS });
  const { ach, cards } = api.services.ports;
  const none = () => Promise.resolve(null);
  api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
  api.services.ports.cards = { ...cards, lookUp: none };
  processors.next("lostAfter");
  const { paymentId, state } = await collect(customer, mode);
  expect(state).toBe("UNKNOWN");
  api.clock.advance({ minutes: 1 });
  const { key = "" } = processors.books.at(-1) ?? {};
  const know = () => void Object.assign(api.services.ports, { ach, cards });
  const tell = async () => {
    know();
    return (await api.as("EMPLOYEE")).payments.check({ requestId: randomUUID(), paymentId });
  };
  return { customer, paymentId, key, know, tell };
}

const owed = async ({ userId }: Payable) => (await readBalances(api, userId)).cachedCents;
const exceptionsOf = async ({ userId }: Payable) =>
  (await (await api.as("ADMIN")).paymentExceptions.list()).booked.filter((row) => row.userId === userId);

describe("a payment of a debt that a payment by the other rail may have paid", () => {
  it.each<[Collecting, Collecting, RegExp]>([
    [
      "DEBIT",
      "SALE",
      /^employee\S+ debited \$100\.00 by bank transfer at 10:\d\d AM EST, outcome not known yet\. /,
    ],
    ["SALE", "DEBIT", /^employee\S+ charged \$100\.00 by card at 10:\d\d AM EST, outcome not known yet\. /],
    ["SALE", "RCC", /^employee\S+ charged \$100\.00 by card at 10:\d\d AM EST, outcome not known yet\. /],
  ])(
    "while a %s is open, the refusal of a %s names it, and a confirmation that names it lets the payment go out",
    async (open, mode, named) => {
      const { customer, paymentId } = await withOpen(open);
      const seen = await seenNow(api.database.read, customer.userId);
      const press = (openPaymentId: string | null) => {
        const confirmed = { seen, equalPaymentId: null, openPaymentId, balance: false, funded: false };
        return run(api, order(customer, mode, { amountCents: OWED_CENTS, confirmed }));
      };
      for (const other of [null, randomUUID()]) {
        const details = await expectRefusal(press(other), "RULE", named);
        expect(details).toMatchObject({ confirm: "changed", openPaymentId: paymentId });
      }
      expect(processors.calls()).toBe(1);
      expect(await press(paymentId)).toMatchObject({ state: mode === "SALE" ? "SUCCEEDED" : "SUBMITTED" });
    },
  );

  it("is refused when the processor now reports that the first one went through", async () => {
    const { customer, know } = await withOpen("DEBIT");
    know();
    await expectRefusal(collect(customer, "SALE"), "RULE", TEXT.foundPaid);
    expect(processors.calls()).toBe(1);
  });
});

describe("two payments of one debt that both went through", () => {
  it.each<[Collecting, Collecting]>([
    ["DEBIT", "SALE"],
    ["SALE", "DEBIT"],
  ])("open one exception that names both: a %s found late, and a %s", async (late, made) => {
    const { customer, paymentId, tell } = await withOpen(late);
    const other = await collect(customer, made);
    expect(await exceptionsOf(customer)).toEqual([]);
    await tell();
    expect(await owed(customer)).toBe(-OWED_CENTS);
    expect(await exceptionsOf(customer)).toMatchObject([
      {
        kind: "DUPLICATE",
        paymentId,
        other: { paymentId: other.paymentId, kind: made },
        message: expect.stringMatching(
          `^Two payments for the same debt went through: ${made} of .100.00 .* and ${late} of .100.00 .* Refund one of the two.$`,
        ) as string,
      },
    ]);
  });

  it("are given back once: the second is refused until a person has closed the exception", async () => {
    const { customer, key, tell } = await withOpen("DEBIT");
    const sale = await collect(customer, "SALE");
    await tell();
    const { length } = processors.books;
    const back = { amountCents: OWED_CENTS, returnedCents: OWED_CENTS };
    processors.report({ returns: [achReturn(key, back)] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1 });
    const refund = () =>
      run(api, order(customer, "REFUND", { amountCents: OWED_CENTS, parentId: sale.paymentId }));
    await expectRefusal(refund(), "RULE", GIVE_BACK.pairGivenBack);
    expect(processors.books).toHaveLength(length);
    const [exception] = await exceptionsOf(customer);
    await (await api.as("ADMIN")).paymentExceptions.close({
      requestId: randomUUID(),
      exceptionId: exception?.id ?? "",
      note: "The customer wants to pay later.",
    });
    expect(await refund()).toMatchObject({ state: "SUCCEEDED" });
  });

  it("leave a zero balance after a refund of one of them", async () => {
    const { customer, tell } = await withOpen("DEBIT");
    const sale = await collect(customer, "SALE");
    await tell();
    const refund = order(customer, "REFUND", { amountCents: OWED_CENTS, parentId: sale.paymentId });
    expect(await run(api, refund)).toMatchObject({ state: "SUCCEEDED" });
    expect(await owed(customer)).toBe(0);
  });
});
