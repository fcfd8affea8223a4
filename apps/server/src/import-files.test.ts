import { randomUUID } from "node:crypto";
import { IMPORT_FILES_PATH, IMPORT_ID_HEADER } from "@countinghouse/api/imports/add-file";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

async function send(token: string, files: readonly File[], headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const file of files) body.append("file", file);
  const response = await fetch(`${served.origin}${IMPORT_FILES_PATH}`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}`, [IMPORT_ID_HEADER]: randomUUID(), ...headers },
  });
  return { status: response.status, answer: JSON.parse(await response.text()) };
}

const customers = () => new File(["Name\nAna Diaz\n"], "customers.csv");

it("a file that is posted is of the import that the request names, once however often it is sent", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const id = randomUUID();
  const headers = { [IMPORT_ID_HEADER]: id, "x-request-id": randomUUID() };
  expect(await send(token, [customers()], headers)).toEqual({ status: 200, answer: { id } });
  expect(await send(token, [customers()], headers)).toEqual({ status: 200, answer: { id } });
  const { files } = await (await api.as("SUPERADMIN")).imports.get({ id });
  expect(files).toMatchObject([{ kind: "UPLOADED", name: "customers.csv", sizeBytes: 14 }]);
  expect(await api.database.read.importFilePart.count()).toBe(1);
});

it("nothing is kept of what is refused: another role, no id, two files at once, a kind that is no table", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const parts = await api.database.read.importFilePart.count();
  const jobs = await api.database.read.importJob.count();
  expect((await send("nobody", [customers()])).status).toBe(401);
  expect(await send(await openSession(api, "ADMIN"), [customers()])).toMatchObject({
    status: 403,
    answer: { message: "Only SUPERADMIN can do this." },
  });
  expect(await send(token, [customers()], { [IMPORT_ID_HEADER]: "x" })).toMatchObject({
    status: 400,
    answer: { message: "This is no id of an import." },
  });
  expect(await send(token, [customers(), customers()])).toMatchObject({
    status: 400,
    answer: { message: "Send one file at a time." },
  });
  expect(await send(token, [new File(["x"], "book.pdf")])).toMatchObject({
    status: 400,
    answer: { message: "Only CSV, TXT, TSV and XLSX files can be imported." },
  });
  expect(await api.database.read.importFilePart.count()).toBe(parts);
  expect(await api.database.read.importJob.count()).toBe(jobs);
});
