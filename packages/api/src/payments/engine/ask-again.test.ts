import { randomUUID } from "node:crypto";
import { machineOf } from "@countinghouse/db/registration";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../../testing/payable.ts";
import { addGoneProcess, endGone, type Whereabouts } from "../../testing/processes.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { createPaymentsEngine } from "./payments-engine.ts";
import { takeIntent } from "./take.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const CALL_SECONDS = 15;
const EFFECT_WINDOW_SECONDS = 30;
const PATIENCE = { callMs: () => CALL_SECONDS * 1000, effectWindowMs: () => EFFECT_WINDOW_SECONDS * 1000 };
const step = (id: string) => api.services.payments.step(id);

/** A payment whose answer was lost, at the moment at which the processor may be asked what became of it. */
async function unknownPayment(): Promise<string> {
  const customer = await payableCustomer(api);
  processors.next("lostAfter");
  const { paymentId } = await run(api, order(customer, "SALE"));
  api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + 1 });
  return paymentId;
}

describe("a payment whose outcome nobody knows", () => {
  it("is asked after again soon when each worker that asks dies, however many do", async () => {
    const paymentId = await unknownPayment();
    for (let deaths = 0; deaths < 5; deaths++) {
      expect(await takeIntent(api.services, PATIENCE, paymentId)).toMatchObject({ do: "look" });
      expect(await step(paymentId)).toBe("UNKNOWN");
      api.clock.advance({ seconds: CALL_SECONDS + EFFECT_WINDOW_SECONDS + 1 });
    }
    expect(await step(paymentId)).toBe("SUCCEEDED");
    expect(processors.books).toHaveLength(1);
  });

  it("is asked after 1, 5, 15 and then every 60 minutes while the processor cannot say", async () => {
    const paymentId = await unknownPayment();
    const { cards } = api.services.ports;
    let asked = 0;
    api.services.ports.cards = {
      ...cards,
      lookUp: () => {
        asked++;
        return Promise.reject(new Error("It cannot say."));
      },
    };
    expect(await step(paymentId)).toBe("UNKNOWN");
    for (const minutes of [1, 5, 15, 60, 60]) {
      const before = asked;
      api.clock.advance({ minutes, seconds: -1 });
      await step(paymentId);
      expect(asked).toBe(before);
      api.clock.advance({ seconds: 2 });
      expect(await step(paymentId)).toBe("UNKNOWN");
      expect(asked).toBe(before + 1);
    }
    api.services.ports.cards = cards;
    api.clock.advance({ minutes: 61 });
    expect(await step(paymentId)).toBe("SUCCEEDED");
  });
});

describe("a payment that somebody began is asked after before any other is begun, however many have waited longer,", () => {
  const WAITING = 70;
  /** How many may have been begun by then: as many as are under way at once, and as many were found with them. */
  const MOST_BEFORE = 16;

  async function letWait(): Promise<void> {
    const { userId, cardId } = await payableCustomer(api);
    const waiting = Array.from({ length: WAITING }, () => ({
      userId,
      cardId,
      kind: "SALE" as const,
      paymentType: "DEBIT" as const,
      businessKey: randomUUID(),
      amountCents: 1000,
      dueAt: api.clock.in({ seconds: -3600 }),
    }));
    await api.database.unsafeTransaction(async (tx) => {
      await tx.paymentIntent.createMany({ data: waiting });
      await tx.paymentIntent.updateMany({ where: { state: "CREATED" }, data: { state: "READY" } });
    });
  }

  /** Does all that is due; returns how many calls were made before the first look-up. */
  async function callsBeforeLookUp(): Promise<number> {
    const { cards } = api.services.ports;
    let sentBefore = -1;
    const callsBefore = processors.calls();
    api.services.ports.cards = {
      ...cards,
      lookUp: (key) => {
        if (sentBefore < 0) sentBefore = processors.calls() - callsBefore;
        return cards.lookUp(key);
      },
    };
    await api.services.payments.drain();
    api.services.ports.cards = cards;
    expect(processors.calls()).toBe(callsBefore + WAITING);
    return sentBefore;
  }
  const stateOf = async (id: string) =>
    (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

  it("when it was due before", async () => {
    const paymentId = await unknownPayment();
    await letWait();
    const before = await callsBeforeLookUp();
    expect(await stateOf(paymentId)).toBe("SUCCEEDED");
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThan(MOST_BEFORE);
  });

  it("and when it is left behind while the others are being begun", async () => {
    const paymentId = await unknownPayment();
    const dueAt = (at: Date) =>
      api.database.unsafeTransaction((tx) =>
        tx.paymentIntent.update({ where: { id: paymentId }, data: { dueAt: at } }),
      );
    await dueAt(api.clock.in({ minutes: 5 }));
    await letWait();
    let called = 0;
    let calledWhenLeft = 0;
    processors.onCall(async () => {
      if (++called !== 10) return;
      await dueAt(api.clock.now());
      calledWhenLeft = called;
    });
    const before = await callsBeforeLookUp();
    expect(await stateOf(paymentId)).toBe("SUCCEEDED");
    expect(before - calledWhenLeft).toBeLessThan(MOST_BEFORE);
    expect(before).toBeGreaterThanOrEqual(10);
  });
});

it("a payment left to a person after a day is asked after when somebody wants to know, and found", async () => {
  const paymentId = await unknownPayment();
  const { cards } = api.services.ports;
  const silent = { ...cards, lookUp: () => Promise.reject(new Error("It cannot say.")) };
  api.services.ports.cards = silent;
  api.clock.advance({ hours: 25 });
  expect(await step(paymentId)).toBe("NEEDS_REVIEW");
  const check = async () => (await api.as("EMPLOYEE")).payments.check({ paymentId, requestId: randomUUID() });
  expect(await check()).toMatchObject({ state: "NEEDS_REVIEW", nextLookAt: null });
  expect(await api.services.payments.drain()).toBe(0);
  api.services.ports.cards = cards;
  expect(await check()).toMatchObject({ state: "SUCCEEDED" });
  expect(processors.books).toHaveLength(1);
});

describe("a payment that a process has taken", () => {
  const stateOf = async (id: string) =>
    (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

  /** Taken to be called by a process that is gone; `called` says whether the call had arrived. */
  async function cutOffPayment(whereabouts: Whereabouts, { called }: { called: boolean }): Promise<string> {
    const customer = await payableCustomer(api);
    const { userId, cardId } = customer;
    const { id } = await api.database.unsafeTransaction(async (tx) => {
      const intent = await tx.paymentIntent.create({
        data: {
          userId,
          cardId,
          kind: "SALE",
          paymentType: "DEBIT",
          businessKey: randomUUID(),
          amountCents: 1000,
          instrumentLast4: "4242",
          dueAt: api.clock.now(),
        },
      });
      return tx.paymentIntent.update({ where: { id: intent.id }, data: { state: "READY" } });
    });
    const registration = await addGoneProcess(api, whereabouts);
    const task = await takeIntent({ ...api.services, db: api.database, registration }, PATIENCE, id);
    if (task.do !== "call") throw new Error("It is not to be called.");
    if (called) processors.books.push({ key: task.attempt.key, mode: "SALE", amountCents: 1000 });
    return id;
  }
  const after = (seconds: number) => api.clock.advance({ seconds });

  it.each<Whereabouts>(["killed", "cut off"])(
    "is asked after at once when that was %s, and found",
    async (whereabouts) => {
      const id = await cutOffPayment(whereabouts, { called: true });
      await api.services.payments.drain();
      expect(await stateOf(id)).toBe("SENDING");
      expect(await endGone(api)).toMatchObject({ payments: 1 });
      await api.services.payments.drain();
      expect(await stateOf(id)).toBe("SUCCEEDED");
      expect([processors.calls(), processors.books.length]).toEqual([0, 1]);
    },
  );

  it.runIf(machineOf() !== null)(
    "and is not found is sent under its key once the effect window after the end of a killed process is over",
    async () => {
      const id = await cutOffPayment("killed", { called: false });
      after(2);
      await endGone(api);
      await api.services.payments.drain();
      after(EFFECT_WINDOW_SECONDS - 1);
      await api.services.payments.drain();
      expect([await stateOf(id), processors.calls()]).toEqual(["SENDING", 0]);
      after(1);
      await api.services.payments.drain();
      expect([await stateOf(id), processors.calls()]).toEqual(["SUCCEEDED", 1]);
    },
  );

  it("and is not found is sent only once its lease and the effect window are over, where it may still be calling", async () => {
    const id = await cutOffPayment("cut off", { called: false });
    after(2);
    await endGone(api);
    await api.services.payments.drain();
    for (const seconds of [EFFECT_WINDOW_SECONDS - 2, CALL_SECONDS - 1]) {
      after(seconds);
      await api.services.payments.drain();
      expect([await stateOf(id), processors.calls()]).toEqual(["SENDING", 0]);
    }
    after(1);
    await api.services.payments.drain();
    expect([await stateOf(id), processors.calls()]).toEqual(["SUCCEEDED", 1]);
  });

  it("counts as what that finds out itself when it lives, whoever asked meanwhile", async () => {
    const customer = await payableCustomer(api);
    const gone = await addGoneProcess(api, "cut off");
    const answered = Promise.withResolvers<void>();
    const called = Promise.withResolvers<void>();
    processors.next("declined");
    processors.onCall(() => {
      called.resolve();
      return answered.promise;
    });
    const engine = createPaymentsEngine(
      { ...api.services, db: api.database, registration: gone },
      api.services.ports,
      { callMs: CALL_SECONDS * 1000 },
    );
    const own = { ...api.services, payments: engine };
    const { payments } = api.services;
    api.services.payments = own.payments;
    const running = run(api, order(customer, "SALE"));
    await called.promise;
    api.services.payments = payments;
    await endGone(api);
    await payments.drain();
    answered.resolve();
    expect(await running).toMatchObject({ state: "FAILED", failureCode: "51" });
    expect(processors.books).toEqual([]);
  });

  it("is not called by that when it wakes up after it was declared gone, and is sent once by others", async () => {
    const id = await cutOffPayment("cut off", { called: false });
    const { db } = api.services;
    const frozen = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    // Taken anew by a process that freezes right after.
    await api.database.unsafeTransaction(async (tx) => {
      await tx.paymentAttempt.updateMany({ where: { intentId: id }, data: { leasedUntil: api.clock.now() } });
      await tx.paymentIntent.update({ where: { id }, data: { dueAt: api.clock.now() } });
    });
    after(EFFECT_WINDOW_SECONDS);
    const unsafeTransaction: typeof db.unsafeTransaction = async (work) => {
      const done = await db.unsafeTransaction(work);
      frozen.resolve();
      await woken.promise;
      return done;
    };
    const registration = await addGoneProcess(api, "cut off");
    const engine = createPaymentsEngine(
      { ...api.services, db: { ...db, unsafeTransaction }, registration },
      api.services.ports,
      { callMs: CALL_SECONDS * 1000 },
    );
    const held = engine.step(id);
    await frozen.promise;
    after(16);
    expect(await endGone(api)).toMatchObject({ payments: 1 });
    await api.services.payments.drain();
    woken.resolve();
    expect(await held).toBe("SENDING");
    expect(processors.calls()).toBe(0);
    after(CALL_SECONDS + EFFECT_WINDOW_SECONDS + 10);
    await api.services.payments.drain();
    expect([await stateOf(id), processors.calls(), processors.books.length]).toEqual(["SUCCEEDED", 1, 1]);
  });
});
