import { randomUUID } from "node:crypto";
import type { WorkKind } from "@countinghouse/validators/work/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn, cardException } from "../testing/reports.ts";
import { addSchedule, readSchedules, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

/** What waits of this kind for this customer. */
const waiting = async (kind: WorkKind, userId: number | null) =>
  (await (await api.as("VIEWER")).work.list({ kind })).items.filter((item) => item.userId === userId);

const findKey = () => processors.books.at(-1)?.key ?? "";

describe("waits for a person", () => {
  it("a payment of unknown outcome, until its outcome is known", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostAfter");
    const { paymentId } = await run(api, order(customer, "SALE"));
    api.clock.advance({ minutes: 2 });
    const [item] = await waiting("UNKNOWN_OUTCOME", customer.userId);
    expect(item).toMatchObject({ key: paymentId, paymentId, moneyCents: 1000, dueOn: "2026-11-23" });
    await api.services.payments.drain();
    expect(await waiting("UNKNOWN_OUTCOME", customer.userId)).toEqual([]);
    api.clock.advance({ minutes: -2 });
  });

  it("a scheduled payment that came back, for what is left of it, until it is collected again", async () => {
    const customer = await payableCustomer(api);
    const [row] = await addSchedule(api, customer, ["2026-11-19"]);
    const { paymentSchedules } = await api.as("EMPLOYEE");
    await paymentSchedules.process(toProcess(row, {}));
    const [due] = await readSchedules(api, customer.userId);
    const amountCents = Number(due?.amountCents);
    processors.report({ returns: [achReturn(findKey(), { amountCents, returnedCents: amountCents })] });
    await api.services.payments.pullReports();
    const [item] = await waiting("FAILED_PAYMENT", customer.userId);
    expect(item).toMatchObject({ moneyCents: amountCents, said: expect.stringMatching(/./) });
    const [again] = await readSchedules(api, customer.userId);
    await paymentSchedules.process(toProcess(again, {}));
    expect(await waiting("FAILED_PAYMENT", customer.userId)).toEqual([]);
  });

  it("a chargeback, as long as it stands", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "SALE"));
    const exception = cardException(findKey());
    processors.report({ exceptions: [exception] });
    await api.services.payments.pullReports();
    const [item] = await waiting("CHARGEBACK", customer.userId);
    expect(item).toMatchObject({ moneyCents: 1000, said: "Charged back: reason 10.4.", dueOn: "2026-11-30" });
    processors.report({
      exceptions: [{ ...exception, exceptionId: `won-${findKey()}`, type: "CHARGEBACK REVERSAL" }],
    });
    await api.services.payments.pullReports();
    expect(await waiting("CHARGEBACK", customer.userId)).toEqual([]);
  });

  it("a report that nobody here knows, until it is deleted", async () => {
    const reference = `stranger-${randomUUID()}`;
    const told = {
      reference,
      key: null,
      amountCents: 4321,
      settledOn: "2026-11-20",
      accountLast4: "0007",
      raw: {},
    };
    processors.report({ settlements: [{ direction: "debit", ...told }] });
    await api.services.payments.pullReports();
    const [item] = (await waiting("UNMATCHED_REPORT", null)).filter(({ moneyCents }) => moneyCents === 4321);
    expect(item).toBeDefined();
    const { paymentExceptions } = await api.as("ADMIN");
    await paymentExceptions.deleteReport({
      requestId: randomUUID(),
      reportId: item?.key ?? "",
      note: "It is another lender's.",
    });
    expect((await waiting("UNMATCHED_REPORT", null)).map(({ key }) => key)).not.toContain(item?.key);
  });

  it("a payment of which the processor took a part, until somebody has seen to it", async () => {
    const customer = await payableCustomer(api);
    processors.next("part");
    await run(api, order(customer, "SALE"));
    const [item] = await waiting("BOOKED_OTHERWISE", customer.userId);
    expect(item?.said).toContain("The processor took $1.00 of $10.00");
    const { paymentExceptions } = await api.as("ADMIN");
    await paymentExceptions.close({
      requestId: randomUUID(),
      exceptionId: item?.key ?? "",
      note: "The rest is due.",
    });
    expect(await waiting("BOOKED_OTHERWISE", customer.userId)).toEqual([]);
  });
});
