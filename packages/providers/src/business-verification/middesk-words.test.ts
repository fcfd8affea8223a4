import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { createMiddeskBusinessVerification } from "./middesk.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

const ORDER = {
  externalId: "7",
  name: "Quill LLC",
  taxId: null,
  phone: null,
  person: null,
  address: { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" },
};

test("an address goes out in one line, which fits both of Middesk's published forms", async () => {
  const address = { line1: "1 Main St", line2: "Suite 5", city: "Fresno", state: "CA", postalCode: "93650" };
  const { id } = await verification().createBusiness({ ...ORDER, address });
  const answer = await fetch(`${sandbox.middesk.baseUrl}/businesses/${id}`, {
    headers: { authorization: `Bearer ${sandbox.middesk.apiKey}` },
  });
  expect(await answer.json()).toMatchObject({
    addresses: [
      {
        full_address: "1 Main St, Suite 5, Fresno, CA 93650",
        address_line1: "1 Main St",
        address_line2: "Suite 5",
        city: "Fresno",
        state: "CA",
        postal_code: "93650",
      },
    ],
  });
});

test("a lien in a word of tomorrow stands as unknown, and those beside it as they are", async () => {
  const lien = {
    id: "l1",
    type: "ucc",
    business_id: "b1",
    state: "OH",
    status: "filed",
    added: { later: 1 },
  };
  const data = [{ ...lien, id: "l2", status: "expunged" }, lien];
  const vendor = await answering(200, JSON.stringify({ object: "list", data, has_more: false }));
  expect(await verification(vendor.url).liens("b1")).toMatchObject([
    { id: "l2", status: "unknown" },
    { id: "l1", status: "filed" },
  ]);
  vendor.close();
});

test.each([["needs_review"], [null], [undefined], [{ word: "open" }]])(
  "a business that stands at %j is there, as unknown",
  async (status) => {
    const business = { id: "b2", unique_external_id: "8", status };
    const list = JSON.stringify({ data: [business, { id: 7 }], has_more: false });
    const listing = await answering(200, list);
    expect(await failure(verification(listing.url).findBusiness("8"))).toMatchObject({ kind: "unavailable" });
    listing.close();
    const vendor = await answering(201, JSON.stringify(business));
    const told = { id: "b2", externalId: "8", status: "unknown" };
    expect(await verification(vendor.url).business("b2")).toEqual(told);
    expect(await verification(vendor.url).createBusiness(ORDER)).toEqual(told);
    vendor.close();
  },
);

test("a list of businesses without entries, or with one that can not be read, is read for the others", async () => {
  for (const list of [{ has_more: false }, { data: null }, { data: [{ id: 7 }, null, { id: "b2" }] }]) {
    const vendor = await answering(200, JSON.stringify(list));
    expect(await verification(vendor.url).findBusiness("9")).toBeNull();
    vendor.close();
  }
});

test.each([
  [{ object: "list", has_more: false }],
  [{ liens: [{ id: "l1" }] }],
  [{ data: null }],
  [{ data: [{ id: "l1", state: "OH" }, { state: "OH" }] }],
])("a list of liens that is %j is not taken for all there are", async (list) => {
  const vendor = await answering(200, JSON.stringify(list));
  expect(await failure(verification(vendor.url).liens("b1"))).toMatchObject({ kind: "unavailable" });
  vendor.close();
});

test("a lien of which no more than its id can be read is there, as unknown", async () => {
  const odd = {
    id: "l1",
    state: 7,
    status: [],
    filing_date: "2026",
    file_number: 7,
    documents: [7, { id: "d" }],
  };
  for (const lien of [{ id: "l1" }, odd]) {
    const vendor = await answering(200, JSON.stringify({ data: [lien] }));
    const there = { id: "l1", state: "", status: "unknown", fileNumber: null, filedOn: null };
    expect(await verification(vendor.url).liens("b1")).toMatchObject([there]);
    vendor.close();
  }
});

test.each([["{}"], ["[]"], ["null"], ["OK"], [""]])(
  "a termination that is answered by %j was taken",
  async (text) => {
    const vendor = await answering(200, text);
    expect(await verification(vendor.url).terminateLien("l1")).toBeUndefined();
    vendor.close();
  },
);

const verification = (baseUrl = sandbox.middesk.baseUrl) =>
  createMiddeskBusinessVerification({ ...sandbox.middesk, baseUrl, deadlineMs: 60_000 });
