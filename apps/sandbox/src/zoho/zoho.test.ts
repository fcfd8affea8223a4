import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { askZohoToken, callZoho, zohoToken } from "../testing/zoho-calls.ts";

const CONTACT = "5725767010000000012";
const DEAL = "5725767110000000012";

let sandbox: Sandbox;
let token: string;
let time = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
  token = await zohoToken(sandbox);
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

const call = (method: string, path: string, fields?: object) =>
  callZoho(sandbox, { token, method, path, fields });

test.each([
  ["", "AUTHENTICATION_FAILURE", "Authentication failed"],
  ["1000.invented", "INVALID_TOKEN", "invalid oauth token"],
])("no call goes through with the token %j", async (wrong, code, message) => {
  const answer = await callZoho(sandbox, { token: wrong, method: "GET", path: `/Deals/${DEAL}` });
  expect(answer).toMatchObject({
    status: 401,
    body: { code, details: {}, message, status: "error" },
  });
});

test("a token is good for an hour, and not for less because the clock was advanced", async () => {
  sandbox.clock.advance(7200);
  expect(await call("GET", `/Deals/${DEAL}`)).toMatchObject({ status: 200 });
  const began = time;
  time += 3_600_001;
  expect(await call("GET", `/Deals/${DEAL}`)).toMatchObject({ status: 401 });
  time = began;
});

test("ten tokens are given in ten minutes, and after them more", async () => {
  for (let count = 0; count < 10; count++) expect(await askZohoToken(sandbox)).toHaveProperty("access_token");
  expect(await askZohoToken(sandbox)).toMatchObject({ error: "Access Denied" });
  time += 600_001;
  expect(await askZohoToken(sandbox)).toHaveProperty("access_token");
});

test("the sixteenth token ends the first", async () => {
  const given: string[] = [];
  for (let count = 0; count < 16; count++) {
    if (count % 10 === 0) time += 600_001;
    given.push(await zohoToken(sandbox));
  }
  const statuses = await Promise.all(
    given.map((one) => callZoho(sandbox, { token: one, method: "GET", path: `/Deals/${DEAL}` })),
  );
  expect(statuses.map(({ status }) => status)).toEqual([401, ...Array.from({ length: 15 }, () => 200)]);
  token = given.at(-1) ?? "";
});

test.each([
  [{ grant_type: "password" }, "invalid_grant_type"],
  [{ client_id: "x" }, "invalid_client"],
  [{ client_secret: "x" }, "invalid_client_secret"],
  [{ refresh_token: "x" }, "invalid_code"],
])("a token is refused with %j", async (changes, error) => {
  expect(await askZohoToken(sandbox, changes)).toEqual({ error });
});

test("what stands in a record that nobody wrote is the same every time", async () => {
  const { body } = await call("GET", `/Contacts/${CONTACT}`);
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  const again = await call("GET", `/Contacts/${CONTACT}`);
  expect(again.body.data?.[0]?.Email).toBe(body.data?.[0]?.Email);
  expect(again.body.data?.[0]?.Email).toMatch(/@example\.com$/);
});

test("a made-up deal is about the contact that leads to it", async () => {
  const { first } = await call("GET", `/Contacts/${CONTACT}/Deals?fields=Contact_Name`);
  expect(first).toEqual({ id: DEAL, Contact_Name: { id: CONTACT, name: expect.any(String) } });
});

test("a contact whose id ends in 9 has no deals, which is no content", async () => {
  expect(await call("GET", "/Contacts/5725767010000000019/Deals?fields=Stage")).toMatchObject({
    status: 204,
    body: {},
  });
});

test("deals of a contact come in an order that says nothing, and can not be sorted", async () => {
  const contact = { Contact_Name: { id: CONTACT } };
  const added = await call("POST", "/Deals", { Deal_Name: "New", Stage: "Underwriting", ...contact });
  expect(added.status).toBe(201);
  const list = `/Contacts/${CONTACT}/Deals?fields=Created_Time`;
  for (const createdAt of ["2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z", "2023-01-01T00:00:00Z"])
    await fetch(`${sandbox.origin}/__sandbox/zoho/deals`, {
      method: "POST",
      body: JSON.stringify({ createdAt, Deal_Name: "Older", ...contact }),
    });
  const times = (await call("GET", list)).body.data?.map(({ Created_Time }) => String(Created_Time)) ?? [];
  expect(times).toHaveLength(5);
  expect(times).not.toEqual(times.toSorted());
  expect(times).not.toEqual(times.toSorted().toReversed());
  expect(await call("GET", `${list}&sort_by=Created_Time&sort_order=desc`)).toMatchObject({ status: 400 });
});

test("records are written one by one: one that is wrong does not keep the other from being changed", async () => {
  const answer = await fetch(`${sandbox.zoho.baseUrl}/Deals`, {
    method: "PUT",
    headers: { authorization: `Zoho-oauthtoken ${token}` },
    body: JSON.stringify({
      data: [
        { id: DEAL, Stage: "Parked" },
        { id: "5725767110000000013", Stage: "Closed Won" },
      ],
    }),
  });
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({
    data: [
      { status: "error", code: "MAPPING_MISMATCH" },
      { status: "success", details: { id: "5725767110000000013" } },
    ],
  });
});

test.each([
  ["no JSON", "{"],
  ["no data", "{}"],
  ["no records", '{"data":[]}'],
])("a body with %s is refused as a whole", async (_case, body) => {
  const answer = await fetch(`${sandbox.zoho.baseUrl}/Deals/${DEAL}`, {
    method: "PUT",
    headers: { authorization: `Zoho-oauthtoken ${token}` },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "MANDATORY_NOT_FOUND", details: { api_name: "data" } });
});

test.each([
  ["no text", { Note_Content: undefined }, "MANDATORY_NOT_FOUND", "Note_Content"],
  ["no parent", { Parent_Id: undefined }, "MANDATORY_NOT_FOUND", "Parent_Id"],
  [
    "a parent of another kind",
    { Parent_Id: { id: DEAL, module: { api_name: "Users" } } },
    "INVALID_DATA",
    "Parent_Id",
  ],
  ["a parent in the old form", { Parent_Id: DEAL, se_module: "Deals" }, "INVALID_DATA", "Parent_Id"],
])("a note with %s is refused", async (_case, changes, code, api_name) => {
  const note = { Note_Content: "x", Parent_Id: { id: DEAL, module: { api_name: "Deals" } }, ...changes };
  const { first } = await call("POST", "/Notes", note);
  expect(first).toMatchObject({ status: "error", code, details: { api_name } });
  expect(sandbox.zoho.records.contents().notes).toEqual([]);
});

test("a long list comes in pages", async () => {
  for (const title of ["1", "2", "3"]) {
    sandbox.zoho.records.addNote({ module: "Deals", parentId: DEAL, title, content: "x" });
  }
  const page = (number: number) =>
    call("GET", `/Deals/${DEAL}/Notes?fields=Note_Title&page=${number}&per_page=2`);
  expect(await page(1)).toMatchObject({
    body: { data: [{ Note_Title: "3" }, { Note_Title: "2" }], info: { count: 2, more_records: true } },
  });
  expect(await page(2)).toMatchObject({
    body: { data: [{ Note_Title: "1" }], info: { more_records: false } },
  });
  expect(await page(3)).toMatchObject({ status: 204 });
});

test("a record can be held from outside, and a hold there is not is refused", async () => {
  const hold = (kind: unknown) =>
    fetch(`${sandbox.origin}/__sandbox/zoho/Deals/${DEAL}/hold`, {
      method: "PUT",
      body: JSON.stringify({ hold: kind }),
    });
  expect((await hold("locked")).status).toBe(204);
  expect((await call("PUT", `/Deals/${DEAL}`, { Lead_Source: "AP" })).first).toMatchObject({
    code: "RECORD_LOCKED",
  });
  expect((await hold("frozen")).status).toBe(400);
});
