import { randomUUID } from "node:crypto";
import { readMachineId } from "@countinghouse/db/registration";
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

describe("a payment that a process has claimed", () => {
  const readState = async (id: string) =>
    (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

  const readAttempt = (intentId: string) =>
    api.database.read.paymentAttempt.findFirstOrThrow({ where: { intentId } });

  async function readyPayment(): Promise<string> {
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
    return id;
  }

  /** A payment that a gone process has claimed to call. With `called`, its call had reached the processor. */
  async function cutOffPayment(whereabouts: Whereabouts, { called }: { called: boolean }): Promise<string> {
    const id = await readyPayment();
    const registration = await addGoneProcess(api, whereabouts);
    const task = await takeIntent({ ...api.services, db: api.database, registration }, PATIENCE, id);
    if (task.do !== "call") throw new Error("It is not to be called.");
    if (called) processors.books.push({ key: task.attempt.key, mode: "SALE", amountCents: 1000 });
    return id;
  }
  const after = (seconds: number) => api.clock.advance({ seconds });

  it.each<Whereabouts>(["killed", "cut off"])(
    "is looked up at once and found when the process was %s",
    async (whereabouts) => {
      const id = await cutOffPayment(whereabouts, { called: true });
      await api.services.payments.drain();
      expect(await readState(id)).toBe("SENDING");
      expect(await endGone(api)).toMatchObject({ payments: 1 });
      await api.services.payments.drain();
      expect(await readState(id)).toBe("SUCCEEDED");
      expect([processors.calls(), processors.books.length]).toEqual([0, 1]);
    },
  );

  it.runIf(readMachineId() !== null)(
    "is sent under its key after a killed process's effect window when the lookup does not find it",
    async () => {
      const id = await cutOffPayment("killed", { called: false });
      after(2);
      await endGone(api);
      await api.services.payments.drain();
      after(EFFECT_WINDOW_SECONDS - 1);
      await api.services.payments.drain();
      expect([await readState(id), processors.calls()]).toEqual(["SENDING", 0]);
      after(1);
      await api.services.payments.drain();
      expect([await readState(id), processors.calls()]).toEqual(["SUCCEEDED", 1]);
    },
  );

  it("is sent only after its lease and effect window when the process may still be calling", async () => {
    const id = await cutOffPayment("cut off", { called: false });
    after(2);
    await endGone(api);
    await api.services.payments.drain();
    for (const seconds of [EFFECT_WINDOW_SECONDS - 2, CALL_SECONDS - 1]) {
      after(seconds);
      await api.services.payments.drain();
      expect([await readState(id), processors.calls()]).toEqual(["SENDING", 0]);
    }
    after(1);
    await api.services.payments.drain();
    expect([await readState(id), processors.calls()]).toEqual(["SUCCEEDED", 1]);
  });

  it("gets the outcome that its process receives when that is alive, even after another worker's lookup", async () => {
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

  /** Steps a payment in a process that freezes right after its claim, until `wake` is called. */
  async function freezeStep(id: string) {
    const { db } = api.services;
    const frozen = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
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
    const stepped = engine.step(id);
    await frozen.promise;
    return {
      wake: () => {
        woken.resolve();
        return stepped;
      },
    };
  }

  it("is not sent by a process that wakes up after it was declared gone, and is sent once by others", async () => {
    const id = await cutOffPayment("cut off", { called: false });
    // Another process claims the payment and freezes right after the claim.
    await api.database.unsafeTransaction(async (tx) => {
      await tx.paymentAttempt.updateMany({ where: { intentId: id }, data: { leasedUntil: api.clock.now() } });
      await tx.paymentIntent.update({ where: { id }, data: { dueAt: api.clock.now() } });
    });
    after(EFFECT_WINDOW_SECONDS);
    const held = await freezeStep(id);
    after(16);
    expect(await endGone(api)).toMatchObject({ payments: 1 });
    await api.services.payments.drain();
    expect(await held.wake()).toBe("SENDING");
    expect(processors.calls()).toBe(0);
    await api.services.payments.drain();
    expect([await readState(id), processors.calls(), processors.books.length]).toEqual(["SUCCEEDED", 1, 1]);
  });

  it("is released at once by a process that is too late to call, and is sent under its key", async () => {
    const id = await readyPayment();
    const held = await freezeStep(id);
    const { providerKey } = await readAttempt(id);
    after(16);
    await api.services.payments.drain();
    expect([await readState(id), processors.calls()]).toEqual(["SENDING", 0]);
    expect(await held.wake()).toBe("SENDING");
    await api.services.payments.drain();
    expect([await readState(id), processors.calls()]).toEqual(["SUCCEEDED", 1]);
    expect(processors.books).toMatchObject([{ key: providerKey }]);
  });

  it("stays with the process that has claimed it since when the first one is too late to call", async () => {
    const id = await readyPayment();
    const held = await freezeStep(id);
    after(2 * (CALL_SECONDS + EFFECT_WINDOW_SECONDS));
    const other = await freezeStep(id);
    const taken = await readAttempt(id);
    expect(await held.wake()).toBe("SENDING");
    expect(await readAttempt(id)).toEqual(taken);
    await api.services.payments.drain();
    expect(processors.calls()).toBe(0);
    expect(await other.wake()).toBe("SUCCEEDED");
    expect([processors.calls(), processors.books.length]).toEqual([1, 1]);
  });
});
