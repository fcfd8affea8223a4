import { randomUUID } from "node:crypto";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { RedactedAnswer } from "@countinghouse/providers/redacted-answer";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../../testing/payable.ts";
import type { TestProcessors } from "../../testing/processors.ts";
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

/** A payment whose answer was lost, at the moment when the processor may be asked for its outcome. */
async function unknownPayment(): Promise<string> {
  const customer = await payableCustomer(api);
  processors.next("lostAfter");
  const { paymentId } = await run(api, order(customer, "SALE"));
  api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + 1 });
  return paymentId;
}

describe("a payment with an unknown outcome", () => {
  it("is looked up again soon after each worker that dies during a lookup", async () => {
    const paymentId = await unknownPayment();
    for (let deaths = 0; deaths < 5; deaths++) {
      expect(await takeIntent(api.services, PATIENCE, paymentId)).toMatchObject({ do: "look" });
      expect(await step(paymentId)).toBe("UNKNOWN");
      api.clock.advance({ seconds: CALL_SECONDS + EFFECT_WINDOW_SECONDS + 1 });
    }
    expect(await step(paymentId)).toBe("SUCCEEDED");
    expect(processors.books).toHaveLength(1);
  });

  it("is looked up again after as long as it has been open, at least a minute and at most an hour", async () => {
    const paymentId = await unknownPayment();
    const { asked, answer } = cannotSay();
    let openSeconds = EFFECT_WINDOW_SECONDS + 1;
    expect(await step(paymentId)).toBe("UNKNOWN");
    for (const seconds of [60, 92, 185, 371, 743, 1487, 2975, 3600, 3600]) {
      const before = asked();
      api.clock.advance({ seconds: seconds - 1 });
      await step(paymentId);
      expect(asked()).toBe(before);
      api.clock.advance({ seconds: 2 });
      expect(await step(paymentId)).toBe("UNKNOWN");
      expect(asked()).toBe(before + 1);
      expect(seconds).toBe(Math.min(Math.max(openSeconds, 60), 3600));
      openSeconds += seconds + 1;
    }
    answer();
    api.clock.advance({ minutes: 61 });
    expect(await step(paymentId)).toBe("SUCCEEDED");
  });

  it("is looked up again soon after a lookup without an answer, even when several workers died before", async () => {
    const paymentId = await unknownPayment();
    for (let deaths = 0; deaths < 5; deaths++) {
      await takeIntent(api.services, PATIENCE, paymentId, { isEarly: true });
      api.clock.advance({ seconds: 1 });
    }
    api.clock.advance({ seconds: CALL_SECONDS + EFFECT_WINDOW_SECONDS });
    const { asked, answer } = cannotSay();
    expect(await step(paymentId)).toBe("UNKNOWN");
    expect(asked()).toBe(1);
    answer();
    api.clock.advance({ seconds: 2 * (CALL_SECONDS + EFFECT_WINDOW_SECONDS) });
    expect(await step(paymentId)).toBe("SUCCEEDED");
  });

  /** Makes every lookup fail until `answer` is called. */
  function cannotSay() {
    const { cards } = api.services.ports;
    let asked = 0;
    api.services.ports.cards = {
      ...cards,
      lookUp: () => {
        asked++;
        return Promise.reject(new Error("It cannot say."));
      },
    };
    return {
      asked: () => asked,
      answer: () => {
        api.services.ports.cards = cards;
      },
    };
  }
});

describe("a payment in progress among many READY payments that have waited longer", () => {
  const WAITING = 70;
  /** The limit of payments sent before the lookup: those under way at once, and as many that were found with them. */
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

  /** Steps everything that is due. Returns the number of calls before the first lookup. */
  async function callsBeforeLookUp(): Promise<number> {
    const { cards } = api.services.ports;
    let sentBefore = -1;
    const callsBefore = processors.calls();
    api.services.ports.cards = {
      ...cards,
      lookUp: (named) => {
        if (sentBefore < 0) sentBefore = processors.calls() - callsBefore;
        return cards.lookUp(named);
      },
    };
    await api.services.payments.drain();
    api.services.ports.cards = cards;
    expect(processors.calls()).toBe(callsBefore + WAITING);
    return sentBefore;
  }
  const readState = async (id: string) =>
    (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

  it("is looked up before most others are sent when it is already due", async () => {
    const paymentId = await unknownPayment();
    await letWait();
    const before = await callsBeforeLookUp();
    expect(await readState(paymentId)).toBe("SUCCEEDED");
    expect(before).toBeGreaterThanOrEqual(0);
    expect(before).toBeLessThan(MOST_BEFORE);
  });

  it("is looked up soon when it becomes due while the others are being sent", async () => {
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
    expect(await readState(paymentId)).toBe("SUCCEEDED");
    expect(before - calledWhenLeft).toBeLessThan(MOST_BEFORE);
    expect(before).toBeGreaterThanOrEqual(10);
  });
});

it("finds the outcome of a payment that was left to a person when staff check its status", async () => {
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

describe("the processor's reference of a payment with an unknown outcome", () => {
  it("is stored from the first answer on, used in the lookup, and shown when a person must resolve the payment", async () => {
    const customer = await payableCustomer(api);
    const { cards } = api.services.ports;
    const named: unknown[] = [];
    const answer = { SC: 207, status: "UNKNOWN" };
    api.services.ports.cards = {
      ...cards,
      pull: () => Promise.reject(open("txn-open-1", answer)),
      lookUp: (name) => {
        named.push(name.reference);
        return Promise.resolve({
          state: "pending",
          reference: name.reference ?? "",
          amountCents: null,
          code: null,
          raw: { SC: 200, status: "PENDING" },
        });
      },
    };
    const { paymentId } = await run(api, order(customer, "SALE"));
    expect(await readAttempt(paymentId)).toMatchObject({ providerReference: "txn-open-1" });
    expect(JSON.parse((await readAttempt(paymentId))?.answer ?? "")).toEqual(answer);
    api.clock.advance({ hours: 25 });
    expect(await step(paymentId)).toBe("NEEDS_REVIEW");
    expect(named).toEqual(["txn-open-1"]);
    const attempt = await readAttempt(paymentId);
    expect(attempt).toMatchObject({ providerReference: "txn-open-1" });
    expect(JSON.parse(attempt?.answer ?? "")).toEqual({ SC: 200, status: "PENDING" });
    api.services.ports.cards = cards;
  });

  it("is stored from a lookup too, even from one within the effect window", async () => {
    const customer = await payableCustomer(api);
    const { cards } = api.services.ports;
    processors.next("lostAfter");
    const { paymentId } = await run(api, order(customer, "SALE"));
    api.services.ports.cards = {
      ...cards,
      lookUp: () =>
        Promise.resolve({
          state: "pending",
          reference: "txn-seen-1",
          amountCents: null,
          code: null,
          raw: {},
        }),
    };
    await expect(
      api.services.payments.accountFor(customer.userId, ["SALE"]).catch(() => undefined),
    ).resolves.toBeUndefined();
    expect(await readAttempt(paymentId)).toMatchObject({ providerReference: "txn-seen-1" });
    api.services.ports.cards = cards;
  });

  it("is stored with the answer, and a person gets the payment at once, when the processor contradicts itself for good", async () => {
    const customer = await payableCustomer(api);
    const { cards } = api.services.ports;
    const raw = { SC: 200, status: "ERROR", networkRC: "00" };
    const pull = () =>
      Promise.resolve({
        kind: "unclear",
        reference: "txn-unclear-1",
        message: "It says both.",
        raw,
      } as const);
    api.services.ports.cards = { ...cards, pull };
    const { paymentId, state } = await run(api, order(customer, "SALE"));
    api.services.ports.cards = cards;
    expect(state).toBe("NEEDS_REVIEW");
    const attempt = await readAttempt(paymentId);
    expect(attempt).toMatchObject({ providerReference: "txn-unclear-1" });
    expect(JSON.parse(attempt?.answer ?? "")).toEqual(raw);
  });

  const open = (reference: string, answer: RedactedAnswer) =>
    new ProviderError({ kind: "unknown", provider: "tabapay", message: "207 UNKNOWN", reference, answer });

  const readAttempt = async (paymentId: string) =>
    (await (await api.as("EMPLOYEE")).payments.details({ paymentId })).attempts[0];
});
