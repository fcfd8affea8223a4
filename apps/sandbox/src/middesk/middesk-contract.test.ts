import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";
import { BUSINESS, callMiddesk, LIEN } from "../testing/middesk-calls.ts";
import { readSchemas } from "../testing/vendor-schemas.ts";

describe("held against Middesk's own schemas", () => {
  let sandbox: Sandbox;
  let wrongs: ReturnType<typeof readSchemas>;
  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0, smtpPort: 0 });
    wrongs = readSchemas("middesk");
  });
  beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
  afterAll(() => sandbox.close());

  const call = (method: "GET" | "POST", path: string, body?: unknown) =>
    callMiddesk(sandbox, { method, path, body });
  const register = (changes: object = {}) =>
    call("POST", "/businesses", {
      ...BUSINESS,
      tin: { tin: "12-3456789" },
      people: [{ name: "Ada Quill", phone: "5595550100" }],
      ...changes,
    });

  test("a business is right when it is made, and in every state after", async () => {
    const { status, body, id } = await register();
    expect(status).toBe(201);
    expect(wrongs("type__Business", body)).toEqual([]);
    for (const advanceSeconds of [10, 86_400, 3 * 86_400]) {
      sandbox.clock.advance(advanceSeconds);
      expect(wrongs("type__Business", (await call("GET", `/businesses/${id}`)).body)).toEqual([]);
    }
    expect(wrongs("type__Business", { ...body, status: "error" })).not.toEqual([]);
    expect(wrongs("type__Business", { ...body, tin: { tin: "•••••6789" } })).not.toEqual([]);
  });

  test("the list of businesses is right", async () => {
    await register();
    const { body } = await call("GET", "/businesses");
    expect(body).toMatchObject({ object: "list", has_more: false, total_count: 1 });
    expect(wrongs("type_businesses_ListBusinessesResponse", body)).toEqual([]);
    const { has_more: _, ...mutilated } = body;
    expect(wrongs("type_businesses_ListBusinessesResponse", mutilated)).not.toEqual([]);
  });

  test("a lien is right when it is made, while it is processed, and once it is filed with its document", async () => {
    const { id } = await register();
    const made = await call("POST", `/businesses/${id}/liens`, {
      ...LIEN,
      collateral: "All assets",
      loan_principal_amount_cents: 500_000,
    });
    expect(made.status).toBe(201);
    expect(wrongs("type__Lien", made.body)).toEqual([]);
    for (const [advanceSeconds, status] of [
      [3600, "pending"],
      [86_400, "filed"],
    ] as const) {
      sandbox.clock.advance(advanceSeconds);
      const [lien] = await readLiens(id);
      expect(lien).toMatchObject({ status });
      expect(wrongs("type__Lien", lien)).toEqual([]);
    }
    const [filed] = await readLiens(id);
    const [document] = z.object({ documents: z.array(z.looseObject({})) }).parse(filed).documents;
    expect(wrongs("type__Document", document)).toEqual([]);
    expect(wrongs("type__Lien", { ...filed, documents: [{ ...document, size: "1 kB" }] })).not.toEqual([]);
    expect(wrongs("type__Lien", { ...filed, status_category: "pending" })).not.toEqual([]);
    const { owner_id: _, ...mutilated } = filed ?? {};
    expect(wrongs("type__Lien", mutilated)).not.toEqual([]);
  });

  test("a lien is right while it is terminated, and once it is closed", async () => {
    const { id } = await register();
    const made = await call("POST", `/businesses/${id}/liens`, LIEN);
    sandbox.clock.advance(86_400);
    await call("POST", `/liens/${made.id}/termination`, {});
    for (const status of ["closing", "closed"]) {
      const [lien] = await readLiens(id);
      expect(lien).toMatchObject({ status });
      expect(wrongs("type__Lien", lien)).toEqual([]);
      expect(wrongs("type__Lien", { ...lien, lien_termination: "soon" })).not.toEqual([]);
      sandbox.clock.advance(86_400);
    }
  });

  test("the link to a document is right", async () => {
    const { body } = await call("GET", "/documents/5eed2330-0000-4000-8000-000000048213/download_url");
    expect(wrongs("type_documents_GetDocumentDownloadUrlResponse", body)).toEqual([]);
    expect(wrongs("type_documents_GetDocumentDownloadUrlResponse", { data: "soon" })).not.toEqual([]);
  });

  test.each([
    ["a business without a name", 422, "POST", "/businesses", { ...BUSINESS, name: "" }],
    ["a business without an address", 422, "POST", "/businesses", { name: "x" }],
    ["no JSON", 422, "POST", "/businesses", undefined],
    ["a business there is not", 404, "GET", "/businesses/7", undefined],
    ["a document there is not", 404, "GET", "/documents/7/download_url", undefined],
    ["an address there is not", 404, "GET", "/liens", undefined],
  ] as const)("the error of %s is right", async (_case, expected, method, path, body) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(expected);
    expectError(answer.body);
  });

  test.each([400, 401, 403, 404, 422, 429, 500, 503])("the usual error %i is right", async (status) => {
    sandbox.faults.add({ provider: "middesk", kind: "status", status });
    expectError((await call("GET", "/businesses")).body);
  });

  async function readLiens(businessId: string) {
    const { body } = await call("GET", `/businesses/${businessId}/liens`);
    return z.object({ data: z.array(z.looseObject({})) }).parse(body).data;
  }

  function expectError(error: object): void {
    expect(error).toMatchObject({ errors: [{ message: expect.any(String) }] });
    expect(wrongs("type__ErrorResponse", error)).toEqual([]);
    expect(wrongs("type__ErrorResponse", { errors: [{ code: "4040" }] })).not.toEqual([]);
  }
});
