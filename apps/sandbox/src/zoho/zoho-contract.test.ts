import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { readSchemas } from "../testing/vendor-schemas.ts";
import { callZoho, zohoToken } from "../testing/zoho-calls.ts";

const CONTACT = "5725767010000000012";
const DEAL = "5725767110000000012";
const NOTE_FIELDS = [
  "Modified_Time",
  "$attachments",
  "Owner",
  "Created_Time",
  "Parent_Id",
  "$editable",
  "$is_shared_to_client",
  "Modified_By",
  "$size",
  "$state",
  "$voice_note",
  "Created_By",
  "Note_Title",
  "Note_Content",
  "$sharing_permission",
];

describe("held against Zoho's own schemas", () => {
  let sandbox: Sandbox;
  let token: string;
  let wrongs: ReturnType<typeof readSchemas>;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, smtpPort: 0 });
    token = await zohoToken(sandbox);
    wrongs = readSchemas("zoho");
  });
  beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
  afterAll(() => sandbox.close());

  const call = (method: string, path: string, fields?: object) =>
    callZoho(sandbox, { token, method, path, fields });

  test.each([`/Deals/${DEAL}`, `/Contacts/${CONTACT}`, `/Leads/${CONTACT}`])(
    "the record %s is right",
    async (path) => {
      const { body, first } = await call("GET", path);
      expect(first.id).toBe(path.split("/").at(-1));
      expect(wrongs("record.Response_Wrapper", body)).toEqual([]);
      const mutated = { data: [{ ...first, Created_Time: "yesterday" }] };
      expect(wrongs("record.Response_Wrapper", mutated)).not.toEqual([]);
    },
  );

  test("related deals are right", async () => {
    const { body, first } = await call("GET", `/Contacts/${CONTACT}/Deals?fields=Stage,Modified_By`);
    expect(first.id).toBe(DEAL);
    expect(wrongs("related_records.Response_Wrapper", body)).toEqual([]);
    const mutated = { data: [{ ...first, Modified_By: { name: "API User" } }] };
    expect(wrongs("related_records.Response_Wrapper", mutated)).not.toEqual([]);
  });

  test.each([
    ["POST", "/Deals", { Deal_Name: "Ada Quill", Stage: "Underwriting", Contact_Name: { id: CONTACT } }],
    ["PUT", `/Deals/${DEAL}`, { Stage: "Closed Lost", Decline_Reason: "Do Not Fund" }],
    ["PUT", `/Contacts/${CONTACT}`, { DNF: true, DNF_Reason: "Defaulted" }],
  ])("what %s %s says of the record written is right", async (method, path, fields) => {
    const { first } = await call(method, path, fields);
    expect(first).toMatchObject({ status: "success", details: { id: expect.stringMatching(/^\d+$/) } });
    expect(wrongs("record.Success_Response", first)).toEqual([]);
    expect(wrongs("record.Success_Response", { ...first, message: "done" })).not.toEqual([]);
  });

  test("a note added, and the notes of a record, are right", async () => {
    const parent = { id: DEAL, module: { api_name: "Deals" } };
    const added = await call("POST", "/Notes", { Note_Title: "t", Note_Content: "c", Parent_Id: parent });
    expect(wrongs("notes.Success_Response", added.first)).toEqual([]);
    expect(wrongs("notes.Success_Response", { ...added.first, details: {} })).not.toEqual([]);
    const listed = await call("GET", `/Deals/${DEAL}/Notes?fields=${NOTE_FIELDS.join(",")}`);
    expect(wrongs("notes.Response_Wrapper", listed.body)).toEqual([]);
    const { Parent_Id: _, ...mutilated } = listed.first;
    const mutated = { data: [mutilated] };
    expect(wrongs("notes.Response_Wrapper", mutated)).not.toEqual([]);
  });

  test.each([
    ["a stage there is not", "PUT", `/Deals/${DEAL}`, { Stage: "Parked" }],
    ["a field there is not", "PUT", `/Deals/${DEAL}`, { Stge: "Underwriting" }],
    ["an amount that is text", "PUT", `/Deals/${DEAL}`, { Funded_Amount: "5" }],
    ["no field at all", "PUT", `/Deals/${DEAL}`, {}],
    ["no name", "POST", "/Deals", { Stage: "Underwriting" }],
    [
      "a contact there is not",
      "POST",
      "/Deals",
      { Deal_Name: "x", Stage: "Underwriting", Contact_Name: { id: "1" } },
    ],
    ["no such record", "PUT", "/Deals/1", { Stage: "Underwriting" }],
  ])("the error of a record with %s is right", async (_case, method, path, fields) => {
    const { status, first } = await call(method, path, fields);
    expect(status).toBe(202);
    expectError(first);
  });

  test("the errors of records on hold are right", async () => {
    for (const hold of ["locked", "blueprint"] as const) {
      const deal = sandbox.zoho.records.get("Deals", DEAL);
      if (deal) deal.hold = hold;
      expectError((await call("PUT", `/Deals/${DEAL}`, { Stage: "Underwriting" })).first);
    }
  });

  test.each([
    ["an unknown record", 400, "GET", "/Deals/1"],
    ["an unknown module", 400, "GET", `/Dealz/${DEAL}`],
    ["a list without fields", 400, "GET", `/Contacts/${CONTACT}/Deals`],
    ["an unknown address", 404, "GET", `/Deals/${DEAL}/Notes/1/2`],
  ])("the error of a call for %s is right", async (_case, expected, method, path) => {
    const { status, body } = await call(method, path);
    expect(status).toBe(expected);
    expectError(body);
  });

  test.each([401, 403, 404, 500])("the usual error %i is right", async (status) => {
    sandbox.faults.add({ provider: "zoho", kind: "status", status });
    expectError((await call("GET", `/Deals/${DEAL}`)).body);
  });

  function expectError(error: object): void {
    expect(error).toMatchObject({ status: "error", code: expect.any(String) });
    expect(wrongs("record.API_Exception", error)).toEqual([]);
    expect(wrongs("record.API_Exception", { ...error, code: "OUT_OF_PAPER" })).not.toEqual([]);
  }
});
