import type { AchReturn } from "@countinghouse/providers/ach/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "../../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withAccount,
  withProcessors,
} from "../../testing/payable.ts";
import { readBalances } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { settlementAt, transactionAt } from "../../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const today = () => newYorkDate(api.clock.now());
const readIntent = (id: string) => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });
const owed = async ({ userId }: Payable) => (await readBalances(api, userId)).cachedCents;

const tell = async (what: Parameters<TestProcessors["report"]>[0]) => {
  processors.report({ returns: [], settlements: [], exceptions: [], transactions: {}, ...what });
  return api.services.payments.pullReports();
};

describe("a bank transfer that the processor does not know", () => {
  const accountFor = () => api.services.payments.accountForMissing();
  const lost = async (mask: string) => {
    const customer = await withAccount(api, mask);
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    processors.report({ settlements: [], returns: [], transactions: {} });
    return paymentId;
  };

  it("fails once the reports of all days that must hold it lack it", async () => {
    const paymentId = await lost("7101");
    api.clock.advance({ hours: 24 * 9 });
    await api.services.payments.drain();
    await accountFor();
    expect(await readIntent(paymentId)).toMatchObject({ state: "NEEDS_REVIEW" });
    api.clock.advance({ hours: 24 });
    await accountFor();
    expect(await readIntent(paymentId)).toMatchObject({
      state: "FAILED",
      failureCode: "not-in-reports",
      failureMessage: expect.stringContaining("do not include this payment"),
    });
  });

  it.each([
    ["a row that could be it is nobody's", { accountLast4: "7102" }],
    ["a row of its amount names no account", { accountLast4: null }],
  ])("stays open while %s", async (_what, changed) => {
    const paymentId = await lost("7102");
    const day = today();
    api.clock.advance({ hours: 24 * 10 });
    processors.report({
      settlements: [
        settlementAt(today(), "y", { reference: `r-${paymentId}`, settledOn: addDays(day, 3), ...changed }),
      ],
    });
    await accountFor();
    expect((await readIntent(paymentId)).state).toMatch(/UNKNOWN|NEEDS_REVIEW/);
  });

  it("fails although more payments than are read at once stay open before it", async () => {
    const open = await lost("7104");
    const copy = (table: string, changes: string) =>
      api.asOwner(
        `SET session_replication_role = replica; INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
           'id', '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), ${changes}))).*
         FROM ${table} t, generate_series(1, 250) n
         WHERE t.${table === "payment_intent" ? "id" : "intent_id"} = '${open}'`,
      );
    await copy("payment_intent", "'business_key', 'open-' || n");
    await copy(
      "payment_attempt",
      `'intent_id', '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), 'provider_key', 'open-' || n, 'sent_at', '2020-01-01', 'provider', 'tabapay'`,
    );
    const paymentId = await lost("7105");
    api.clock.advance({ hours: 24 * 10 });
    await accountFor();
    expect(await readIntent(paymentId)).toMatchObject({ state: "FAILED", failureCode: "not-in-reports" });
  });

  it("stays open while a report cannot be read", async () => {
    const paymentId = await lost("7103");
    api.clock.advance({ hours: 24 * 10 });
    const { ach } = api.services.ports;
    api.services.ports.ach = {
      ...ach,
      returnsBetween: async function* () {
        yield await Promise.reject<AchReturn>(
          new ProviderError({ kind: "unavailable", provider: "payliance", message: "It is down." }),
        );
      },
    };
    await accountFor();
    expect((await readIntent(paymentId)).state).toMatch(/UNKNOWN|NEEDS_REVIEW/);
  });
});

describe("a card payment with an unknown outcome", () => {
  const accountFor = () => api.services.payments.accountForMissing();
  const days = (): [string, string] => [today(), addDays(today(), 1)];
  const lostSale = async () => {
    processors.next("lostBefore");
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "SALE"));
    const attempt = await api.database.read.paymentAttempt.findFirstOrThrow({
      where: { intentId: paymentId },
    });
    return { customer, paymentId, key: attempt.providerKey };
  };

  it("fails once the reports of its day and the next are available and lack it", async () => {
    const { paymentId } = await lostSale();
    const [first, second] = days();
    processors.report({ transactions: { [first]: [] } });
    api.clock.advance({ hours: 49 });
    await accountFor();
    expect((await readIntent(paymentId)).state).toMatch(/UNKNOWN|NEEDS_REVIEW/);
    processors.report({
      transactions: { [first]: [], [second]: [transactionAt(today(), "another", { last4: "1111" })] },
    });
    await accountFor();
    expect(await readIntent(paymentId)).toMatchObject({ state: "FAILED", failureCode: "not-in-reports" });
  });

  it("stays open while a row of a part of its amount has no key and could be it", async () => {
    const { paymentId } = await lostSale();
    const [first, second] = days();
    const part = transactionAt(today(), "another", { settledCents: 400 });
    processors.report({ transactions: { [first]: [part], [second]: [] } });
    api.clock.advance({ hours: 49 });
    await accountFor();
    expect((await readIntent(paymentId)).state).toMatch(/UNKNOWN|NEEDS_REVIEW/);
  });

  it("fails with the network's reason when the report has it as declined", async () => {
    const { paymentId, key } = await lostSale();
    const [first, second] = days();
    const declined = transactionAt(today(), key, {
      state: "declined",
      status: "ERROR",
      code: "51",
      settledCents: 0,
    });
    processors.report({ transactions: { [first]: [declined], [second]: [] } });
    api.clock.advance({ hours: 49 });
    await accountFor();
    expect(await readIntent(paymentId)).toMatchObject({ state: "FAILED", failureCode: "51" });
  });

  it("is paid when the report has it, in full or in part", async () => {
    const [whole, part] = [await lostSale(), await lostSale()];
    await tell({
      transactions: {
        [today()]: [
          transactionAt(today(), whole.key),
          transactionAt(today(), part.key, { settledCents: 400 }),
        ],
      },
    });
    expect(await readIntent(whole.paymentId)).toMatchObject({ state: "SUCCEEDED", movedCents: null });
    expect(await readIntent(part.paymentId)).toMatchObject({ state: "SUCCEEDED", movedCents: 400n });
    expect(await owed(whole.customer)).toBe(49_000);
    expect(await owed(part.customer)).toBe(49_600);
  });
});
