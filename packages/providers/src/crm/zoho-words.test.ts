import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { createMemoryTokenStore } from "../token-store.ts";
import type { Crm, CrmNote } from "./port.ts";
import { createZohoCrm } from "./zoho.ts";

const DEAL = "5725767110000000012";
const CONTACT = "5725767010000000012";
const NOTE: CrmNote = { subject: { kind: "deal", id: DEAL }, title: "t", content: "c", marker: "m-1" };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(() => sandbox.close());

const tokens = createMemoryTokenStore();

/** What comes of a call that Zoho answers so. */
async function answeredWith<Result>(
  status: number,
  body: unknown,
  call: (crm: Crm) => Promise<Result>,
): Promise<Result> {
  const vendor = await answering(status, typeof body === "string" ? body : JSON.stringify(body));
  const { accountsUrl, credentials } = sandbox.zoho;
  const usual = { accountsUrl, credentials, tokens, deadlineMs: 60_000, effectWindowMs: 0 };
  try {
    return await call(createZohoCrm({ ...usual, baseUrl: vendor.url, now: () => new Date() }));
  } finally {
    vendor.close();
  }
}

const change = (crm: Crm) => crm.setDealStage(DEAL, { stage: "Closed Won", declineReason: null });
const addNote = (crm: Crm) => crm.createNote(NOTE);

test.each([
  [{ data: [{ status: "success" }] }],
  [{ data: [{ code: "SUCCESS", details: null, message: null, status: "success" }] }],
  [{ data: [{ code: "SUCCESS", details: {} }] }],
  [{ data: [{ code: "SUCCESS", details: { id: "7" } }] }],
])("a change that is answered with %j, without the id of its record, may not be done", async (body) => {
  expect(await failure(answeredWith(200, body, change))).toMatchObject({ kind: "unavailable" });
});

test("a change that is answered with the id of its record is done", async () => {
  const body = { data: [{ code: "SUCCESS", details: { id: DEAL } }] };
  expect(await answeredWith(200, body, change)).toBeUndefined();
});

test.each([
  [{ data: [{ code: "SUCCESS", details: {}, status: "success" }] }],
  [{ data: [{ status: "a word of tomorrow", details: { id: "7" } }] }],
  [{ data: [{ code: "SOON" }] }],
  [{ data: [] }],
])("a new note that is answered with %j may be there", async (body) => {
  expect(await failure(answeredWith(201, body, addNote))).toMatchObject({ kind: "unknown" });
});

test.each([
  [{ data: [{ code: "SUCCESS", details: { id: "7" } }] }],
  [{ data: [{ status: "success", code: 7, message: [], details: { id: "7" } }] }],
])("a new note that is answered with %j is there", async (body) => {
  expect(await answeredWith(201, body, addNote)).toBe("7");
});

test.each([
  [202, { data: [{ status: "error", code: "INVALID_DATA" }] }, "refused", "INVALID_DATA"],
  [
    202,
    { data: [{ status: "error", code: "INVALID_DATA", message: null, details: [] }] },
    "refused",
    "INVALID_DATA",
  ],
  [202, { data: [{ status: "error" }] }, "refused", "ERROR"],
  [202, { status: "error", code: "NO_PERMISSION" }, "refused", "NO_PERMISSION"],
  [202, { data: [{ status: "error", code: "RECORD_LOCKED" }] }, "unavailable", "RECORD_LOCKED"],
  [400, { code: "RECORD_LOCKED" }, "unavailable", "RECORD_LOCKED"],
  [
    400,
    { data: [{ code: "MANDATORY_NOT_FOUND", details: { api_name: 7 } }] },
    "refused",
    "MANDATORY_NOT_FOUND",
  ],
  [401, { code: "INVALID_TOKEN" }, "refused", "INVALID_TOKEN"],
  [500, { code: "INTERNAL_ERROR", message: null }, "unknown", "INTERNAL_ERROR"],
] as const)("a note that is answered with %i %j is %s, as %s", async (status, body, kind, vendorCode) => {
  expect(await failure(answeredWith(status, body, addNote))).toMatchObject({ kind, vendorCode });
});

const NOT_THERE = [
  [204, ""],
  [400, { code: "INVALID_DATA", message: "the id given seems to be invalid", status: "error" }],
  [400, { code: "INVALID_DATA", message: "the given id seems to be invalid" }],
  [404, { code: "INVALID_DATA", message: "The record does not exist", details: {}, status: "error" }],
  [404, { code: "NOT_FOUND" }],
  [400, { code: "NO_RECORDS_FOUND", message: "No records found", status: "error" }],
  [400, { code: "NO_CONTENT" }],
] as const;

test.each(NOT_THERE)("a record that is answered with %i %j is not there", async (status, body) => {
  expect(await answeredWith(status, body, (crm) => crm.deal(DEAL))).toBeNull();
  expect(await answeredWith(status, body, (crm) => crm.doNotFund(CONTACT))).toBeNull();
});

test.each(NOT_THERE.slice(1))(
  "a list and a change that are answered with %i %j are faults: none is there, and nothing was done",
  async (status, body) => {
    expect(await failure(answeredWith(status, body, (crm) => crm.findDeal(CONTACT)))).toMatchObject({
      kind: "refused",
    });
    expect(await failure(answeredWith(status, body, change))).toMatchObject({ kind: "refused" });
  },
);

test.each([
  [400, { code: "INVALID_DATA", message: "invalid data", status: "error" }],
  [400, { code: "INVALID_DATA" }],
  [404, { code: "INVALID_URL_PATTERN", message: "The record does not exist", status: "error" }],
  [404, "<html>"],
  [403, { code: "NO_PERMISSION", message: "the given id seems to be invalid" }],
])("a record that is answered with %i %j is a fault, and not taken to be gone", async (status, body) => {
  expect(await failure(answeredWith(status, body, (crm) => crm.deal(DEAL)))).toMatchObject({
    kind: "refused",
  });
});
