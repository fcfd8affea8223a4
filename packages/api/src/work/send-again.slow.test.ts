import { createHash, randomUUID } from "node:crypto";
import { sentAgainText } from "@countinghouse/validators/work/rules";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CrmMessage, crmDraft } from "../deals/message.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { addCrmCustomer, type CrmCustomer, dealFields, notesOn } from "../testing/crm.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
afterEach(async () => {
  delivery.sandbox.faults.clear();
  api.vendorsOff.length = 0;
  await api.database.unsafeTransaction(async (tx) => {
    await tx.outboxMessage.deleteMany();
    await tx.workItem.deleteMany();
  });
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const REFUSED = "The CRM is being moved.";
const keyFor = (reason = REFUSED, topic = "CRM") =>
  `${topic}:${createHash("md5").update(reason).digest("hex")}`;

/** Messages for the CRM that it refused, in the order they were decided. */
async function failed(...messages: CrmMessage[]): Promise<void> {
  const drafts = messages.map((message) => crmDraft(randomUUID(), message));
  for (const draft of drafts)
    await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [draft]));
  const keys = drafts.map(({ dedupeKey }) => dedupeKey);
  await fail(keys);
}
const fail = (keys: string[], lastError = REFUSED) =>
  api.database.unsafeTransaction((tx) =>
    tx.outboxMessage.updateMany({
      where: { dedupeKey: { in: keys } },
      data: { state: "FAILED", lastError, attempts: 1 },
    }),
  );

const note = (customer: CrmCustomer): CrmMessage => ({
  step: "note",
  ...customer,
  on: "deal",
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

const press = async (key = keyFor(), requestId: string = randomUUID()) =>
  (await api.as("EMPLOYEE")).work.sendAgain({ key, requestId });
const waiting = async () => (await (await api.as("VIEWER")).work.list({ kind: "FAILED_MESSAGE" })).items;

describe("what failed for one reason is sent again in one press", () => {
  it("all of it, each once, and its item is gone", async () => {
    const customers = await Promise.all(Array.from({ length: 5 }, () => addCrmCustomer(api)));
    await failed(...customers.map(note));
    expect(await waiting()).toMatchObject([{ said: `5 messages (CRM): ${REFUSED}` }]);
    expect(await press()).toEqual({ again: 5, overtaken: 0 });
    expect(await waiting()).toEqual([]);
    expect(await delivery.drain()).toBe(5);
    for (const { crmId } of customers) expect(notesOn(delivery, crmId).deal).toHaveLength(1);
  });

  it("what the CRM had after all is not written twice", async () => {
    const customer = await addCrmCustomer(api);
    const draft = crmDraft(randomUUID(), note(customer));
    await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [draft]));
    const noted = {
      provider: "zoho",
      method: "POST",
      path: "/v8/Notes",
      kind: "timeoutAfterEffect",
    } as const;
    delivery.sandbox.faults.add(noted);
    await delivery.drain();
    await fail([draft.dedupeKey]);
    await press();
    api.clock.advance({ minutes: 20 });
    expect(await delivery.drain()).toBe(1);
    expect(notesOn(delivery, customer.crmId).deal).toHaveLength(1);
  });

  it("but not what was changed since, which is set aside", async () => {
    const customer = await addCrmCustomer(api);
    await failed(stage(customer, "Waiting for Docs"), note(customer));
    const later = crmDraft(randomUUID(), stage(customer, "Funding Review"));
    await api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [later]));
    await delivery.drain();
    expect(await press()).toEqual({ again: 1, overtaken: 1 });
    await delivery.drain();
    expect(dealFields(delivery, customer.crmId)).toMatchObject({ Stage: "Funding Review" });
    expect(notesOn(delivery, customer.crmId).deal).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it("sent again itself, it is answered with the first result, and leaves who did it once for each message", async () => {
    const customer = await addCrmCustomer(api);
    await failed(note(customer), note(customer));
    const requestId = randomUUID();
    const before = await countAuditEvents(api, "work.sendAgain");
    const first = await press(keyFor(), requestId);
    expect(await press(keyFor(), requestId)).toEqual(first);
    expect(await countAuditEvents(api, "work.sendAgain")).toBe(before + 2);
    expect(await lastAuditEvent(api, "work.sendAgain")).toMatchObject({
      actor: `admin:${(await api.admin("EMPLOYEE")).id}`,
      subjectType: "outbox_message",
      before: { state: "FAILED", lastError: REFUSED },
      after: { state: "QUEUED" },
    });
  });
});

describe("it is refused", () => {
  it("once nothing failed for that reason", async () => {
    await failed(note(await addCrmCustomer(api)));
    await expectRefusal(
      press(keyFor("Another reason")),
      "NOT_FOUND",
      "This item was resolved or no longer applies",
    );
    expect(await waiting()).toHaveLength(1);
  });

  it("while somebody else works on it", async () => {
    await failed(note(await addCrmCustomer(api)));
    const { work } = await api.as("ADMIN");
    await work.hold({ kind: "FAILED_MESSAGE", key: keyFor(), requestId: randomUUID() });
    await expectRefusal(press(), "CONFLICT", "is working on it.");
  });

  it("where the vendor is off, and nothing is changed", async () => {
    await failed(note(await addCrmCustomer(api)));
    api.vendorsOff.push("crm");
    await expectRefusal(press(), "RULE");
    expect(await waiting()).toHaveLength(1);
  });

  it.each([
    ["ASSET_REPORT", "costs money"],
    ["BUSINESS", "Use Retry in Business & Lien"],
  ] as const)("for %s, of which it is said what to do instead", async (topic, why) => {
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.create({
        data: {
          topic,
          dedupeKey: randomUUID(),
          payload: new Uint8Array(1),
          state: "FAILED",
          nextAt: api.clock.now(),
          lastError: REFUSED,
        },
      }),
    );
    await expectRefusal(press(keyFor(REFUSED, topic)), "RULE", why);
  });
});

it("the outcome is told in words", () => {
  expect(sentAgainText({ again: 1, overtaken: 0 })).toBe("1 message is sent again.");
  expect(sentAgainText({ again: 3, overtaken: 2 })).toBe(
    "3 messages are sent again. 2 messages said what was changed since: they are set aside.",
  );
  expect(sentAgainText({ again: 0, overtaken: 1 })).toBe(
    "No message was sent again. 1 message said what was changed since: it is set aside.",
  );
});
