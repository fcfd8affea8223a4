import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";
import { BUSINESS, callMiddesk, LIEN } from "../testing/middesk-calls.ts";

const DAY_SECONDS = 86_400;
const FILED = "5eed0330-0000-4000-8000-000000048213";
const FILED_DOCUMENT = "5eed2330-0000-4000-8000-000000048213";

let sandbox: Sandbox;
let time = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

describe("a business", () => {
  test("goes from open over pending and in review to approved by the clock", async () => {
    const { id, body } = await register();
    expect(body).toMatchObject({ status: "open", unique_external_id: "48213", name: BUSINESS.name });
    const statuses = [];
    for (const seconds of [10, DAY_SECONDS, 2 * DAY_SECONDS]) {
      sandbox.clock.advance(seconds);
      statuses.push(await readStatus(id));
    }
    expect(statuses).toEqual(["pending", "in_review", "approved"]);
  });

  test.each([
    ["00-0000001", "in_review", "rejected"],
    ["000000002", "in_audit", "in_audit"],
  ])("with the EIN %s is %s and then %s", async (tin, reviewed, ended) => {
    const { id } = await register({ tin: { tin } });
    sandbox.clock.advance(DAY_SECONDS);
    expect(await readStatus(id)).toBe(reviewed);
    sandbox.clock.advance(9 * DAY_SECONDS);
    expect(await readStatus(id)).toBe(ended);
  });

  test("is made once for a unique_external_id", async () => {
    await register();
    const { status, body } = await register({ name: "Another" });
    expect(status).toBe(422);
    expect(body).toEqual({
      errors: [{ message: "Unique external has already been taken", parameter: "unique_external_id" }],
    });
    expect((await call("GET", "/businesses")).body).toMatchObject({ total_count: 1 });
  });

  test.each([
    ["without a name", { name: " " }, "Name can't be blank"],
    ["without an address", { addresses: [] }, "Addresses can't be blank"],
    [
      "of a state there is not",
      { addresses: [{ ...BUSINESS.addresses[0], state: "ZZ" }] },
      "State is not included in the list",
    ],
    ["with a short EIN", { tin: { tin: "123" } }, "Tin is the wrong length (should be 9 characters)"],
    ["with the EIN 00-0000003", { tin: { tin: "00-0000003" } }, "Tin is invalid"],
    ["with a field there is not", { naem: "x" }, expect.stringContaining("naem")],
  ])("%s is refused", async (_case, changes, message) => {
    const { status, body } = await register(changes);
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ message })]);
  });

  test("never shows its EIN", async () => {
    const { id } = await register({ tin: { tin: "12-3456789" } });
    const shown = JSON.stringify([
      (await call("GET", `/businesses/${id}`)).body,
      await (await fetch(`${sandbox.origin}/__sandbox/state`)).json(),
    ]);
    expect(shown).not.toMatch(/123456789|12-3456789/);
  });

  test("that an id spells out is there after a restart, in the state the id says", async () => {
    for (const [digit, status] of [
      "open",
      "pending",
      "in_audit",
      "in_review",
      "approved",
      "rejected",
    ].entries())
      expect(await readStatus(`5eed0${digit}00-0000-4000-8000-000000000007`)).toBe(status);
    expect((await call("GET", "/businesses/5eed0600-0000-4000-8000-000000000007")).status).toBe(404);
    const { body } = await call("GET", `/businesses/${FILED}`);
    expect(body).toMatchObject({ id: FILED, unique_external_id: "48213", name: "Business 48213" });
  });

  test("can be put where somebody at Middesk would put it", async () => {
    const { id } = await register();
    const control = `${sandbox.origin}/__sandbox/middesk/businesses`;
    await post(`${control}/${id}`, { status: "rejected" });
    expect(await readStatus(id)).toBe("rejected");
    expect(await (await fetch(control)).json()).toMatchObject([{ id, status: "rejected", liens: [] }]);
    expect((await post(`${control}/7`, { status: "rejected" })).status).toBe(404);
  });
});

test("the first page lists businesses with their liens, and lets them be decided on", async () => {
  const { id } = await register({ name: "Quill <Carpentry>" });
  await call("POST", `/businesses/${id}/liens`, LIEN);
  const page = await (await fetch(`${sandbox.origin}/`)).text();
  expect(page).toMatch(
    /<td>48213<\/td><td>Quill &lt;Carpentry&gt;<\/td><td>open<\/td><td>lien in CA: created<\/td>/,
  );
  const [, path, body] = /data-post="([^"]*)" data-body="([^"]*)">rejected</.exec(page) ?? [];
  await post(`${sandbox.origin}${path}`, JSON.parse((body ?? "").replaceAll("&quot;", '"')));
  expect(await readStatus(id)).toBe("rejected");
});

test("a list is read page by page, the newest first", async () => {
  for (const id of ["1", "2", "3"]) await register({ unique_external_id: id });
  const pages = [];
  for (const page of [1, 2]) pages.push((await call("GET", `/businesses?page=${page}&per_page=2`)).body);
  expect(pages).toMatchObject([
    { data: [{ unique_external_id: "3" }, { unique_external_id: "2" }], has_more: true, total_count: 3 },
    { data: [{ unique_external_id: "1" }], has_more: false, total_count: 3 },
  ]);
});

describe("a lien", () => {
  test("can be terminated once it is past created, once however often, and is closed a day later", async () => {
    const { id } = await register();
    const lien = await call("POST", `/businesses/${id}/liens`, LIEN);
    const terminate = () => call("POST", `/liens/${lien.id}/termination`, {});
    expect((await terminate()).status).toBe(422);
    sandbox.clock.advance(3600);
    const made = await terminate();
    expect(made).toMatchObject({ status: 200, body: { lien_id: lien.id, status: "created" } });
    expect((await terminate()).body).toEqual(made.body);
    expect(await readLiens(id)).toMatchObject([{ status: "closing", lien_termination: { id: made.id } }]);
    sandbox.clock.advance(86_400);
    expect(await readLiens(id)).toMatchObject([{ status: "closed", status_category: "terminated" }]);
    expect((await call("POST", "/liens/7/termination", {})).status).toBe(404);
  });

  test("goes from created over pending to filed by the clock, and then has a number and a PDF", async () => {
    const { id } = await register();
    const made = await call("POST", `/businesses/${id}/liens`, LIEN);
    expect(made).toMatchObject({
      status: 201,
      body: { status: "created", file_number: null, filing_date: null, documents: [] },
    });
    sandbox.clock.advance(3600);
    expect(await readLiens(id)).toMatchObject([{ status: "pending", documents: [] }]);
    sandbox.clock.advance(DAY_SECONDS);
    expect(await readLiens(id)).toMatchObject([
      {
        id: made.id,
        status: "filed",
        file_number: expect.stringMatching(/^\d{4}-\d{7}$/),
        filing_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        documents: [{ filename: expect.stringMatching(/^UCC-1 .*\.pdf$/) }],
      },
    ]);
  });

  test.each([
    ["without a debtor", { debtors: [] }, "Debtors can't be blank"],
    ["without a state", { state: undefined }, "State is not included in the list"],
    [
      "in Tennessee without a principal",
      { state: "TN" },
      "Loan principal amount cents must be greater than 0 for filings in TN",
    ],
    [
      "with a debtor at two addresses",
      { debtors: [{ organization_name: "x", addresses: [...BUSINESS.addresses, ...BUSINESS.addresses] }] },
      "Addresses must hold one address",
    ],
  ])("%s is refused, and not filed", async (_case, changes, message) => {
    const { id } = await register();
    const { status, body } = await call("POST", `/businesses/${id}/liens`, { ...LIEN, ...changes });
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ message })]);
    expect(await readLiens(id)).toEqual([]);
  });

  test("needs a business with an identity order", async () => {
    const { id } = await register({ orders: [] });
    expect(await call("POST", `/businesses/${id}/liens`, LIEN)).toMatchObject({
      status: 403,
      body: { errors: [{ message: "An identity or verify order is required to file a lien." }] },
    });
    expect((await call("POST", "/businesses/7/liens", LIEN)).status).toBe(404);
  });
});

describe("a document", () => {
  test("is a PDF behind a link that works for five minutes", async () => {
    const link = await linkTo(FILED_DOCUMENT);
    const answer = await fetch(link);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(await answer.text()).toMatch(/^%PDF-/);
    time += 5 * 60_000;
    expect((await fetch(link)).status).toBe(403);
    expect((await fetch(await linkTo(FILED_DOCUMENT))).status).toBe(200);
  });

  test("is not behind a link that is forged, of another document, or made to expire", async () => {
    const link = await linkTo(FILED_DOCUMENT);
    expect((await fetch(link.replace(/signature=./, "signature=x"))).status).toBe(403);
    expect((await fetch(link.replace("048213?", "048214?"))).status).toBe(403);
    expect((await fetch(link.replace(/expires=\d/, "expires=9"))).status).toBe(403);
    await fetch(`${sandbox.origin}/__sandbox/middesk/links/expire`, { method: "POST" });
    expect((await fetch(link)).status).toBe(403);
  });

  test("is not there before the lien is filed", async () => {
    const { status } = await call("GET", "/documents/5eed2310-0000-4000-8000-000000048213/download_url");
    expect(status).toBe(404);
  });
});

test.each(["", "Bearer invented", "Basic eDp5", "bearer mk_test_sandbox"])(
  "no call goes through with %j",
  async (authorization) => {
    const answer = await callMiddesk(sandbox, { method: "GET", path: "/businesses", authorization });
    expect(answer).toMatchObject({ status: 401, body: { errors: [{ message: "Not authorized." }] } });
  },
);

test("the key is taken as the user of Basic as well", async () => {
  const authorization = `Basic ${Buffer.from(`${sandbox.middesk.apiKey}:`).toString("base64")}`;
  expect((await callMiddesk(sandbox, { method: "GET", path: "/businesses", authorization })).status).toBe(
    200,
  );
});

const call = (method: "GET" | "POST", path: string, body?: unknown) =>
  callMiddesk(sandbox, { method, path, body });

const register = (changes: object = {}) => call("POST", "/businesses", { ...BUSINESS, ...changes });

async function readStatus(id: string): Promise<unknown> {
  return (await call("GET", `/businesses/${id}`)).body.status;
}

async function readLiens(businessId: string): Promise<unknown> {
  return (await call("GET", `/businesses/${businessId}/liens`)).body.data;
}

async function linkTo(documentId: string): Promise<string> {
  const { body } = await call("GET", `/documents/${documentId}/download_url`);
  return z.object({ data: z.string() }).parse(body).data;
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
