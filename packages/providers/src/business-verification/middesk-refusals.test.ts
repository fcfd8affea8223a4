import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { createMiddeskBusinessVerification } from "./middesk.ts";

const BUSINESS = {
  externalId: "48213",
  name: "Quill Carpentry LLC",
  taxId: null,
  phone: null,
  person: null,
  address: { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" },
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each([
  [422, { error: "Unique external has already been taken" }],
  [422, { errors: [{ message: "This one is on record with us." }] }],
  [422, { errors: [{ message: "Duplicate", parameter: 7 }] }],
  [409, "<html>"],
])("a registration refused with %i %j is answered as it is where our id is there", async (status, body) => {
  const { id } = await verification().createBusiness(BUSINESS);
  const vendor = await answeringPostsWith(status, body);
  const known = await verification(vendor.url).createBusiness(BUSINESS);
  expect(known).toMatchObject({ id, externalId: "48213" });
  vendor.close();
});

test.each([
  [{ error: "No such address exists" }, "middesk: 422 error: No such address exists"],
  [
    { errors: [{ message: "Name is already taken", parameter: "name" }] },
    "middesk: 422 name: Name is already taken",
  ],
  [{ errors: "soon" }, "middesk: HTTP 422"],
])(
  "a registration refused with %j, without our id being there, is refused in Middesk's own words",
  async (body, message) => {
    const vendor = await answeringPostsWith(422, body);
    expect(await failure(verification(vendor.url).createBusiness(BUSINESS))).toMatchObject({
      kind: "refused",
      status: 422,
      message,
    });
    vendor.close();
  },
);

test("a business in a territory is registered", async () => {
  const address = { ...BUSINESS.address, city: "San Juan", state: "PR", postalCode: "00901" };
  expect(await verification().createBusiness({ ...BUSINESS, address })).toMatchObject({ status: "open" });
});

const verification = (baseUrl = sandbox.middesk.baseUrl) =>
  createMiddeskBusinessVerification({ ...sandbox.middesk, baseUrl, deadlineMs: 60_000 });

/** The sandbox, but for what is posted: that is answered so, and not done. */
async function answeringPostsWith(status: number, body: unknown) {
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === "POST") {
      outgoing.writeHead(status, { "content-type": "application/json" });
      outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
      return;
    }
    const headers = { authorization: incoming.headers.authorization ?? "" };
    void fetch(`${sandbox.origin}${incoming.url}`, { headers })
      .then((answer) => answer.text())
      .then((text) => outgoing.end(text));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/middesk/v1`, close: () => server.close() };
}
