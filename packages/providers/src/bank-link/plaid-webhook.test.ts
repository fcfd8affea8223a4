import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import type { ProviderError } from "../provider-error.ts";
import { createPlaidBankLink } from "./plaid.ts";

const LINK = "access-sandbox-user-4";

interface Received {
  body: Buffer;
  signature: string | undefined;
}

let sandbox: Sandbox;
let time = Date.now();
let receiver: Server;
let receive: (webhook: Received) => void;
beforeAll(async () => {
  receiver = createServer((incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      const header = incoming.headers["plaid-verification"];
      outgoing.end();
      receive({ body, signature: typeof header === "string" ? header : undefined });
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : undefined;
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    now: () => new Date(time),
    plaidWebhookUrl: `http://127.0.0.1:${port}/hooks/plaid`,
  });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

test("a report that is ready, and one that failed, are told", async () => {
  const { assetReportId } = await plaid().createAssetReport({ accessTokens: [LINK], days: 60 });
  const ready = await received(() => sandbox.clock.advance(8));
  expect(await verified(ready)).toEqual({ type: "assetReportReady", assetReportId });
  const lost = await received(() => control(`items/${LINK}`, { error: "ITEM_LOGIN_REQUIRED" }));
  const { itemId } = await plaid().itemState(LINK);
  expect(await verified(lost)).toEqual({ type: "itemFailed", itemId, code: "ITEM_LOGIN_REQUIRED" });
  const second = await plaid().createAssetReport({ accessTokens: [LINK], days: 60 });
  const failed = await received(() => sandbox.clock.advance(8));
  const about = { assetReportId: second.assetReportId, code: "DATA_UNAVAILABLE" };
  expect(await verified(failed)).toEqual({ type: "assetReportFailed", ...about });
});

test("the day after a sync, new transactions are told", async () => {
  await plaid().transactionsSync(LINK, null);
  const { itemId } = await plaid().itemState(LINK);
  const webhook = await received(() => sandbox.clock.advance(2 * 86_400));
  expect(await verified(webhook)).toEqual({ type: "transactionsChanged", itemId, historyComplete: true });
});

test("a key is asked for once in a day", async () => {
  const bankLink = plaid();
  const verifyAnother = async () => {
    const { body, signature } = await anyWebhook();
    return bankLink.verifyWebhook(body, signature);
  };
  await verifyAnother();
  time += 23 * 3_600_000;
  await verifyAnother();
  expect(keysAsked()).toBe(1);
  time += 2 * 3_600_000;
  await verifyAnother();
  expect(keysAsked()).toBe(2);
});

test("a key that has expired proves nothing; its successor does", async () => {
  const old = await anyWebhook();
  await fetch(`${sandbox.origin}/__sandbox/plaid/webhook-key`, { method: "POST" });
  await expect(verified(old)).rejects.toMatchObject({ kind: "refused" });
  expect(await verified(await anyWebhook())).toMatchObject({ type: "transactionsChanged" });
});

test("a webhook is proven by its very bytes", async () => {
  const { body, signature } = await anyWebhook();
  const compact = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  for (const other of [compact, Buffer.concat([body, Buffer.from(" ")]), Buffer.alloc(0)])
    await expect(plaid().verifyWebhook(other, signature)).rejects.toMatchObject({ kind: "refused" });
  expect(keysAsked()).toBe(0);
});

test("a webhook older than five minutes is refused", async () => {
  const { body, signature } = await anyWebhook();
  const later = (seconds: number) => plaid(() => new Date(time + seconds * 1000));
  expect(await later(295).verifyWebhook(body, signature)).toMatchObject({ type: "transactionsChanged" });
  await expect(later(335).verifyWebhook(body, signature)).rejects.toMatchObject({ kind: "refused" });
});

test("refuses a signature of another form or age without the body", async () => {
  const { signature = "" } = await anyWebhook();
  const after = (seconds: number) => plaid(() => new Date(time + seconds * 1000)).signatureRefusal(signature);
  expect([0, 320, 335, -35].map(after)).toEqual([null, null, "OUTDATED", "OUTDATED"]);
  const [head, claims, proof] = signature.split(".");
  const inBase64 = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const forms = [
    `${head}.${claims}`,
    `${head}.${claims}.`,
    `${head}.${claims}.${proof}A`,
    `nonsense.${claims}.${proof}`,
    `${head}.nonsense.${proof}`,
    `${inBase64({ alg: "HS256", kid: "k" })}.${claims}.${proof}`,
    `${inBase64({ alg: "ES256" })}.${claims}.${proof}`,
    `${head}.${inBase64({ iat: Math.floor(time / 1000) })}.${proof}`,
  ];
  for (const other of [undefined, "", "a.b.c", ...forms])
    expect(plaid().signatureRefusal(other)).toBe("UNSIGNED");
});

test("what somebody else signed is refused", async () => {
  const { body, signature = "" } = await anyWebhook();
  const [head = "", claims = ""] = signature.split(".");
  const { privateKey } = await generateKeyPair("ES256");
  const parsed = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  const forged = await new SignJWT(parsed(claims)).setProtectedHeader(parsed(head)).sign(privateKey);
  const withSecret = await new SignJWT(parsed(claims))
    .setProtectedHeader({ ...parsed(head), alg: "HS256" })
    .sign(Buffer.alloc(32));
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
  for (const other of [forged, withSecret, unsigned, "nonsense", "", undefined])
    await expect(plaid().verifyWebhook(body, other)).rejects.toMatchObject({ kind: "refused" });
});

test("when the key cannot be had now, the webhook may come again", async () => {
  const webhook = await anyWebhook();
  sandbox.faults.add({ provider: "plaid", kind: "status", status: 500, path: "/webhook_verification_key" });
  await expect(verified(webhook)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await verified(webhook)).toMatchObject({ type: "transactionsChanged" });
});

test("a key Plaid does not know is asked for once in five minutes", async () => {
  const bankLink = plaid();
  const forge = await forger();
  for (let turn = 0; turn < 20; turn++)
    await expect(forge(bankLink, "unknown-key")).rejects.toMatchObject({ kind: "refused" });
  expect(keysAsked()).toBe(1);
  time += 5 * 60_000;
  await expect(forge(bankLink, "unknown-key")).rejects.toMatchObject({ kind: "refused" });
  expect(keysAsked()).toBe(2);
});

test("fifty forged webhooks of as many keys ask Plaid six times; a key that is known still proves", async () => {
  const bankLink = plaid();
  const known = await anyWebhook();
  await bankLink.verifyWebhook(known.body, known.signature);
  const forge = await forger();
  const kinds = new Map<string, number>();
  for (let index = 0; index < 50; index++) {
    const { kind } = await forge(bankLink, `unknown-${index}`).catch((error: ProviderError) => error);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect(keysAsked()).toBe(6);
  expect(Object.fromEntries(kinds)).toEqual({ refused: 5, unavailable: 45 });
  const { body, signature } = await anyWebhook();
  expect(await bankLink.verifyWebhook(body, signature)).toMatchObject({ type: "transactionsChanged" });
  time += 60_000;
  await expect(forge(bankLink, "later")).rejects.toMatchObject({ kind: "refused" });
  expect(keysAsked()).toBe(7);
});

test("in a flood of three hundred forged keys a webhook about a link of ours is proven by a new key", async () => {
  const bankLink = plaid();
  const { itemId } = await bankLink.itemState(LINK);
  const isOurs = (id: string) => Promise.resolve(id === itemId);
  const forge = await forger();
  for (let index = 0; index < 300; index++)
    await expect(forge(bankLink, `unknown-${index}`, isOurs)).rejects.toThrow("plaid");
  await fetch(`${sandbox.origin}/__sandbox/plaid/webhook-key`, { method: "POST" });
  const { body, signature } = await anyWebhook();
  expect(await bankLink.verifyWebhook(body, signature, isOurs)).toMatchObject({
    type: "transactionsChanged",
    itemId,
  });
  expect(keysAsked()).toBe(7);
});

test("the keys that are reserved for links of ours are no more than four a minute", async () => {
  const bankLink = plaid();
  const forge = await forger();
  for (let index = 0; index < 30; index++)
    await expect(forge(bankLink, `unknown-${index}`, () => Promise.resolve(true))).rejects.toThrow("plaid");
  expect(keysAsked()).toBe(10);
});

test("reads revoked permissions, a pending disconnect and a repaired login", async () => {
  const { itemId } = await plaid().itemState(LINK);
  const told = async (code: string, accountId?: string) =>
    verified(await received(() => control(`items/${LINK}/webhook`, { code, accountId })));
  expect(await told("USER_PERMISSION_REVOKED")).toEqual({
    type: "permissionRevoked",
    itemId,
    accountId: null,
  });
  expect(await told("USER_ACCOUNT_REVOKED", "acc-7")).toEqual({
    type: "permissionRevoked",
    itemId,
    accountId: "acc-7",
  });
  expect(await told("PENDING_DISCONNECT")).toEqual({ type: "disconnectPending", itemId });
  expect(await told("LOGIN_REPAIRED")).toEqual({ type: "linkRepaired", itemId });
});

test("a webhook that comes twice is proven twice and says the same", async () => {
  const first = await anyWebhook();
  const again = await received(() => control("webhooks/1/again", {}));
  expect(await verified(again)).toEqual(await verified(first));
});

/** Sends webhooks that are new and whole, signed with a key of our own under any id. */
async function forger() {
  const { privateKey } = await generateKeyPair("ES256");
  const body = Buffer.from('{"webhook_type":"ITEM","webhook_code":"ERROR","item_id":"none"}');
  const request_body_sha256 = createHash("sha256").update(body).digest("hex");
  return async (
    bankLink: ReturnType<typeof plaid>,
    kid: string,
    isOurs?: (id: string) => Promise<boolean>,
  ): Promise<never> => {
    const signature = await new SignJWT({ request_body_sha256 })
      .setProtectedHeader({ alg: "ES256", kid })
      .setIssuedAt(Math.floor(time / 1000))
      .sign(privateKey);
    await bankLink.verifyWebhook(body, signature, isOurs);
    throw new Error("a forged webhook was taken");
  };
}

function plaid(now = () => new Date(time)) {
  return createPlaidBankLink({ ...sandbox.plaid, deadlineMs: 60_000, now });
}

function verified({ body, signature }: Received) {
  return plaid().verifyWebhook(body, signature);
}

async function received(cause: () => unknown): Promise<Received> {
  const arrived = new Promise<Received>((resolve) => {
    receive = resolve;
  });
  await cause();
  return arrived;
}

function anyWebhook(): Promise<Received> {
  return received(() => control(`items/${LINK}/transactions`, {}));
}

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/plaid/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

function keysAsked(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/webhook_verification_key/get")).length;
}
