import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { drainOutbox } from "../outbox/deliver.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { createOutboxHandlers } from "../outbox-handlers.ts";
import { addCrmCustomer, type CrmCustomer, dealFields, notesOn } from "../testing/crm.ts";
import {
  type Delivery,
  EFFECT_WINDOW_SECONDS,
  freezeOnceClaimed,
  startDelivery,
} from "../testing/delivery.ts";
import { countAuditEvents } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { type CrmMessage, crmDraft } from "./message.ts";

const LEASE_SECONDS = 120;
const LONGEST_BACKOFF_SECONDS = 900;

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Queues steps in one transaction; returns the keys they are kept under. */
async function queue(...messages: CrmMessage[]): Promise<string[]> {
  const drafts = messages.map((message) => crmDraft(randomUUID(), message));
  await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), drafts));
  return drafts.map(({ dedupeKey }) => dedupeKey);
}

const note = (customer: CrmCustomer, on: "lead" | "deal" = "deal"): CrmMessage => ({
  step: "note",
  ...customer,
  on,
  title: "Do Not Fund",
  content: "Set by Erin.",
});
const stage = (customer: CrmCustomer, name: string): CrmMessage => ({
  step: "stage",
  ...customer,
  dealId: null,
  stage: name,
  declineReason: null,
});
const readMessage = (dedupeKey = "") =>
  api.database.read.outboxMessage.findUniqueOrThrow({ where: { dedupeKey } });
const waitOut = () => api.clock.advance({ seconds: EFFECT_WINDOW_SECONDS + LONGEST_BACKOFF_SECONDS });

describe("whatever happens to the call, the note is written exactly once", () => {
  it.each([
    ["fails before it is done", { kind: "status", status: 503 }],
    ["fails with an internal error", { kind: "status", status: 500 }],
    ["is one too many", { kind: "quota" }],
    ["times out before it is done", { kind: "timeoutBeforeEffect" }],
    ["times out after it was done", { kind: "timeoutAfterEffect" }],
    ["loses its connection after it was done", { kind: "resetAfterEffect" }],
    ["has an answer that cannot be read", { kind: "invalidJson" }],
  ] as const)("when it %s", async (_what, fault) => {
    const customer = await addCrmCustomer(api);
    const [key] = await queue(note(customer));
    delivery.sandbox.faults.add({ provider: "zoho", method: "POST", path: "/v8/Notes", ...fault });
    expect(await delivery.drain()).toBe(0);
    expect(await readMessage(key)).toMatchObject({ state: "QUEUED", attempts: 1 });
    waitOut();
    expect(await delivery.drain()).toBe(1);
    expect(notesOn(delivery, customer.crmId).deal).toHaveLength(1);
  });

  it("when the worker was frozen before it was written, and another one wrote it meanwhile", async () => {
    const customer = await addCrmCustomer(api);
    await queue(note(customer));
    const wake = await freezeOnceClaimed(api, delivery, "CRM");
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await delivery.drain()).toBe(1);
    await wake();
    expect(notesOn(delivery, customer.crmId).deal).toHaveLength(1);
  });

  it("when the worker died after it was written", async () => {
    const customer = await addCrmCustomer(api);
    const [key] = await queue(note(customer, "lead"));
    delivery.sandbox.faults.add({
      provider: "zoho",
      method: "POST",
      path: "/v8/Notes",
      kind: "resetAfterEffect",
    });
    await delivery.drain();
    const leasedUntil = api.clock.in({ seconds: LEASE_SECONDS });
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.update({
        where: { dedupeKey: key ?? "" },
        data: { leasedUntil, nextAt: api.clock.now() },
      }),
    );
    expect(await delivery.drain()).toBe(0);
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await delivery.drain()).toBe(1);
    expect(notesOn(delivery, customer.crmId).lead).toHaveLength(1);
  });

  it("when looking for it fails, which writes nothing", async () => {
    const customer = await addCrmCustomer(api);
    await queue(note(customer));
    delivery.sandbox.faults.add({
      provider: "zoho",
      method: "POST",
      path: "/v8/Notes",
      kind: "timeoutAfterEffect",
    });
    await delivery.drain();
    waitOut();
    delivery.sandbox.faults.add({
      provider: "zoho",
      method: "GET",
      path: "/Notes",
      kind: "status",
      status: 503,
    });
    expect(await delivery.drain()).toBe(0);
    waitOut();
    expect(await delivery.drain()).toBe(1);
    expect(notesOn(delivery, customer.crmId).deal).toHaveLength(1);
  });
});

describe("what is told of one customer", () => {
  it("goes out in its order, the later waiting for the earlier", async () => {
    const customer = await addCrmCustomer(api);
    const [first, second] = await queue(
      stage(customer, "Waiting for Docs"),
      stage(customer, "Funding Review"),
    );
    delivery.sandbox.faults.add({ provider: "zoho", method: "PUT", kind: "status", status: 503 });
    expect(await delivery.drain()).toBe(0);
    expect(await readMessage(first)).toMatchObject({ attempts: 1 });
    expect(await readMessage(second)).toMatchObject({ attempts: 0 });
    waitOut();
    expect(await delivery.drain()).toBe(2);
    expect(dealFields(delivery, customer.crmId)).toMatchObject({ Stage: "Funding Review" });
  });

  it("is not set back by a worker that was frozen while another one went on", async () => {
    const customer = await addCrmCustomer(api);
    await queue(stage(customer, "Waiting for Docs"), stage(customer, "Funding Review"));
    const wake = await freezeOnceClaimed(api, delivery, "CRM");
    api.clock.advance({ seconds: LEASE_SECONDS + 1 });
    expect(await delivery.drain()).toBe(2);
    await wake();
    expect(dealFields(delivery, customer.crmId)).toMatchObject({ Stage: "Funding Review" });
  });

  it("is not written down over by a worker that was frozen after its call while another one went on", async () => {
    const customer = await addCrmCustomer(api);
    await queue(stage(customer, "Waiting for Docs"), stage(customer, "Funding Review"));
    const [called, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { crm } = delivery.ports;
    const setDealStage: typeof crm.setDealStage = async (...order) => {
      await crm.setDealStage(...order);
      called.resolve();
      await woken.promise;
    };
    const handlers = createOutboxHandlers({ ...delivery.ports, crm: { ...crm, setDealStage } });
    const frozen = drainOutbox(api.services, handlers, ["CRM"]);
    await called.promise;
    waitOut();
    expect(await delivery.drain()).toBe(2);
    const before = await countAuditEvents(api, "deals.record");
    woken.resolve();
    await frozen;
    expect(
      await api.database.read.deal.findUniqueOrThrow({ where: { userId: customer.userId } }),
    ).toMatchObject({ stage: "Funding Review" });
    expect(await countAuditEvents(api, "deals.record")).toBe(before);
  });

  it("goes on after a step that is refused for good", async () => {
    const customer = await addCrmCustomer(api);
    const [first, second] = await queue(stage(customer, "Parked"), stage(customer, "Funding Review"));
    expect(await delivery.drain()).toBe(1);
    expect(await readMessage(first)).toMatchObject({ state: "FAILED" });
    expect(await readMessage(second)).toMatchObject({ state: "DELIVERED" });
  });

  it("does not keep another customer waiting", async () => {
    const [held, other] = [await addCrmCustomer(api), await addCrmCustomer(api)];
    await queue(stage(held, "Waiting for Docs"));
    delivery.sandbox.faults.add({ provider: "zoho", method: "PUT", kind: "status", status: 503 });
    await delivery.drain();
    await queue(stage(other, "Funding Review"));
    expect(await delivery.drain()).toBe(1);
    waitOut();
    await delivery.drain();
  });

  it("is in order also when several workers deliver at once", async () => {
    const customers = await Promise.all(Array.from({ length: 10 }, () => addCrmCustomer(api)));
    for (const customer of customers) {
      await queue(stage(customer, "Waiting for Docs"), note(customer), stage(customer, "Underwriting"));
    }
    let delivered = 0;
    while (delivered < 30) {
      const counts = await Promise.all([delivery.drain(), delivery.drain(), delivery.drain()]);
      const round = counts.reduce((sum, count) => sum + count);
      // On a busy machine a call may be given up.
      if (round === 0) waitOut();
      delivered += round;
    }
    for (const { crmId } of customers) {
      expect(dealFields(delivery, crmId)).toMatchObject({ Stage: "Underwriting" });
      expect(notesOn(delivery, crmId).deal).toHaveLength(1);
    }
  });
});

it("the deal that a step moved is written down, with its audit event", async () => {
  const customer = await addCrmCustomer(api);
  const before = await countAuditEvents(api, "deals.record");
  await queue(stage(customer, "Underwriting"));
  await delivery.drain();
  expect(
    await api.database.read.deal.findUniqueOrThrow({ where: { userId: customer.userId } }),
  ).toMatchObject({ stage: "Underwriting", declineReason: "", readAt: api.clock.now() });
  expect(await countAuditEvents(api, "deals.record")).toBe(before + 1);
});
