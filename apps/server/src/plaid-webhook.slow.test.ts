import { randomUUID } from "node:crypto";
import { receiveBankLinkEvent } from "@countinghouse/api/bank-links/receive";
import { readDebitControl } from "@countinghouse/api/debit-control/facts";
import { addBankLink, connectBankLink } from "@countinghouse/api/testing/bank-links";
import { type Delivery, startDelivery } from "@countinghouse/api/testing/delivery";
import { lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import { BankLinkRefusal } from "@countinghouse/providers/bank-link/port";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { answeredStatus, beginPost } from "./testing/begun-post.ts";
import { type Served, serve } from "./testing/serve.ts";
import { PLAID_WEBHOOK_PATH } from "./webhooks.ts";

const TOKEN = "access-sandbox-user-4";

let api: TestApi;
let delivery: Delivery;
let served: Served;
let itemId: string;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
  served = await serve(api.services);
  await control("settings", { webhookUrl: served.origin + PLAID_WEBHOOK_PATH });
  ({ itemId } = await delivery.ports.bankLink.itemState(TOKEN));
});
afterEach(() => delivery.sandbox.faults.clear());
afterAll(async () => {
  await served.close();
  await delivery.close();
  await api.close();
});

it("disables a link that Plaid reports as lost, with its code and an audit event", async () => {
  const { id: userId } = await api.user();
  const { id } = await addBankLink(api, userId, TOKEN, { itemId });
  await control(`items/${TOKEN}`, { error: "ITEM_LOGIN_REQUIRED" });
  expect(await statusOfNewest()).toBe(200);
  expect(await api.database.read.bankLink.findUnique({ where: { id } })).toMatchObject({
    isActive: false,
    errorCode: "ITEM_LOGIN_REQUIRED",
  });
  const event = await lastAuditEvent(api, "bankLinks.failed");
  expect(event).toMatchObject({ actor: "job:bank-link-events", subjectId: String(id) });
  await control(`items/${TOKEN}`, { error: null });
});

it("ignores a late report of a lost link after the customer has signed in again", async () => {
  const { id: userId } = await api.user();
  const { id } = await addBankLink(api, userId, TOKEN, { itemId });
  const late = { type: "itemFailed", itemId, code: "ITEM_LOGIN_REQUIRED" } as const;
  await receiveBankLinkEvent(api.services, late);
  const link = () => api.database.read.bankLink.findUnique({ where: { id } });
  expect(await link()).toMatchObject({ isActive: true, errorCode: "" });
  delivery.sandbox.faults.add({
    provider: "plaid",
    kind: "status",
    status: 500,
    path: "/item/get",
    times: 9,
  });
  await expect(receiveBankLinkEvent(api.services, late)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await link()).toMatchObject({ isActive: true, errorCode: "" });
  delivery.sandbox.faults.clear();
  const { id: imported } = await addBankLink(api, userId, null, { itemId });
  await receiveBankLinkEvent(api.services, late);
  expect(await api.database.read.bankLink.findUnique({ where: { id: imported } })).toMatchObject({
    isActive: false,
    errorCode: "ITEM_LOGIN_REQUIRED",
  });
});

it("trusts the webhook when Plaid does not report on the link, or when its token cannot be opened", async () => {
  const { id: userId } = await api.user();
  const told = { type: "itemFailed", itemId, code: "ITEM_LOGIN_REQUIRED" } as const;
  const { plaid } = delivery.sandbox;
  const wrongKeys = { ...plaid, secret: "of another client", deadlineMs: 60_000, now: api.clock.now };
  api.services.ports.bankLink = createPlaidBankLink(wrongKeys);
  const { id: asked } = await addBankLink(api, userId, TOKEN, { itemId });
  await receiveBankLinkEvent(api.services, told);
  connectBankLink(api, delivery);
  const unreadable = { itemId, accessTokenSealed: Buffer.from("of another key") };
  const { id: sealed } = await addBankLink(api, userId, null, unreadable);
  await receiveBankLinkEvent(api.services, told);
  const links = await api.database.read.bankLink.findMany({ where: { id: { in: [asked, sealed] } } });
  expect(links.map(({ errorCode, isActive }) => [errorCode, isActive])).toEqual([
    ["ITEM_LOGIN_REQUIRED", false],
    ["ITEM_LOGIN_REQUIRED", false],
  ]);
});

it("stores the code of a locked link on which Plaid refuses to report", async () => {
  const { id: userId } = await api.user();
  const { id } = await addBankLink(api, userId, TOKEN, { itemId });
  const errorCode = "ITEM_LOCKED";
  const itemState = () =>
    Promise.reject(
      new BankLinkRefusal({
        kind: "refused",
        provider: "plaid",
        message: "Locked.",
        vendorCode: errorCode,
        isOfLink: true,
      }),
    );
  api.services.ports.bankLink = { ...delivery.ports.bankLink, itemState };
  await receiveBankLinkEvent(api.services, { type: "itemFailed", itemId, code: "ITEM_LOGIN_REQUIRED" });
  connectBankLink(api, delivery);
  expect(await api.database.read.bankLink.findUnique({ where: { id } })).toMatchObject({
    errorCode,
  });
});

it("an account or a link with a revoked permission is not debited until the link is repaired", async () => {
  const { id: userId } = await api.user();
  const { id: linkId } = await addBankLink(api, userId, TOKEN, { itemId });
  await (await api.as("EMPLOYEE")).bankLinks.reAuth({ requestId: randomUUID(), userId });
  const account = await api.database.read.bankAccount.findFirstOrThrow({ where: { bankLinkId: linkId } });
  const whyNot = async () => {
    const instruments = { accountIds: [account.id], cardIds: [] };
    const debits = await readDebitControl(api.database.read, instruments, api.clock.now());
    return debits.account(account.id, { amountCents: 1000, scheduleId: null })?.kind ?? null;
  };
  const tell = async (code: string) => {
    await control(`items/${TOKEN}/webhook`, { code, accountId: account.providerAccountId });
    expect(await statusOfNewest()).toBe(200);
  };
  expect(await whyNot()).toBeNull();
  for (const code of ["USER_ACCOUNT_REVOKED", "USER_PERMISSION_REVOKED"]) {
    await tell(code);
    expect(await whyNot()).toBe("linkEnded");
    await tell("LOGIN_REPAIRED");
    expect(await whyNot()).toBeNull();
  }
  expect(await lastAuditEvent(api, "bankLinks.accountRevoked")).toMatchObject({
    subjectId: String(account.id),
  });
  const repaired = { action: "bankLinks.repaired", subjectId: String(linkId) };
  expect(await api.database.read.auditEvent.count({ where: repaired })).toBe(2);
});

it("a link that Plaid will disconnect stores the time of the first notice until the link is repaired", async () => {
  const { id: userId } = await api.user();
  const { id } = await addBankLink(api, userId, TOKEN, { itemId });
  const toldAt = async () =>
    (await api.database.read.bankLink.findUniqueOrThrow({ where: { id } })).disconnectToldAt;
  const told = api.clock.now();
  for (const _ of [1, 2]) {
    await control(`items/${TOKEN}/webhook`, { code: "PENDING_DISCONNECT" });
    expect(await statusOfNewest()).toBe(200);
    expect(await toldAt()).toEqual(told);
    api.clock.advance({ minutes: 1 });
  }
  await control(`items/${TOKEN}/webhook`, { code: "LOGIN_REPAIRED" });
  expect(await statusOfNewest()).toBe(200);
  expect(await toldAt()).toBeNull();
});

it("stores an asset report when Plaid reports it as ready, without a user action", async () => {
  const { id: userId } = await api.user();
  await addBankLink(api, userId, TOKEN);
  const employee = await api.as("EMPLOYEE");
  const { id } = await employee.assetReports.request({ requestId: randomUUID(), userId });
  await delivery.drain();
  delivery.sandbox.clock.advance(8);
  await expect
    .poll(async () => (await api.database.read.assetReport.findUnique({ where: { id } }))?.state)
    .toBe("READY");
});

const inBase64 = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A signature of Plaid's form and of this age, which no key of Plaid made. */
function forge(ageSeconds = 0): string {
  const iat = Math.floor(api.clock.now().getTime() / 1000) - ageSeconds;
  const claims = inBase64({ iat, request_body_sha256: "0".repeat(64) });
  return `${inBase64({ alg: "ES256", kid: "of nobody" })}.${claims}.${"A".repeat(86)}`;
}

it("refuses a report with a forged signature", async () => {
  const body = JSON.stringify({ webhook_type: "ITEM", webhook_code: "ERROR", item_id: itemId, error: null });
  const { status } = await served.post(PLAID_WEBHOOK_PATH, body, { "plaid-verification": forge() });
  expect(status).toBe(400);
});

it.each<[what: string, sign: () => Record<string, string>]>([
  ["without a signature", () => ({})],
  ["with a signature of another form", () => ({ "plaid-verification": "a.b.c" })],
  ["signed six minutes ago", () => ({ "plaid-verification": forge(360) })],
  ["signed a minute ahead", () => ({ "plaid-verification": forge(-60) })],
])("refuses a report %s before its body arrives", async (_what, sign) => {
  expect(await answeredStatus(await beginPost(served.origin, PLAID_WEBHOOK_PATH, 100, sign()))).toBe(400);
});

it("answers 503 while the signature cannot be checked, so that the report comes again", async () => {
  delivery.sandbox.faults.add({
    provider: "plaid",
    kind: "status",
    status: 500,
    path: "/webhook_verification_key",
  });
  await fetch(`${delivery.sandbox.origin}/__sandbox/plaid/webhook-key`, { method: "POST" });
  await control(`items/${TOKEN}/transactions`, {});
  expect(await statusOfNewest()).toBe(503);
});

it("a body that is too large is refused unread", async () => {
  const signed = { "plaid-verification": forge() };
  const { status } = await served.post(PLAID_WEBHOOK_PATH, "x".repeat(300 * 1024), signed);
  expect(status).toBe(413);
});

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${delivery.sandbox.origin}/__sandbox/plaid/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

/** Returns the status of the last webhook, once it is answered. */
async function statusOfNewest(): Promise<number | null> {
  const newest = async () => {
    const answer = await fetch(`${delivery.sandbox.origin}/__sandbox/plaid/webhooks`);
    const [first] = (await answer.json()) as { status: number | null }[];
    return first?.status ?? null;
  };
  await expect.poll(newest).not.toBeNull();
  return newest();
}
