import { randomUUID } from "node:crypto";
import { IMPORT_FILES_PATH, IMPORT_ID_HEADER } from "@countinghouse/api/imports/add-file";
import { deflatedZip, workbookParts } from "@countinghouse/api/testing/archives";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { EICAR, startClamd } from "@countinghouse/providers/testing/clamd-server";
import { createClamd } from "@countinghouse/providers/virus-scanner/clamd";
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

it("stores a file once for the import that the request names, also when it is sent twice", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const id = randomUUID();
  const headers = { [IMPORT_ID_HEADER]: id, "x-request-id": randomUUID() };
  expect(await send(token, [customers()], headers)).toEqual({ status: 200, answer: { id } });
  expect(await send(token, [customers()], headers)).toEqual({ status: 200, answer: { id } });
  const { files } = await (await api.as("SUPERADMIN")).imports.get({ id });
  expect(files).toMatchObject([{ kind: "UPLOADED", name: "customers.csv", sizeBytes: 14 }]);
  expect(await api.database.read.importFilePart.count()).toBe(1);
});

it("stores nothing of a refused request: another role, no id, two files at once, an unknown kind", async () => {
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
    answer: { message: "This is not an import id." },
  });
  expect(await send(token, [customers(), customers()])).toMatchObject({
    status: 400,
    answer: { message: "Send one file at a time." },
  });
  expect(await send(token, [new File(["x"], "book.pdf")])).toMatchObject({
    status: 400,
    answer: { message: "Only CSV, TXT, TSV and XLSX files and ZIPs of documents can be imported." },
  });
  expect(await api.database.read.importFilePart.count()).toBe(parts);
  expect(await api.database.read.importJob.count()).toBe(jobs);
});

it("refuses a workbook with an excessive size or macros before it is stored, under any name", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const parts = await api.database.read.importFilePart.count();
  const book = (name: string, changed: Record<string, string | Buffer>) =>
    new File([Uint8Array.from(deflatedZip(workbookParts(changed)))], name);
  const random = Buffer.from(Array.from({ length: 700_000 }, (_, index) => (index * 7919) % 251));
  // Packed before the first request, because a connection that waits too long for its next request is closed.
  const [well, bomb, macros] = [
    book("well.xlsx", { "xl/media/a.png": random }),
    book("bomb.xlsx", { "xl/worksheets/sheet1.xml": Buffer.alloc(30_000_000, " ") }),
    book("macros.csv", { "xl/vbaProject.bin": "x" }),
  ];
  expect((await send(token, [well])).status).toBe(200);
  const kept = await api.database.read.importFilePart.count();
  expect(kept).toBeGreaterThan(parts);
  expect(await send(token, [bomb])).toMatchObject({
    status: 400,
    answer: { message: "It unpacks to much more than its size." },
  });
  expect(await send(token, [macros])).toMatchObject({
    status: 400,
    answer: { message: "It contains macros: save it without and try again." },
  });
  expect(await api.database.read.importFilePart.count()).toBe(kept);
});

it("stores no file in which the virus scanner finds something, and none while it does not answer", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const clamd = await startClamd();
  api.services.virusScanner = createClamd({
    at: { host: "127.0.0.1", port: clamd.port },
    deadlineMs: 60_000,
  });
  try {
    const parts = await api.database.read.importFilePart.count();
    expect(await send(token, [new File([`Name\n${EICAR}`], "a.csv")])).toMatchObject({
      status: 400,
      answer: { message: "The virus scanner found Eicar-Test-Signature in it." },
    });
    clamd.mood = "hang up";
    expect(await send(token, [customers()])).toMatchObject({
      status: 503,
      answer: {
        message:
          "The virus scanner does not answer, and files are accepted only after a scan. Try again later.",
      },
    });
    expect(await api.database.read.importFilePart.count()).toBe(parts);
    clamd.mood = "well";
    expect((await send(token, [customers()])).status).toBe(200);
    expect(clamd.scanned.map(String).at(-1)).toBe("Name\nAna Diaz\n");
  } finally {
    api.services.virusScanner = null;
    await clamd.close();
  }
});

it("refuses further files while those of open imports take too much room", async () => {
  const token = await openSession(api, "SUPERADMIN");
  const id = randomUUID();
  expect((await send(token, [customers()], { [IMPORT_ID_HEADER]: id })).status).toBe(200);
  const { id: own } = await api.database.read.importFile.findFirstOrThrow({ where: { jobId: id } });
  const shrink = () =>
    api.database.unsafeTransaction((tx) =>
      tx.importFile.deleteMany({ where: { jobId: id, id: { not: own } } }),
    );
  const enlarge = (sizeBytes: number) =>
    api.database.unsafeTransaction(async (tx) => {
      const more = Array.from({ length: 11 }, () => randomUUID());
      const file = { jobId: id, kind: "UPLOADED" as const, name: "x.csv", sha256: new Uint8Array(32) };
      await tx.importFile.createMany({
        data: more.map((each) => ({ ...file, id: each, sizeBytes, createdAt: api.clock.now() })),
      });
    });
  await enlarge(2_000_000_000);
  expect(await send(token, [customers()])).toMatchObject({
    status: 429,
    answer: {
      message: "The files of open imports take too much space. Finish or discard one first.",
    },
  });
  await shrink();
  expect((await send(token, [customers()])).status).toBe(200);
});
