import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { createMemoryTokenStore } from "../token-store.ts";
import type { Crm, CrmDeal, CrmNote } from "./port.ts";
import { createZohoCrm, type ZohoCrmConfig } from "./zoho.ts";

const CUSTOMER = "5725767010000000012";
const NOT_IN_DEALS = "5725767010000000019";
const SHORT_DEADLINE_MS = 300;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a stage is written with its reason and read back, by the customer and by the deal", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  await crm().setDealStage(dealId, { stage: "Closed Lost", declineReason: "Do Not Fund" });
  const deal = { dealId, stage: "Closed Lost", declineReason: "Do Not Fund" };
  expect(await crm().findDeal(CUSTOMER)).toEqual({ inDeals: true, deal });
  expect(await crm().deal(dealId)).toEqual(deal);
});

test("a reason is taken back with null", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  await crm().setDealStage(dealId, { stage: "Closed Lost", declineReason: "Do Not Fund" });
  await crm().setDealStage(dealId, { stage: "Underwriting", declineReason: null });
  expect(await crm().deal(dealId)).toEqual({ dealId, stage: "Underwriting", declineReason: null });
});

test("an empty pick list is no reason, however Zoho writes it", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  for (const declineReason of ["-None-", "None", ""]) {
    await crm().setDealStage(dealId, { stage: "Underwriting", declineReason });
    expect(await crm().deal(dealId)).toMatchObject({ declineReason: null });
  }
});

test("a customer without a deal is not in deals, which is no error", async () => {
  expect(await crm().findDeal(NOT_IN_DEALS)).toEqual({ inDeals: false });
});

test("a deal that Zoho does not know is not there, while a customer that it does not know is a fault", async () => {
  expect(await crm().deal("123456789012")).toBeNull();
  expect(await failure(crm().findDeal("123456789012"))).toMatchObject({
    kind: "refused",
    vendorCode: "INVALID_DATA",
  });
});

test("an answer that cannot be read is not taken for a customer without a deal", async () => {
  sandbox.faults.add({ provider: "zoho", kind: "invalidJson", path: "/Deals" });
  expect(await failure(crm().findDeal(CUSTOMER))).toMatchObject({ kind: "unavailable" });
});

test.each(["", "..", "12/Notes", "abc"])("%j is no id, and nothing is sent for it", async (id) => {
  expect(await failure(crm().findDeal(id))).toMatchObject({ kind: "refused", vendorCode: "INVALID_DATA" });
  expect(await failure(crm().setDealStage(id, { stage: "Underwriting", declineReason: null }))).toMatchObject(
    { kind: "refused" },
  );
  expect(sandbox.calls.list()).toEqual([]);
});

test("a requested deal is made once, however often it is requested", async () => {
  const request = { crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" };
  const first = await crm().requestDeal(request);
  expect(first.created).toBe(true);
  expect(await crm().requestDeal(request)).toEqual({ dealId: first.dealId, created: false });
  expect(await crm().findDeal(NOT_IN_DEALS)).toMatchObject({ deal: { dealId: first.dealId } });
  expect(findFields("Deals", first.dealId)).toMatchObject({ Deal_Name: "Ada Quill", Lead_Source: "AP" });
});

test.each([
  ["timeoutBeforeEffect", true],
  ["timeoutAfterEffect", false],
  ["resetAfterEffect", false],
] as const)("after %s a requested deal is unknown, and asking again leaves one", async (kind, created) => {
  const request = { crmId: NOT_IN_DEALS, name: "Ada Quill", stage: "Underwriting", source: "AP" };
  sandbox.faults.add({ provider: "zoho", kind, method: "POST", path: "/v8/Deals" });
  const hurried = crm({ deadlineMs: SHORT_DEADLINE_MS });
  expect(await failure(hurried.requestDeal(request))).toMatchObject({ kind: "unknown" });
  expect(await crm().requestDeal(request)).toMatchObject({ created });
  expect(sandbox.zoho.records.listDeals(NOT_IN_DEALS)).toHaveLength(1);
});

test("a flag is set with its reason, and taken back with it, and is read as it stands", async () => {
  await crm().setDoNotFund(CUSTOMER, "High Risk Behavior");
  expect(await crm().doNotFund(CUSTOMER)).toEqual({ isSet: true, reason: "High Risk Behavior" });
  expect(findFields("Contacts", CUSTOMER)).toMatchObject({ DNF: true, DNF_Reason: "High Risk Behavior" });
  await crm().setDoNotFund(CUSTOMER, null);
  expect(findFields("Contacts", CUSTOMER)).toMatchObject({ DNF: false, DNF_Reason: null });
  expect(await crm().doNotFund(CUSTOMER)).toEqual({ isSet: false, reason: null });
});

test("an edited contact keeps the fields that were left out, and loses those that were emptied", async () => {
  const before = findFields("Contacts", CUSTOMER);
  await crm().editContact(CUSTOMER, { email: "ada@example.com", zipCode: "89501", street: null });
  expect(findFields("Contacts", CUSTOMER)).toEqual({
    ...before,
    Email: "ada@example.com",
    Mailing_Zip: "89501",
    Mailing_Street: null,
  });
});

test("every field of a contact goes where Zoho keeps it", async () => {
  await crm().editContact(CUSTOMER, {
    firstName: "Ada",
    lastName: "Quill",
    email: "ada@example.com",
    phone: "5551234567",
    dateOfBirth: "1990-02-28",
    street: "1 Main St",
    city: "Fresno",
    state: "CA",
    zipCode: "93650",
  });
  expect(findFields("Contacts", CUSTOMER)).toMatchObject({
    First_Name: "Ada",
    Last_Name: "Quill",
    Email: "ada@example.com",
    Phone: "5551234567",
    Date_of_Birth: "1990-02-28",
    Mailing_Street: "1 Main St",
    Mailing_City: "Fresno",
    Mailing_State: "CA",
    Mailing_Zip: "93650",
  });
});

test("terms are in cents here and in dollars there", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  await crm().updateDealTerms(dealId, {
    paymentAmountCents: 10_001,
    fundedAmountCents: 150_000,
    disbursementAmountCents: 1999,
    repayAmountCents: 170_070,
    approvedAmountCents: 0,
    discountAmountCents: null,
    manualAdjustmentReason: "Other",
  });
  expect(findFields("Deals", dealId)).toMatchObject({
    Payment_Amount: 100.01,
    Funded_Amount: 1500,
    Disbursement_Amount: 19.99,
    Repay_Amount: 1700.7,
    Approved_Amount: 0,
    Discount_Amount: null,
    Manual_Adjustment_Reason: "Other",
  });
});

test.each(["deal", "contact", "lead"] as const)(
  "a note on a %s is found by its marker, and only there",
  async (kind) => {
    const note = { ...NOTE, subject: { kind, id: CUSTOMER } };
    const noteId = await crm().createNote(note);
    await crm().createNote({ ...note, marker: "other" });
    expect(await crm().findNote(note.subject, NOTE.marker)).toBe(noteId);
    const elsewhere = kind === "deal" ? "contact" : "deal";
    expect(await crm().findNote({ kind: elsewhere, id: CUSTOMER }, NOTE.marker)).toBeNull();
  },
);

test("a note that quotes a marker is not the note of that marker", async () => {
  await crm().createNote({ ...NOTE, content: `As said in [ref ${NOTE.marker}]`, marker: "other" });
  expect(await crm().findNote(NOTE.subject, NOTE.marker)).toBeNull();
});

test("a note is found behind thousands of newer ones, where pages are no longer counted", async () => {
  const noteId = await crm().createNote(NOTE);
  for (let number = 0; number < 2150; number++) {
    sandbox.zoho.records.addNote({
      module: "Deals",
      parentId: NOTE.subject.id,
      title: "",
      content: `${number}`,
    });
  }
  expect(await crm().findNote(NOTE.subject, NOTE.marker)).toBe(noteId);
});

test.each([
  ["timeoutBeforeEffect", false],
  ["timeoutAfterEffect", true],
  ["resetBeforeEffect", false],
  ["resetAfterEffect", true],
  ["invalidJson", true],
] as const)("after %s a note is unknown, and its marker tells whether it is there", async (kind, there) => {
  sandbox.faults.add({ provider: "zoho", kind, path: "/Notes" });
  const hurried = crm({ deadlineMs: SHORT_DEADLINE_MS });
  expect(await failure(hurried.createNote(NOTE))).toMatchObject({ kind: "unknown" });
  expect((await crm().findNote(NOTE.subject, NOTE.marker)) !== null).toBe(there);
});

test("a change that got no answer may simply be made again", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  sandbox.faults.add({ provider: "zoho", kind: "timeoutAfterEffect", method: "PUT" });
  const hurried = crm({ deadlineMs: SHORT_DEADLINE_MS });
  const stage = { stage: "Funding Review", declineReason: null };
  expect(await failure(hurried.setDealStage(dealId, stage))).toMatchObject({ kind: "unavailable" });
  await crm().setDealStage(dealId, stage);
  expect(await crm().deal(dealId)).toMatchObject(stage);
});

test("a locked record may be tried again, and nothing of it was changed", async () => {
  const { dealId, stage } = await readDeal(CUSTOMER);
  await hold(dealId, "locked");
  const change = () => crm().setDealStage(dealId, { stage: "Closed Lost", declineReason: "Stacking" });
  expect(await failure(change())).toMatchObject({ kind: "unavailable", vendorCode: "RECORD_LOCKED" });
  expect(await crm().deal(dealId)).toMatchObject({ stage });
  await hold(dealId, null);
  await change();
  expect(await crm().deal(dealId)).toMatchObject({ stage: "Closed Lost" });
});

test("a stage that a blueprint governs is refused, the terms of the deal are not", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  await hold(dealId, "blueprint");
  const change = crm().setDealStage(dealId, { stage: "Closed Lost", declineReason: null });
  expect(await failure(change)).toMatchObject({ kind: "refused", vendorCode: "RECORD_IN_BLUEPRINT" });
  await crm().updateDealTerms(dealId, { fundedAmountCents: 5000 });
  expect(findFields("Deals", dealId)).toMatchObject({ Funded_Amount: 50 });
});

test("an error of the record inside a 202 is an error", async () => {
  const { dealId } = await readDeal(CUSTOMER);
  const unknownStage = crm().setDealStage(dealId, { stage: "Parked", declineReason: null });
  expect(await failure(unknownStage)).toMatchObject({ kind: "refused", vendorCode: "MAPPING_MISMATCH" });
  expect(sandbox.calls.list()[0]).toMatchObject({ method: "PUT", status: 202 });
  const badEmail = crm().editContact(CUSTOMER, { email: "not an address" });
  expect(await failure(badEmail)).toMatchObject({ kind: "refused", vendorCode: "INVALID_DATA" });
});

test.each([
  [403, "refused", "NO_PERMISSION"],
  [404, "refused", "INVALID_URL_PATTERN"],
  [429, "unavailable", "TOO_MANY_REQUESTS"],
  [500, "unknown", "INTERNAL_ERROR"],
] as const)("a %i on a note is %s, with Zoho's code", async (status, kind, vendorCode) => {
  sandbox.faults.add({ provider: "zoho", kind: "status", status, path: "/Notes" });
  expect(await failure(crm().createNote(NOTE))).toMatchObject({ kind, status, vendorCode });
  expect(await crm().findNote(NOTE.subject, NOTE.marker)).toBeNull();
});

const NOTE: CrmNote = {
  subject: { kind: "deal", id: "5725767110000000012" },
  title: "DNF cleared",
  content: "Cleared by Bea Moss on 11/20/2026 10:00:00 AM.",
  marker: "outbox-7f3a",
};

const tokens = createMemoryTokenStore();

function crm(changes: Partial<ZohoCrmConfig> = {}): Crm {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  const usual = { baseUrl, accountsUrl, credentials, tokens, deadlineMs: 60_000, effectWindowMs: 0 };
  return createZohoCrm({ ...usual, now: () => new Date(), ...changes });
}

async function readDeal(crmId: string): Promise<CrmDeal> {
  const found = await crm().findDeal(crmId);
  if (!found.inDeals) throw new Error("This customer is meant to be in deals.");
  return found.deal;
}

function findFields(module: "Deals" | "Contacts", id: string) {
  return sandbox.zoho.records.get(module, id)?.fields;
}

function hold(dealId: string, kind: "locked" | "blueprint" | null) {
  return fetch(`${sandbox.origin}/__sandbox/zoho/Deals/${dealId}/hold`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hold: kind }),
  });
}
