import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../apps/sandbox/src/index.ts";
import { readSchemas } from "../../../apps/sandbox/src/testing/vendor-schemas.ts";
import { createMiddeskBusinessVerification } from "./business-verification/middesk.ts";
import type { BusinessVerification } from "./business-verification/port.ts";
import type { Crm } from "./crm/port.ts";
import { createZohoCrm } from "./crm/zoho.ts";
import { type AlteringProxy, startAlteringProxy } from "./testing/altering-proxy.ts";
import { createMemoryTokenStore } from "./token-store.ts";

const CONTACT = "5725767010000000012";
const DEAL = "5725767110000000012";
const NOT_IN_DEALS = "5725767010000000019";
const ADDRESS = { line1: "1 Main St", line2: "Suite 5", city: "Fresno", state: "CA", postalCode: "93650" };
const LIEN = {
  state: "CA",
  debtor: { name: "Quill LLC", address: ADDRESS },
  collateral: "All assets",
  principalCents: 500_000,
};

let sandbox: Sandbox;
let proxy: AlteringProxy;
let wrongs: ReturnType<typeof readSchemas>;
let crm: Crm;
let middesk: BusinessVerification;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  proxy = await startAlteringProxy(sandbox.origin);
  wrongs = readSchemas("requests");
  const behind = (address: string): string => address.replace(sandbox.origin, proxy.url);
  const usual = { deadlineMs: 60_000, effectWindowMs: 0, now: () => new Date() };
  const { accountsUrl, credentials } = sandbox.zoho;
  const tokens = createMemoryTokenStore();
  const newDeal = { pipeline: "Standard (Standard)", closesAfterDays: 30 };
  const baseUrl = behind(sandbox.zoho.baseUrl);
  crm = createZohoCrm({ ...usual, accountsUrl, credentials, tokens, newDeal, baseUrl });
  middesk = createMiddeskBusinessVerification({
    ...sandbox.middesk,
    ...usual,
    baseUrl: behind(sandbox.middesk.baseUrl),
  });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});

const registered = (changes: object = {}) =>
  middesk.createBusiness({
    externalId: "7",
    name: "Quill LLC",
    taxId: "12-3456789",
    phone: "5595550100",
    person: "Ada Quill",
    address: ADDRESS,
    ...changes,
  });

/** What was written by a call, of its last request that had a body. */
async function written(call: () => Promise<unknown>) {
  proxy.asked();
  await call();
  const [last] = proxy
    .asked()
    .filter(({ body }) => body !== null)
    .slice(-1);
  if (last === undefined) throw new Error("Nothing was written.");
  return last;
}

describe("what is sent is what the vendor publishes:", () => {
  test.each([
    ["a deal's stage", () => crm.setDealStage(DEAL, { stage: "Closed Lost", declineReason: "Do Not Fund" })],
    ["a stage without a reason", () => crm.setDealStage(DEAL, { stage: "Closed Won", declineReason: null })],
    [
      "new terms",
      () => crm.updateDealTerms(DEAL, { fundedAmountCents: 150_050, manualAdjustmentReason: "Agreed" }),
    ],
    [
      "a new deal",
      () => crm.requestDeal({ crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" }),
    ],
    [
      "an address",
      () => crm.editContact(CONTACT, { email: "ada@example.com", zipCode: "89501", street: null }),
    ],
    ["Do Not Fund", () => crm.setDoNotFund(CONTACT, "Defaulted")],
    ["the end of Do Not Fund", () => crm.setDoNotFund(CONTACT, null)],
  ])("%s", async (_what, call) => {
    const { body } = await written(call);
    expect(wrongs("zoho.WriteRecord", body)).toEqual([]);
    expect(wrongs("zoho.WriteRecord", { ...(body as object), duplicate_check: true })).not.toEqual([]);
    expect(wrongs("zoho.WriteRecord", { data: [] })).not.toEqual([]);
  });

  test("a note", async () => {
    const note = { subject: { kind: "deal", id: DEAL }, title: "t", content: "c", marker: "m-1" } as const;
    const { body } = await written(() => crm.createNote(note));
    expect(wrongs("zoho.CreateNote", body)).toEqual([]);
    expect(wrongs("zoho.CreateNote", { data: [{ Parent_Id: { id: DEAL } }] })).not.toEqual([]);
    expect(wrongs("zoho.CreateNote", { data: [{ Note_Title: "t".repeat(121) }] })).not.toEqual([]);
  });

  test.each([
    ["a business with all that is known of it", {}],
    ["a business of which little is known", { taxId: null, phone: null, person: null }],
  ])("%s", async (_what, changes) => {
    const { call, body } = await written(() => registered(changes));
    expect(call).toMatch(/^POST .*\/businesses$/);
    expect(wrongs("middesk.CreateBusiness", body)).toEqual([]);
    expect(
      wrongs("middesk.CreateBusiness", { ...(body as object), addresses: [{ city: "Fresno" }] }),
    ).not.toEqual([]);
    expect(wrongs("middesk.CreateBusiness", { ...(body as object), tax_id: "1" })).not.toEqual([]);
  });

  test.each([
    ["a lien", {}],
    ["a lien by the account's own text", { collateral: null, principalCents: null }],
  ])("%s, and its end", async (_what, changes) => {
    const { id } = await registered();
    const filed = await written(() => middesk.fileLien(id, { ...LIEN, ...changes }));
    expect(wrongs("middesk.CreateLien", filed.body)).toEqual([]);
    expect(wrongs("middesk.CreateLien", { ...(filed.body as object), state: "Ca" })).not.toEqual([]);
    expect(
      wrongs("middesk.CreateLien", { ...(filed.body as object), loan_principal_amount_cents: 5.5 }),
    ).not.toEqual([]);
    sandbox.clock.advance(86_400);
    const [lien] = await middesk.liens(id);
    const ended = await written(() => middesk.terminateLien(lien?.id ?? ""));
    expect(wrongs("middesk.TerminateLien", ended.body)).toEqual([]);
  });

  test("a list is asked for with the published parameters alone", async () => {
    proxy.asked();
    await crm.findDeal(CONTACT);
    await crm.findNote({ kind: "deal", id: DEAL }, "m-1");
    const names = new Set(proxy.asked().flatMap(({ query }) => Object.keys(query)));
    expect([...names].filter((name) => !["fields", "page", "per_page", "page_token"].includes(name))).toEqual(
      [],
    );
    expect(names.has("fields")).toBe(true);
  });

  test("one record is asked for without any parameter", async () => {
    proxy.asked();
    await crm.deal(DEAL);
    await crm.doNotFund(CONTACT);
    const reads = proxy.asked().map(({ call, query }) => [call.replace(/^.*\/v8/, ""), query]);
    expect(reads).toEqual([
      [`/Deals/${DEAL}`, {}],
      [`/Contacts/${CONTACT}`, {}],
    ]);
  });
});
