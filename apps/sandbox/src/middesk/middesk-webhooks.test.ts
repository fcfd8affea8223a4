import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";
import { BUSINESS, callMiddesk, LIEN } from "../testing/middesk-calls.ts";

const DAY_SECONDS = 86_400;

let received: { body: string; signature: string | undefined }[] = [];
let listener: Server;
let sandbox: Sandbox;
beforeAll(async () => {
  listener = createServer((request, response) => {
    void text(request).then((body) => {
      const signature = request.headers["x-middesk-signature-256"];
      received.push({ body, signature: typeof signature === "string" ? signature : undefined });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "127.0.0.1", resolve);
  });
  const { port } = listener.address() as AddressInfo;
  const middeskWebhookUrl = `http://127.0.0.1:${port}/hooks/middesk`;
  sandbox = await startSandbox({ port: 0, smtpPort: 0, middeskWebhookUrl });
});
beforeEach(async () => {
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  received = [];
});
afterAll(async () => {
  await sandbox.close();
  listener.close();
});

test("webhooks tell of a review and a decision, signed over their very bytes", async () => {
  const { id } = await register();
  sandbox.clock.advance(10);
  sandbox.clock.advance(DAY_SECONDS);
  await expect.poll(() => received).toHaveLength(1);
  sandbox.clock.advance(2 * DAY_SECONDS);
  await expect.poll(() => received).toHaveLength(2);
  for (const [index, status] of ["in_review", "approved"].entries()) {
    const { body, signature } = received[index] ?? { body: "", signature: "" };
    expect(JSON.parse(body)).toEqual({
      object: "event",
      id: expect.any(String),
      type: "business.updated",
      data: { object: expect.objectContaining({ id, status, unique_external_id: "48213" }) },
      created_at: expect.any(String),
    });
    const { webhookSecret } = sandbox.middesk;
    expect(signature).toBe(createHmac("sha256", webhookSecret).update(body).digest("hex"));
  }
});

test("webhooks tell of a lien that is on its way and of one that is filed", async () => {
  const { id } = await register();
  await callMiddesk(sandbox, { method: "POST", path: `/businesses/${id}/liens`, body: LIEN });
  sandbox.clock.advance(3600);
  await expect.poll(() => received).toHaveLength(1);
  sandbox.clock.advance(DAY_SECONDS - 3600);
  await expect.poll(() => received).toHaveLength(3);
  const told = received.map(({ body }) => EVENT.parse(JSON.parse(body)));
  expect(told.filter(({ type }) => type === "lien.updated")).toMatchObject([
    { data: { object: { business_id: id, status: "pending" } } },
    { data: { object: { business_id: id, status: "filed" } } },
  ]);
});

test("webhooks can be sent again, and go nowhere when there is nowhere to send them", async () => {
  const { id } = await register();
  const control = `${sandbox.origin}/__sandbox/middesk`;
  await post(`${control}/businesses/${id}`, { status: "approved" });
  await expect.poll(() => received).toHaveLength(1);
  await fetch(`${control}/webhooks/1/again`, { method: "POST" });
  expect(received[1]).toEqual(received[0]);
  expect((await fetch(`${control}/webhooks/9/again`, { method: "POST" })).status).toBe(404);
  await post(`${control}/settings`, { webhookUrl: null });
  await post(`${control}/businesses/${id}`, { status: "rejected" });
  expect(await (await fetch(`${control}/webhooks`)).json()).toMatchObject([{ status: 200 }, { status: 200 }]);
});

const EVENT = z.object({ type: z.string(), data: z.object({ object: z.looseObject({}) }) });

const register = () => callMiddesk(sandbox, { method: "POST", path: "/businesses", body: BUSINESS });

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
