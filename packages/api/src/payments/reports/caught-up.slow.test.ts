import type { AchReturn } from "@countinghouse/providers/ach/port";
import { ProviderError, unreadableReport } from "@countinghouse/providers/provider-error";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../../testing/payable.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { backUp, startOn } from "../../testing/recovery.ts";
import { achReturn, cardException } from "../../testing/reports.ts";

let before: TestApi;
let processors: TestProcessors;
let customer: Payable;
let after: TestApi | null;
/** The first day of each request for returns. */
let askedFrom: string[];
let returns: AchReturn[];
let isOut: boolean;
beforeEach(async () => {
  ({ api: before, processors } = await openPayments({
    roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"],
    passcodes: true,
  }));
  customer = await payableCustomer(before);
  [after, askedFrom, returns, isOut] = [null, [], [], false];
  processors.ach.returnsBetween = async function* (from, to) {
    askedFrom.push(from);
    if (isOut) throw new ProviderError({ kind: "unavailable", provider: "test", message: "Out of reach." });
    yield* returns.filter(({ returnedOn }) => from <= returnedOn && returnedOn <= to);
  };
});
afterEach(async () => {
  await after?.close();
  await before.close();
});

const pull = (api: TestApi) => api.services.payments.pullReports();

const debit = async (): Promise<{ paymentId: string; key: string }> => {
  const { paymentId } = await run(before, order(customer, "DEBIT"));
  return { paymentId, key: processors.books.at(-1)?.key ?? "" };
};

const readState = async (api: TestApi, id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

it("applies a return of 18 days ago after a restored backup of 20 days ago, before a debit may be sent", async () => {
  const { paymentId, key } = await debit();
  await pull(before);
  const held = await backUp(before);
  before.clock.advance({ hours: 20 * 24 });
  returns = [achReturn(key, { code: "R10", returnedOn: "2026-11-22" })];
  after = await startOn(held, before, processors);
  expect(await after.services.recovery.verify()).toBe(true);
  expect(await readState(after, paymentId)).toBe("RETURNED");
  await expect(run(after, order(customer, "DEBIT"))).rejects.toThrow(/R10/);
});

it("reads all days of a source that failed for 20 days, and then as many as before", async () => {
  const { paymentId, key } = await debit();
  await pull(before);
  isOut = true;
  before.clock.advance({ hours: 20 * 24 });
  returns = [achReturn(key, { code: "R10", returnedOn: "2026-11-22" })];
  expect(await pull(before)).toMatchObject({ failed: 1, applied: 0 });
  isOut = false;
  expect(await pull(before)).toMatchObject({ failed: 0, applied: 1 });
  expect(await readState(before, paymentId)).toBe("RETURNED");
  expect(await pull(before)).toMatchObject({ failed: 0, applied: 0 });
  expect(askedFrom).toEqual(["2026-11-06", "2026-11-06", "2026-11-06", "2026-11-26"]);
});

it("reads the other days when one is unreadable, and retries that day for no longer than the others", async () => {
  const { paymentId } = await run(before, order(customer, "SALE"));
  const key = processors.books.at(-1)?.key ?? "";
  const days: string[] = [];
  before.services.ports.cards = {
    ...before.services.ports.cards,
    findTransactions: (day) => {
      days.push(day);
      throw unreadableReport("tabapay", `nothing of ${day} can be read`);
    },
  };
  processors.report({ exceptions: [cardException(key, { day: "2026-11-20" })] });
  expect(await pull(before)).toMatchObject({ failed: 1, applied: 1 });
  expect(await readState(before, paymentId)).toBe("CHARGED_BACK");
  const usual = days.splice(0).length;
  before.clock.advance({ hours: 20 * 24 });
  await pull(before);
  expect(days.splice(0).length).toBe(usual + 20);
  await pull(before);
  expect(days.length).toBe(usual);
});

it("applies a chargeback of 18 days ago after an outage, and leaves no day unread after a stop of 100 days", async () => {
  const { paymentId } = await run(before, order(customer, "SALE"));
  const key = processors.books.at(-1)?.key ?? "";
  await pull(before);
  before.clock.advance({ hours: 20 * 24 });
  processors.report({ exceptions: [cardException(key, { day: "2026-11-22" })] });
  expect(await pull(before)).toMatchObject({ applied: 1 });
  expect(await readState(before, paymentId)).toBe("CHARGED_BACK");
  before.clock.advance({ hours: 100 * 24 });
  await pull(before);
  expect(askedFrom.at(-1)).toBe("2026-11-26");
});
