import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { connectFileTransfer } from "@countinghouse/api/testing/uploads";
import { readZip, storedZip } from "@countinghouse/api/testing/zip";
import { LARGEST_UPLOAD_BYTES, UPLOAD_PATH } from "@countinghouse/api/uploads/request";
import type { Sandbox } from "@countinghouse/sandbox";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

/** An own folder, because other servers on this machine receive files as well. */
const OWN_FOLDER = mkdtempSync(join(tmpdir(), "uploads-test-"));

let api: TestApi;
let sandbox: Sandbox;
let served: Served;
let token: string;

beforeAll(async () => {
  api = await createTestApi();
  sandbox = await connectFileTransfer(api);
  served = await serve(api.services);
  token = await openSession(api, "EMPLOYEE");
  vi.stubEnv("TMPDIR", OWN_FOLDER);
});
afterEach(() => sandbox.files.clear());
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(OWN_FOLDER, { recursive: true });
  await served.close();
  await sandbox.close();
  await api.close();
});

interface Press {
  headers?: Record<string, string>;
  field?: string;
}

async function upload(files: readonly File[], { headers = {}, field = "file" }: Press = {}) {
  const body = new FormData();
  for (const file of files) body.append(field, file);
  const response = await fetch(`${served.origin}${UPLOAD_PATH}`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const answer: { files?: { fileName: string; state: string; message: string; reason: string }[] } =
    JSON.parse(await response.text());
  return { status: response.status, headers: response.headers, answer };
}

const file = (name: string, content: string | Uint8Array<ArrayBuffer> = "a,b\n1,2\n") =>
  new File([content], name);
const reasons = async (...files: File[]) =>
  (await upload(files)).answer.files?.map(({ state, reason }) => [state, reason]);
const inArea = () => sandbox.files.list().map(({ sizeBytes }) => sizeBytes);
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("countinghouse-upload-"));

const PNG = Uint8Array.from(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);
const workbook = (kind: string) =>
  Uint8Array.from(
    storedZip([
      {
        name: "[Content_Types].xml",
        content: Buffer.from(
          `<?xml version="1.0"?><Types><Override PartName="/xl/workbook.xml" ContentType="${kind}"/></Types>`,
        ),
      },
      { name: "xl/workbook.xml", content: Buffer.from("<workbook/>") },
    ]),
  );
const XLSX = workbook("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml");
const XLSM = workbook("application/vnd.ms-excel.sheet.macroEnabled.main+xml");

describe("a request", () => {
  it("with several files uploads each, and returns the outcomes in their order", async () => {
    const { status, headers, answer } = await upload([
      file("one.csv"),
      file("two.exe", "MZ"),
      file("three.txt", "José 💸"),
    ]);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(answer.files).toEqual([
      {
        fileName: "one.csv",
        state: "UPLOADED",
        message: "one.csv file uploaded successfully.",
        reason: "",
      },
      {
        fileName: "two.exe",
        state: "REFUSED",
        message: "two.exe file upload failed.",
        reason: "Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.",
      },
      {
        fileName: "three.txt",
        state: "UPLOADED",
        message: "three.txt file uploaded successfully.",
        reason: "",
      },
    ]);
    expect(new Set(inArea())).toEqual(new Set([8, 10]));
    expect(left()).toEqual([]);
  });

  it("that is repeated with its id gets the same answer for each file, and uploads none twice", async () => {
    const headers = { "x-request-id": randomUUID() };
    const files = [file("one.csv"), file("two.csv")];
    const first = await upload(files, { headers });
    expect((await upload(files, { headers })).answer).toEqual(first.answer);
    expect(inArea()).toHaveLength(2);
    const changed = await upload([file("one.csv", "other\n"), file("two.csv")], { headers });
    expect(changed.answer.files?.map(({ state }) => state)).toEqual(["FAILED", "UPLOADED"]);
    expect(inArea()).toHaveLength(2);
  });

  it("accepts at most twenty files", async () => {
    const files = Array.from({ length: 21 }, (_, index) => file(`${index}.exe`));
    const { answer } = await upload(files);
    expect(answer.files?.map(({ state }) => state)).toEqual([...Array(20).fill("REFUSED"), "FAILED"]);
    expect(answer.files?.at(-1)?.reason).toBe("At most 20 files can be uploaded at once.");
  });

  it("of a visitor or a VIEWER is refused with its code, and nothing is stored", async () => {
    const nobody = await upload([file("a.csv")], { headers: { authorization: "Bearer a.b.c" } });
    expect([nobody.status, nobody.answer]).toMatchObject([
      401,
      { code: "UNAUTHORIZED", message: "Unauthorized User" },
    ]);
    const viewer = `Bearer ${await openSession(api, "VIEWER")}`;
    const refused = await upload([file("a.csv")], { headers: { authorization: viewer } });
    expect([refused.status, refused.answer]).toMatchObject([
      403,
      { code: "FORBIDDEN", message: "Only SUPERADMIN, ADMIN or EMPLOYEE can do this." },
    ]);
    expect(inArea()).toEqual([]);
  });

  it.each([
    ["that is no form", "application/json", "{}", "Files are sent as multipart/form-data."],
    ["without a boundary", "multipart/form-data", "x", "Files are sent as multipart/form-data."],
    [
      "that ends in the middle of a file",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf',
      "The upload did not arrive whole. Nothing was uploaded.",
    ],
    [
      "without a file",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nhello\r\n--x--\r\n',
      "There is no file to upload.",
    ],
  ])("%s is refused as invalid", async (_what, type, body, message) => {
    const { status, text: said } = await served.post(UPLOAD_PATH, body, {
      "content-type": type,
      authorization: `Bearer ${token}`,
    });
    expect([status, JSON.parse(said)]).toMatchObject([400, { code: "INVALID", message }]);
    expect([inArea(), left()]).toEqual([[], []]);
  });

  it("without a length is refused unread, like one that is too large", async () => {
    const stream = new ReadableStream({ start: (controller) => controller.enqueue(PNG) });
    const response = await fetch(`${served.origin}${UPLOAD_PATH}`, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { authorization: `Bearer ${token}`, "content-type": "multipart/form-data; boundary=x" },
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: "These files are too large to be uploaded at once." },
    ]);
  });

  it("with an invalid request id, or with files in another field, is refused", async () => {
    expect((await upload([file("a.csv")], { headers: { "x-request-id": "1" } })).status).toBe(400);
    expect((await upload([file("a.csv")], { field: "other" })).status).toBe(400);
  });

  it("whose browser disconnects midway leaves nothing behind", async () => {
    const { hostname, port } = new URL(served.origin);
    const socket = dial(Number(port), hostname);
    socket.write(
      [
        `POST ${UPLOAD_PATH} HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${token}`,
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Length: 5000",
        "",
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf',
      ].join("\r\n"),
    );
    await expect.poll(left).toHaveLength(1);
    socket.destroy();
    await expect.poll(left).toEqual([]);
    expect(inArea()).toEqual([]);
  });
});

it("the workbooks of these tests are zip files", () => {
  expect(readZip(Buffer.from(XLSX)).map(({ name }) => name)).toEqual([
    "[Content_Types].xml",
    "xl/workbook.xml",
  ]);
});

describe("an uploaded file", () => {
  it("is refused when its content is not of the kind in its name", async () => {
    const not = (kind: string) => ["REFUSED", `Its content is not ${kind}, although its name says so.`];
    expect(
      await reasons(
        file("a.png", PNG),
        file("b.xlsx", XLSX),
        file("c.pdf", "%PDF-1.7\n%âãÏÓ\n"),
        file("macros.xlsx", XLSM),
        file("a.pdf", PNG),
        file("a.csv", PNG),
        file("b.csv", XLSX),
        file("a.txt", "%PDF-1.7\nplain to the end"),
        file("a.jpg", "GIF89a"),
      ),
    ).toEqual([
      ["UPLOADED", ""],
      ["UPLOADED", ""],
      ["UPLOADED", ""],
      not("XLSX"),
      not("PDF"),
      not("CSV"),
      not("CSV"),
      not("TXT"),
      not("JPG"),
    ]);
  });

  it("arrives completely, and is refused when it is larger than 25 MB or empty", async () => {
    const bytes = new Uint8Array(2_000_000).fill(65);
    expect(await reasons(file("large.txt", bytes))).toEqual([["UPLOADED", ""]]);
    expect(inArea()).toEqual([2_000_000]);
    const more = new Uint8Array(LARGEST_UPLOAD_BYTES + 1).fill(65);
    expect(await reasons(file("larger.txt", more), file("none.txt", ""))).toEqual([
      ["REFUSED", "It is larger than 25 MB."],
      ["REFUSED", "The file is empty."],
    ]);
    const { uploads } = await (await api.as("VIEWER")).uploads.list({ cursor: null, limit: 200 });
    const larger = uploads.find(({ fileName }) => fileName === "larger.txt");
    expect(larger?.sizeBytes).toBe(LARGEST_UPLOAD_BYTES + 1);
  });

  it("is shown without folders and invisible characters, and is stored under a name of the server", async () => {
    const { answer } = await upload([file("../../reports/\u202Efdp.txt")]);
    expect(answer.files?.[0]).toMatchObject({ fileName: "fdp.txt", state: "UPLOADED" });
    expect(sandbox.files.list()[0]?.path).toMatch(/^\/uploads\/2026-11-20-[0-9a-f-]{36}\.txt$/);
  });
});
