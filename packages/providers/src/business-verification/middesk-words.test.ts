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

test("an address goes out in one line, which fits both of Middesk's published forms", async () => {
  const address = { line1: "1 Main St", line2: "Suite 5", city: "Fresno", state: "CA", postalCode: "93650" };
  const order = { externalId: "7", name: "Quill LLC", taxId: null, phone: null, person: null, address };
  const { id } = await verification().createBusiness(order);
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

test("a business that stands in a word of tomorrow does not hide the others, and is itself an error", async () => {
  const { id } = await verification().createBusiness({
    externalId: "7",
    name: "Quill LLC",
    taxId: null,
    phone: null,
    person: null,
    address: { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" },
  });
  const other = { id: "b2", unique_external_id: "8", name: "Other LLC", status: "on_hold" };
  const vendor = await answering(200, JSON.stringify({ data: [other], has_more: false }));
  expect(await verification(vendor.url).findBusiness("9")).toBeNull();
  expect(await failure(verification(vendor.url).findBusiness("8"))).toMatchObject({ kind: "unavailable" });
  expect(await verification().findBusiness("7")).toMatchObject({ id });
  vendor.close();
});

const verification = (baseUrl = sandbox.middesk.baseUrl) =>
  createMiddeskBusinessVerification({ ...sandbox.middesk, baseUrl, deadlineMs: 30_000 });
