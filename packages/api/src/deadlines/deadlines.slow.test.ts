import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { ClockKind } from "@countinghouse/validators/deadlines/rules";
import { CLOCK_KINDS } from "@countinghouse/validators/deadlines/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import type { TestApi } from "../testing/harness.ts";
import { addLien, endLien } from "../testing/lien-rows.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn, cardException, settlementAt } from "../testing/reports.ts";
import { addSchedule, payEverything, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const write = <Result>(change: (tx: Tx) => Promise<Result>) => api.database.unsafeTransaction(change);
const keyOfLast = () => processors.books.at(-1)?.key ?? "";
const day = (text: string) => new Date(`${text}T00:00:00Z`);

const running = async (clock: ClockKind, userId: number) =>
  (await (await api.as("VIEWER")).deadlines.list({ userId })).items.filter((item) => item.clock === clock);

const onLinks =
  (data: { consentExpiresAt: Date | null } | { disconnectToldAt: Date | null }) =>
  ({ userId }: Payable) =>
    write((tx) => tx.bankLink.updateMany({ where: { userId }, data }));

interface Case {
  /** Starts the clock; it is 2026-11-20 in New York. */
  start: (customer: Payable) => Promise<unknown>;
  on: string;
  moneyCents: number | null;
  /** Sees to its cause. */
  end: (customer: Payable) => Promise<unknown>;
}

const CASES: Record<ClockKind, Case> = {
  DISPUTE: {
    start: async (customer) => {
      await run(api, order(customer, "SALE"));
      processors.report({ exceptions: [cardException(keyOfLast())] });
      await api.services.payments.pullReports();
    },
    on: "2026-12-20",
    moneyCents: 1000,
    end: async () => {
      const key = keyOfLast();
      const won = cardException(key, { exceptionId: `won-${key}`, type: "CHARGEBACK REVERSAL" });
      processors.report({ exceptions: [won] });
      await api.services.payments.pullReports();
    },
  },
  CORRECTION: {
    start: ({ accountId }) =>
      write(async (tx) => {
        const at = new Date("2026-11-20T14:00:00Z");
        const told = { kind: "NOTICE_OF_CHANGE", code: "C01", reference: "" } as const;
        const { id } = await tx.processorEvent.create({
          data: {
            ...told,
            amountCents: 0,
            detail: {},
            provider: "payliance",
            eventKey: randomUUID(),
            happenedOn: day("2026-11-20"),
            receivedAt: at,
            appliedAt: at,
          },
        });
        const refused = { state: "REFUSED", why: "It can not be read." } as const;
        await tx.accountCorrection.create({
          data: { eventId: id, code: "C01", noticedOn: day("2026-11-20"), accountId, at, ...refused },
        });
      }),
    on: "2026-12-01",
    moneyCents: null,
    end: ({ accountId }) =>
      write((tx) =>
        tx.accountCorrection.updateMany({ where: { accountId }, data: { state: "APPLIED", why: "" } }),
      ),
  },
  REPRESENTMENT: {
    start: async (customer) => {
      const [row] = await addSchedule(api, customer, ["2026-11-19"]);
      await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row, {}));
      const amounts = { amountCents: 41_250, returnedCents: 41_250 };
      processors.report({ returns: [achReturn(keyOfLast(), amounts)] });
      await api.services.payments.pullReports();
    },
    on: "2027-05-19",
    moneyCents: 41_250,
    end: () => payEverything(api),
  },
  UNAUTHORIZED_RETURN: {
    start: async (customer) => {
      await run(api, order(customer, "DEBIT"));
      const key = keyOfLast();
      processors.report({ settlements: [settlementAt("2026-11-20", key, { key })] });
      await api.services.payments.pullReports();
    },
    on: "2027-01-20",
    moneyCents: 1000,
    end: ({ userId }) =>
      write((tx) =>
        tx.paymentIntent.updateMany({ where: { userId, state: "SETTLED" }, data: { state: "RETURNED" } }),
      ),
  },
  OFFER: {
    start: ({ userId }) =>
      addApplication(api, userId, {
        stage: "offered",
        approvedAmountCents: 70_000n,
        offerExpiresAt: new Date("2026-11-26T03:00:00Z"),
      }),
    on: "2026-11-25",
    moneyCents: 70_000,
    end: ({ userId }) =>
      write((tx) => tx.application.updateMany({ where: { userId }, data: { stage: "contracted" } })),
  },
  CONSENT: {
    start: onLinks({ consentExpiresAt: day("2026-12-01") }),
    on: "2026-11-30",
    moneyCents: 50_000,
    end: onLinks({ consentExpiresAt: null }),
  },
  DISCONNECT: {
    start: onLinks({ disconnectToldAt: new Date("2026-11-20T02:00:00Z") }),
    on: "2026-11-26",
    moneyCents: 50_000,
    end: onLinks({ disconnectToldAt: null }),
  },
  CARD: {
    start: async (customer) => {
      await write((tx) => tx.card.updateMany({ where: { id: customer.cardId }, data: { expiry: "1126" } }));
      await addSchedule(api, customer, ["2026-11-27", "2026-12-04", "2026-12-11"]);
    },
    on: "2026-12-04",
    moneyCents: 41_250,
    end: ({ cardId }) => write((tx) => tx.card.update({ where: { id: cardId }, data: { expiry: "1228" } })),
  },
  ADVERSE_ACTION: {
    start: async ({ userId }) => {
      const { id } = await addApplication(api, userId, {
        stage: "declined",
        declineReason: "Too many returns",
      });
      await write((tx) =>
        tx.decision.create({
          data: {
            userId,
            applicationId: id,
            flowType: "new",
            outcome: "Denied",
            createdAt: new Date("2026-11-16T02:00:00Z"),
          },
        }),
      );
    },
    on: "2026-12-15",
    moneyCents: null,
    end: ({ userId }) =>
      write((tx) => tx.application.updateMany({ where: { userId }, data: { stage: "started" } })),
  },
  LIEN_CONTINUATION: {
    start: (customer) => addLien(api, customer, { lapsesOn: day("2027-03-01"), principalCents: 50_000n }),
    on: "2027-03-01",
    moneyCents: 50_000,
    end: (customer) => endLien(api, customer),
  },
  LIEN_TERMINATION: {
    start: async (customer) => {
      await addLien(api, customer, { principalCents: 50_000n });
      await write((tx) =>
        tx.userBalance.update({
          where: { userId: customer.userId },
          data: { balanceCents: 0, updatedAt: new Date("2026-11-19T02:00:00Z") },
        }),
      );
    },
    on: "2026-12-08",
    moneyCents: 50_000,
    end: (customer) => endLien(api, customer),
  },
  FOLLOW_UP: {
    start: async ({ userId }) => {
      const { id: ownerId } = await api.admin("EMPLOYEE");
      await write((tx) =>
        tx.note.create({
          data: { userId, ownerId, note: "Asked to call again.", followUpOn: day("2026-11-27") },
        }),
      );
    },
    on: "2026-11-27",
    moneyCents: null,
    end: ({ userId }) => write((tx) => tx.note.updateMany({ where: { userId }, data: { followUpOn: null } })),
  },
  PROMISE: {
    start: async ({ userId }) =>
      (await api.as("EMPLOYEE")).promises.record({
        requestId: randomUUID(),
        userId,
        amountCents: 2_000,
        dueOn: "2026-11-25",
      }),
    on: "2026-11-25",
    moneyCents: 2_000,
    end: async ({ userId }) => {
      const { promises } = await api.as("EMPLOYEE");
      const [promise] = await promises.list({ userId });
      await promises.end({ requestId: randomUUID(), promiseId: promise?.id ?? "", version: 1 });
    },
  },
  PREFERENCE: {
    start: ({ userId }) =>
      write((tx) =>
        tx.paymentPreference.create({
          data: { userId, useCard: true, cardNumber: "4242", useCardUntil: day("2026-11-25") },
        }),
      ),
    on: "2026-11-25",
    moneyCents: 50_000,
    end: ({ userId }) =>
      write((tx) => tx.paymentPreference.update({ where: { userId }, data: { useCard: false } })),
  },
};

describe("a clock runs from its fact until that is seen to:", () => {
  it.each(CLOCK_KINDS)("%s", async (clock) => {
    const { start, on, moneyCents, end } = CASES[clock];
    const customer = await payableCustomer(api);
    const other = await payableCustomer(api);
    expect(await running(clock, customer.userId)).toEqual([]);
    await start(customer);
    expect(await running(clock, customer.userId)).toMatchObject([
      { on, moneyCents, said: expect.stringMatching(/\.$/), source: expect.stringMatching(/./) },
    ]);
    expect(await running(clock, other.userId)).toEqual([]);
    await end(customer);
    expect(await running(clock, customer.userId)).toEqual([]);
  });
});

describe("the list", () => {
  it("has the earliest first, of one kind where one is asked for, and counts all", async () => {
    const expiresAt = ["2026-12-02T15:00:00Z", "2026-11-30T15:00:00Z"];
    const users: number[] = [];
    for (const at of expiresAt) {
      const { userId } = await payableCustomer(api);
      await addApplication(api, userId, { stage: "offered", offerExpiresAt: new Date(at) });
      users.push(userId);
    }
    const { deadlines } = await api.as("VIEWER");
    const { items, total, today } = await deadlines.list({ kind: "OFFER" });
    expect(items.map(({ userId }) => userId)).toEqual(users.toReversed());
    expect({ total, today }).toEqual({ total: 2, today: "2026-11-20" });
    const all = await deadlines.list({});
    expect(all.items.map(({ on }) => on)).toEqual(all.items.map(({ on }) => on).toSorted());
  });
});
