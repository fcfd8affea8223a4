import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { type S3Request, signedHeaders } from "../testing/s3-signing.ts";

const PATH = "/countinghouse/a%20b/%C3%A9.txt";
const KEY = "a b/é.txt";
const STREAMING = { "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER" };

let sandbox: Sandbox;
const time = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("what was put is got, headed and deleted", async () => {
  expect((await send({ method: "PUT", body: "content" })).status).toBe(200);
  const got = await send({ method: "GET" });
  expect(await got.text()).toBe("content");
  expect(got.headers.get("etag")).toBe(`"${createHash("md5").update("content").digest("hex")}"`);
  const headed = await send({ method: "HEAD" });
  expect(headed.headers.get("content-length")).toBe("7");
  expect(await headed.text()).toBe("");
  expect((await send({ method: "DELETE" })).status).toBe(204);
  expect((await send({ method: "GET" })).status).toBe(404);
});

test("an error is XML as S3 words it", async () => {
  const answer = await send({ method: "GET" });
  expect(answer.headers.get("content-type")).toBe("application/xml");
  expect(await answer.text()).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<Error><Code>NoSuchKey<\/Code><Message>The specified key does not exist\.<\/Message>/,
  );
});

test.each([
  ["no signature", { authorization: "" }, "AccessDenied"],
  ["a signature of zeros", { signature: "0".repeat(64) }, "SignatureDoesNotMatch"],
  ["another key", { accessKeyId: "SOMEONE" }, "InvalidAccessKeyId"],
  ["another secret", { secretAccessKey: "wrong" }, "SignatureDoesNotMatch"],
  ["a path that was not signed", { signedPath: "/countinghouse/other" }, "SignatureDoesNotMatch"],
  ["a method that was not signed", { signedMethod: "GET" }, "SignatureDoesNotMatch"],
  ["a clock 16 minutes behind", { at: new Date(Date.now() - 960_000) }, "RequestTimeTooSkewed"],
])("nothing is stored with %s", async (_case, change, code) => {
  const answer = await send({ method: "PUT", body: "content", ...change });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(`<Code>${code}</Code>`);
  expect(sandbox.s3.objects.size).toBe(0);
});

test("a signature is for the content it was made for", async () => {
  const sha256 = createHash("sha256").update("content").digest("hex");
  const headers = { "x-amz-content-sha256": sha256 };
  expect((await send({ method: "PUT", body: "content", headers })).status).toBe(200);
  const changed = await send({ method: "PUT", body: "CONTENT", headers });
  expect(await changed.text()).toContain("<Code>XAmzContentSHA256Mismatch</Code>");
  expect(String(sandbox.s3.objects.get(KEY)?.bytes)).toBe("content");
});

test("a checksum sent with the content is held against it", async () => {
  const headers = { "x-amz-checksum-crc32": checksum("content") };
  expect((await send({ method: "PUT", body: "content", headers })).status).toBe(200);
  const changed = await send({ method: "PUT", body: "CONTENT", headers });
  expect(await changed.text()).toContain("<Code>BadDigest</Code>");
});

test("chunks are put together without their framing, and their checksum is held against them", async () => {
  const body = `4\r\ncont\r\n3\r\nent\r\n0\r\nx-amz-checksum-crc32:${checksum("content")}\r\n\r\n`;
  const answer = await send({
    method: "PUT",
    body,
    headers: { ...STREAMING, "x-amz-trailer": "x-amz-checksum-crc32" },
  });
  expect(answer.status).toBe(200);
  expect(String(sandbox.s3.objects.get(KEY)?.bytes)).toBe("content");
});

test.each([
  ["broken off", `7\r\ncont`, {}, "IncompleteBody"],
  ["broken off before the end", `4\r\ncont\r\n`, {}, "IncompleteBody"],
  ["without chunks", `content`, {}, "IncompleteBody"],
  ["of another length", `4\r\ncont\r\n0\r\n\r\n`, { "x-amz-decoded-content-length": "7" }, "IncompleteBody"],
  [
    "with a wrong checksum",
    `4\r\ncont\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`,
    { "x-amz-trailer": "x-amz-checksum-crc32" },
    "BadDigest",
  ],
  [
    "without its checksum",
    `4\r\ncont\r\n0\r\n\r\n`,
    { "x-amz-trailer": "x-amz-checksum-crc32" },
    "IncompleteBody",
  ],
  [
    "with a checksum not known here",
    `4\r\ncont\r\n0\r\nx-amz-checksum-sha1:AA==\r\n\r\n`,
    { "x-amz-trailer": "x-amz-checksum-sha1" },
    "NotImplemented",
  ],
  [
    "signed chunk by chunk",
    `4\r\ncont\r\n0\r\n\r\n`,
    { "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" },
    "NotImplemented",
  ],
])("nothing is stored of an upload %s", async (_case, body, headers, code) => {
  const answer = await send({ method: "PUT", body, headers: { ...STREAMING, ...headers } });
  expect(await answer.text()).toContain(`<Code>${code}</Code>`);
  expect(sandbox.s3.objects.size).toBe(0);
});

test.each([
  ["another bucket", "GET", "/other/x", 404, "NoSuchBucket"],
  ["the bucket itself", "GET", "/countinghouse/", 405, "MethodNotAllowed"],
  ["what is not offered", "POST", PATH, 405, "MethodNotAllowed"],
])("a request for %s is refused", async (_case, method, path, status, code) => {
  const answer = await send({ method, path });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(`<Code>${code}</Code>`);
});

test("faults strike it under its name, in XML, and its calls are logged", async () => {
  sandbox.faults.add({ provider: "s3", kind: "status", status: 503, path: KEY });
  const answer = await send({ method: "GET" });
  expect(await answer.text()).toContain("<Code>SlowDown</Code>");
  expect(sandbox.calls.list()).toMatchObject([
    { provider: "s3", method: "GET", path: `/countinghouse/${KEY}`, status: 503, fault: "status" },
  ]);
});

test("it is not there on the port of the others", async () => {
  expect((await fetch(`${sandbox.origin}/s3${PATH}`)).status).toBe(404);
});

interface Sent extends Partial<S3Request> {
  method: string;
  body?: string;
  accessKeyId?: string;
  secretAccessKey?: string;
  signedPath?: string;
  signedMethod?: string;
  signature?: string;
  authorization?: string;
}

function send({ method, body, path = PATH, ...change }: Sent): Promise<Response> {
  const { accessKeyId = sandbox.s3.accessKeyId, secretAccessKey = sandbox.s3.secretAccessKey } = change;
  const place = { ...sandbox.s3, accessKeyId, secretAccessKey };
  const { authorization, ...headers } = signedHeaders(place, {
    method: change.signedMethod ?? method,
    path: change.signedPath ?? path,
    headers: change.headers ?? {},
    at: change.at ?? new Date(time),
  });
  const forged = change.signature && authorization?.replace(/[0-9a-f]{64}$/, change.signature);
  return fetch(`${sandbox.s3.endpoint}${path}`, {
    method,
    headers: { ...headers, authorization: change.authorization ?? forged ?? authorization ?? "" },
    ...(body !== undefined && { body }),
  });
}

function checksum(content: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return bytes.toString("base64");
}
