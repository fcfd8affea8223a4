import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  addOwner,
  connectBusinesses,
  readRow,
  registerReviewed,
} from "@countinghouse/api/testing/businesses";
import { type Delivery, startDelivery } from "@countinghouse/api/testing/delivery";
import { countAuditEvents } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answeredStatus, beginPost } from "./testing/begun-post.ts";
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

/** A report of Middesk about the business, with its signature. */
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

it("stores a decision on a business when Middesk reports it, without a user action", async () => {
  await control(`businesses/${businessId}`, { status: "approved" });
  await expect.poll(readStatus).toBe("approved");
});

it("processes a report once when it arrives again, also at the same time", async () => {
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

it("refuses a report without a valid signature, and sends no request because of it", async () => {
  const { body, signature } = told();
  const before = delivery.sandbox.calls.list().length;
  expect(await post(body)).toBe(400);
  expect(await post(body, sign(body, "another secret"))).toBe(400);
  expect(await post(`${body} `, signature)).toBe(400);
  expect(await post("{}", sign("{}"))).toBe(400);
  expect(delivery.sandbox.calls.list()).toHaveLength(before);
});

it("asks Middesk for the business instead of trusting the report", async () => {
  const { body } = told();
  const boasting = body.replace('"unique_external_id"', '"status":"approved","unique_external_id"');
  expect(await post(boasting, sign(boasting))).toBe(200);
  expect(await readStatus()).not.toBe("approved");
});

it("accepts a repeated event without another request to Middesk", async () => {
  const { body, signature } = told();
  expect(await post(body, signature)).toBe(200);
  const asked = delivery.sandbox.calls.list().length;
  expect(await post(body, signature)).toBe(200);
  expect(delivery.sandbox.calls.list()).toHaveLength(asked);
  const other = told();
  expect(await post(other.body, other.signature)).toBe(200);
  expect(delivery.sandbox.calls.list().length).toBeGreaterThan(asked);
});

it("accepts a report about an unknown business, which changes nothing", async () => {
  const { body, signature } = told("of nobody here");
  expect(await post(body, signature)).toBe(200);
});

it("answers 503 while Middesk does not answer, so that the report comes again", async () => {
  const { body, signature } = told();
  delivery.sandbox.faults.add({ provider: "middesk", kind: "status", status: 503 });
  expect(await post(body, signature)).toBe(503);
  expect(await post(body, signature)).toBe(200);
});

it("processes a report of a few MB about a business with all its records", async () => {
  const { body } = told();
  const whole = body.replace(
    '"unique_external_id"',
    `"documents":"${"x".repeat(3_000_000)}","unique_external_id"`,
  );
  expect(await post(whole, sign(whole))).toBe(200);
  expect(await post(whole, sign(whole, "another secret"))).toBe(400);
});

const begin = (size: number, signature?: string) =>
  beginPost(
    served.origin,
    MIDDESK_WEBHOOK_PATH,
    size,
    signature === undefined ? {} : { "x-middesk-signature-256": signature },
  );

it.each([
  ["20 bytes without a signature", 20, undefined, 400],
  ["300 kB without a signature", 300 * 1024, undefined, 400],
  ["20 bytes with a signature of another form", 20, "0".repeat(63), 400],
  ["300 kB with a signature of another form", 300 * 1024, "soon", 400],
  ["5 MB, however signed", 5 * 1024 * 1024, "0".repeat(64), 413],
])("a body of %s is refused unread", async (_what, size, signature, status) => {
  expect(await answeredStatus(await begin(size, signature))).toBe(status);
});

it("a body that breaks off is not logged as an error", async () => {
  const errors = vi.spyOn(api.services.log, "error");
  const printed = vi.spyOn(console, "error");
  const socket = await begin(300, sign("{}"));
  socket.destroy();
  await once(socket, "close");
  await expect.poll(() => post("{}", sign("{}"))).toBe(400);
  expect([errors.mock.calls, printed.mock.calls]).toEqual([[], []]);
});

it("receives only a few large bodies at once, and usual reports do not wait for them", async () => {
  const large = "x".repeat(300 * 1024);
  const held = await Promise.all([1, 2, 3, 4].map(() => begin(large.length, sign(large))));
  const fifth = await begin(large.length, sign(large));
  expect(await Promise.race([...held, fifth].map(answeredStatus))).toBe(503);
  const { body, signature } = told();
  expect(await post(body, signature)).toBe(200);
  for (const half of held) half.destroy();
  await expect.poll(() => post(large, sign(large))).toBe(400);
});
