import { createHmac, randomUUID } from "node:crypto";
import {
  addOwner,
  connectBusinesses,
  readRow,
  registerReviewed,
} from "@countinghouse/api/testing/businesses";
import { type Delivery, startDelivery } from "@countinghouse/api/testing/delivery";
import { countAuditEvents } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";
import { MIDDESK_WEBHOOK_PATH } from "./webhooks.ts";

let api: TestApi;
let delivery: Delivery;
let served: Served;
let userId: number;
let businessId: string;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBusinesses(api, delivery);
  served = await serve(api.services);
  await control("settings", { webhookUrl: served.origin + MIDDESK_WEBHOOK_PATH });
});
beforeEach(async () => {
  userId = await addOwner(api);
  await registerReviewed(api, delivery, [userId]);
  businessId = (await readRow(api, userId)).businessId ?? "";
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await served.close();
  await delivery.close();
  await api.close();
});

const control = (path: string, body: object) =>
  fetch(`${delivery.sandbox.origin}/__sandbox/middesk/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });

const readStatus = async () => (await readRow(api, userId)).midDeskResponseStatus;

/** What Middesk would send about the business, and how it would sign it. */
function told(id = businessId) {
  const body = JSON.stringify({
    object: "event",
    id: `evt-${randomUUID()}`,
    type: "business.updated",
    data: { object: { id, unique_external_id: String(userId) } },
  });
  return { body, signature: sign(body) };
}

const sign = (body: string, secret = delivery.sandbox.middesk.webhookSecret): string =>
  createHmac("sha256", secret).update(body).digest("hex");

const post = async (body: string, signature?: string): Promise<number> =>
  (await served.post(MIDDESK_WEBHOOK_PATH, body, signature ? { "x-middesk-signature-256": signature } : {}))
    .status;

it("a business that Middesk tells is decided on is so here, without anybody having looked", async () => {
  await control(`businesses/${businessId}`, { status: "approved" });
  await expect.poll(readStatus).toBe("approved");
});

it("the same told twice, and at once, is acted on once", async () => {
  await control("settings", { webhookUrl: null });
  await control(`businesses/${businessId}`, { status: "rejected" });
  await control("settings", { webhookUrl: served.origin + MIDDESK_WEBHOOK_PATH });
  const before = await countAuditEvents(api, "businesses.refresh");
  const { body, signature } = told();
  expect(await post(body, signature)).toBe(200);
  expect(await readStatus()).toBe("rejected");
  const row = await readRow(api, userId);
  expect(await Promise.all([post(body, signature), post(body, signature)])).toEqual([200, 200]);
  expect(await readRow(api, userId)).toEqual(row);
  expect(await countAuditEvents(api, "businesses.refresh")).toBe(before + 1);
});

it("what is not proven to come from Middesk is refused, and nothing is asked because of it", async () => {
  const { body, signature } = told();
  const before = delivery.sandbox.calls.list().length;
  expect(await post(body)).toBe(400);
  expect(await post(body, sign(body, "another secret"))).toBe(400);
  expect(await post(`${body} `, signature)).toBe(400);
  expect(await post("{}", sign("{}"))).toBe(400);
  expect(delivery.sandbox.calls.list()).toHaveLength(before);
});

it("what it says of the business is not believed: Middesk is asked", async () => {
  const { body } = told();
  const boasting = body.replace('"unique_external_id"', '"status":"approved","unique_external_id"');
  expect(await post(boasting, sign(boasting))).toBe(200);
  expect(await readStatus()).not.toBe("approved");
});

it("an event that was acted on and is played again is taken, and nothing is asked because of it", async () => {
  const { body, signature } = told();
  expect(await post(body, signature)).toBe(200);
  const asked = delivery.sandbox.calls.list().length;
  expect(await post(body, signature)).toBe(200);
  expect(delivery.sandbox.calls.list()).toHaveLength(asked);
  const other = told();
  expect(await post(other.body, other.signature)).toBe(200);
  expect(delivery.sandbox.calls.list().length).toBeGreaterThan(asked);
});

it("about nobody here is taken and changes nothing", async () => {
  const { body, signature } = told("of nobody here");
  expect(await post(body, signature)).toBe(200);
});

it("when Middesk cannot be asked just now, it is told to come again", async () => {
  const { body, signature } = told();
  delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 503 });
  expect(await post(body, signature)).toBe(503);
  expect(await post(body, signature)).toBe(200);
});

it("a body that is too large is refused unread", async () => {
  expect(await post("x".repeat(300 * 1024))).toBe(413);
});
