import { randomUUID } from "node:crypto";
import type { WorkKind } from "@countinghouse/validators/work/rules";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { expectKept, numbersFrom } from "../testing/kept-work.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
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

  it.each(["SALE", "DEBIT", "RCC"] as const)(
    "a %s from the desk that failed, until as much is collected, however long that takes",
    async (mode) => {
      const customer = await payableCustomer(api);
      processors.next("declined");
      const { paymentId } = await run(api, order(customer, mode));
      const item = { key: paymentId, paymentId, moneyCents: 1000 };
      const said = expect.stringMatching(new RegExp(`^${mode} failed: .`));
      expect(await waiting("FAILED_PAYMENT", customer.userId)).toMatchObject([{ ...item, said }]);
      api.clock.advance({ hours: 90 * 24 });
      expect(await waiting("FAILED_PAYMENT", customer.userId)).toMatchObject([item]);
      await run(api, order(customer, mode));
      expect(await waiting("FAILED_PAYMENT", customer.userId)).toEqual([]);
      api.clock.advance({ hours: -90 * 24 });
    },
  );

  it("a debit from the desk that came back, although a later one went through before that", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    const key = findKey();
    api.clock.advance({ hours: 24 });
    await run(api, order(customer, "SALE"));
    api.clock.advance({ hours: 24 });
    processors.report({ returns: [achReturn(key)] });
    await api.services.payments.pullReports();
    const said = expect.stringMatching(/^DEBIT was returned: ./);
    expect(await waiting("FAILED_PAYMENT", customer.userId)).toMatchObject([{ key: paymentId, said }]);
    await run(api, order(customer, "SALE"));
    expect(await waiting("FAILED_PAYMENT", customer.userId)).toEqual([]);
    api.clock.advance({ hours: -48 });
  });

  it("a chargeback, with the answer date that staff entered, and for longer than thirty days", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "SALE"));
    processors.report({ exceptions: [cardException(findKey())] });
    await api.services.payments.pullReports();
    const [item] = await waiting("CHARGEBACK", customer.userId);
    expect(item).toMatchObject({ deadline: null });
    const { chargebacks } = await api.as("ADMIN");
    const change = { chargebackId: item?.key ?? "", answerBy: "2026-12-04" };
    await chargebacks.setAnswerDate({ ...change, was: null, requestId: randomUUID() });
    const dated = { deadline: "2026-12-04", dueOn: "2026-12-04" };
    expect(await waiting("CHARGEBACK", customer.userId)).toMatchObject([dated]);
    const { userId } = customer;
    const { items } = await (await api.as("VIEWER")).deadlines.list({ kind: "DISPUTE", userId });
    expect(items).toMatchObject([{ on: "2026-12-04" }]);
    await expectRefusal(
      chargebacks.setAnswerDate({ ...change, was: null, requestId: randomUUID() }),
      "CONFLICT",
    );
    await expectRefusal(
      chargebacks.setAnswerDate({
        ...change,
        answerBy: "2026-11-01",
        was: "2026-12-04",
        requestId: randomUUID(),
      }),
      "RULE",
      "on or after the day of the report",
    );
    api.clock.advance({ hours: 45 * 24 });
    expect(await waiting("CHARGEBACK", userId)).toMatchObject([dated]);
    api.clock.advance({ hours: -45 * 24 });
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

describe("what is kept of what waits", () => {
  type Step = (customer: Payable) => Promise<unknown>;
  const charge = async (customer: Payable, mishap?: Parameters<TestProcessors["next"]>[0]) => {
    if (mishap) processors.next(mishap);
    await run(api, order(customer, "SALE"));
  };
  /** A rule may refuse a step by then. */
  const unlessRefused = (error: unknown) => {
    if (!(error instanceof TRPCError)) throw error;
  };
  const day = (days: number) =>
    new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const STEPS: Record<string, Step> = {
    "a charge that is taken": (customer) => charge(customer),
    "a charge that is declined": (customer) => charge(customer, "declined"),
    "a charge nobody hears of": (customer) => charge(customer, "lostAfter"),
    "a charge of which a part is taken": (customer) => charge(customer, "part"),
    "outcomes that are asked for": () => api.services.payments.drain(),
    "a chargeback": async (customer) => {
      await charge(customer);
      processors.report({ exceptions: [cardException(findKey())] });
      await api.services.payments.pullReports();
    },
    "an instalment that comes back": async (customer) => {
      const [row] = await addSchedule(api, customer, [day(-1)]);
      await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row, {}));
      const { amountCents = 0 } = processors.books.at(-1) ?? {};
      processors.report({ returns: [achReturn(findKey(), { amountCents, returnedCents: amountCents })] });
      await api.services.payments.pullReports();
    },
    "a promise": async ({ userId }) =>
      (await api.as("EMPLOYEE")).promises.record({
        userId,
        amountCents: 2_000,
        dueOn: day(2),
        requestId: randomUUID(),
      }),
    "a follow-up": async ({ userId }) => {
      const { notes } = await api.as("EMPLOYEE");
      const { id } = await notes.create({ userId, note: "Call again.", requestId: randomUUID() });
      await notes.mark({ id, isPinned: false, followUpOn: day(1), requestId: randomUUID() });
    },
    "minutes that pass": () => Promise.resolve(api.clock.advance({ minutes: 7 })),
    "days that pass": () => Promise.resolve(api.clock.advance({ hours: 50 })),
  };

  it("is what the facts say, whatever is done in whatever order, and as time goes by", async () => {
    const began = api.clock.now();
    const random = numbersFrom(7);
    const kinds = new Set<string>();
    const customers = await Promise.all([1, 2, 3].map(() => payableCustomer(api)));
    const names = Object.keys(STEPS);
    while (names.length > 0) {
      const [name = ""] = names.splice(Math.floor(random() * names.length), 1);
      const customer = customers[Math.floor(random() * customers.length)];
      if (customer) await STEPS[name]?.(customer).catch(unlessRefused);
      for (const kind of await expectKept(api, name)) kinds.add(kind);
    }
    expect(kinds.size).toBeGreaterThan(2);
    api.clock.advance({ minutes: (began.getTime() - api.clock.now().getTime()) / 60_000 });
    await expectKept(api, "the clock put back");
  });
});
