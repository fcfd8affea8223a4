import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { ProviderError } from "../provider-error.ts";
import { createMiddeskBusinessVerification } from "./middesk.ts";
import { createMiddeskWebhook } from "./middesk-webhook.ts";

const SECRET = "a secret of some length";
const { signatureRefusal, verifyWebhook } = createMiddeskWebhook(SECRET);

describe("a webhook", () => {
  test.each([
    [
      "business.updated",
      { id: "b-1", unique_external_id: "48213", status: "in_review" },
      { type: "businessChanged", id: "e-1", businessId: "b-1", externalId: "48213" },
    ],
    [
      "business.created",
      { id: "b-1", unique_external_id: null },
      { type: "businessChanged", id: "e-1", businessId: "b-1", externalId: null },
    ],
    [
      "lien.updated",
      { id: "l-1", business_id: "b-1", status: "filed" },
      { type: "lienChanged", id: "e-1", lienId: "l-1", businessId: "b-1" },
    ],
    ["tin.retried", { tin: {} }, { type: "other", id: "e-1", name: "tin.retried" }],
  ])("of %s that is signed is read", (type, object, event) => {
    const body = bytes({ object: "event", id: "e-1", type, data: { object } });
    expect(verifyWebhook(body, signed(body))).toEqual(event);
    expect(verifyWebhook(body, signed(body).toUpperCase())).toEqual(event);
  });

  test.each([
    ["without a signature", () => undefined],
    ["with an empty one", () => ""],
    ["with one that is no hex", () => "z".repeat(64)],
    ["with half of it", (signature: string) => signature.slice(0, 32)],
    ["with more than it", (signature: string) => `${signature}00`],
    [
      "with another one",
      (signature: string) => signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    ],
  ])("%s is refused", (_case, forge) => {
    const body = bytes({
      object: "event",
      id: "e-1",
      type: "business.updated",
      data: { object: { id: "b" } },
    });
    const error = refusal(() => verifyWebhook(body, forge(signed(body))));
    expect(error).toMatchObject({ kind: "refused", message: expect.stringContaining("not proven") });
    expect(error.message).not.toContain(SECRET);
  });

  test("with a signature of another form is refused without its body", () => {
    const hex = "0123456789abcdefABCDEF".padEnd(64, "0");
    expect(signatureRefusal(hex)).toBeNull();
    for (const other of [undefined, "", hex.slice(1), `${hex}0`, hex.replace("0", "g"), `${hex}\n`])
      expect(signatureRefusal(other)).toBe("UNSIGNED");
  });

  test("whose body was changed is refused, even where it means the same", () => {
    const body = bytes({ object: "event", id: "e-1", type: "tin.retried", data: { object: {} } });
    const spaced = new TextEncoder().encode(`${new TextDecoder().decode(body)} `);
    expect(refusal(() => verifyWebhook(spaced, signed(body))).kind).toBe("refused");
  });

  test("signed with another secret is refused", () => {
    const body = bytes({ object: "event", id: "e-1", type: "tin.retried", data: { object: {} } });
    expect(refusal(() => createMiddeskWebhook("another").verifyWebhook(body, signed(body))).kind).toBe(
      "refused",
    );
  });

  test.each([
    ["no JSON", "{"],
    ["no event", JSON.stringify({ object: "business", id: "1", type: "x", data: { object: {} } })],
    ["a business without an id", JSON.stringify(toEvent("business.updated", {}))],
    ["a lien of no business", JSON.stringify(toEvent("lien.updated", { id: "l-1" }))],
  ])("that is signed but holds %s is refused", (_case, text) => {
    const body = new TextEncoder().encode(text);
    expect(refusal(() => verifyWebhook(body, signed(body)))).toMatchObject({
      kind: "refused",
      message: "middesk: a webhook could not be read",
    });
  });
});

describe("from the sandbox", () => {
  let received: { body: Uint8Array; signature: string | undefined }[] = [];
  let listener: Server;
  let sandbox: Sandbox;
  beforeAll(async () => {
    listener = createServer((request, response) => {
      void buffer(request).then((body) => {
        const signature = request.headers["x-middesk-signature-256"];
        received.push({ body, signature: typeof signature === "string" ? signature : undefined });
        response.end();
      });
    });
    await new Promise<void>((resolve) => {
      listener.listen(0, "127.0.0.1", resolve);
    });
    const { port } = listener.address() as AddressInfo;
    const middeskWebhookUrl = `http://127.0.0.1:${port}/api/webhooks/middesk`;
    sandbox = await startSandbox({ port: 0, smtpPort: 0, middeskWebhookUrl });
  });
  beforeEach(() => {
    received = [];
  });
  afterAll(async () => {
    await sandbox.close();
    listener.close();
  });

  test("a webhook is proven and names the business by both ids", async () => {
    const port = createMiddeskBusinessVerification({ ...sandbox.middesk, deadlineMs: 60_000 });
    const { id } = await port.createBusiness({
      externalId: "48213",
      name: "Quill Carpentry LLC",
      taxId: null,
      phone: null,
      person: null,
      address: { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" },
    });
    sandbox.clock.advance(86_400);
    await expect.poll(() => received).toHaveLength(1);
    const { body, signature } = received[0] ?? { body: new Uint8Array(), signature: undefined };
    expect(port.verifyWebhook(body, signature)).toMatchObject({
      type: "businessChanged",
      businessId: id,
      externalId: "48213",
    });
  });
});

function toEvent(type: string, object: object) {
  return { object: "event", id: "e-1", type, data: { object } };
}

function bytes(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

function signed(body: Uint8Array): string {
  return createHmac("sha256", SECRET).update(body).digest("hex");
}

function refusal(verify: () => unknown): ProviderError {
  try {
    verify();
  } catch (error) {
    if (error instanceof ProviderError) return error;
  }
  throw new Error("The webhook was not refused.");
}
