import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { INCOMPLETE, LACKS_CALL, LIST_DENIED, type ObjectLink } from "./port.ts";
import { createS3ObjectStorage, type S3Config } from "./s3.ts";

const KEY = "contracts/12 Ünïcødé (1).pdf";
const LINK: ObjectLink = {
  expiresInSeconds: 60,
  fileName: "Verträge 'alle' 100%.pdf",
  contentType: "application/pdf",
  disposition: "attachment",
};

let sandbox: Sandbox;
let time = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
});
beforeEach(async () => {
  time = Date.now();
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
});
afterAll(() => sandbox.close());

test("whoever has a link reads the object, under the name and kind it was made for", async () => {
  await storage().put(KEY, Buffer.from("%PDF"));
  const answer = await fetch(await storage().signedUrl(KEY, LINK));
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("%PDF");
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="Vertr_ge 'alle' 100_.pdf"; filename*=UTF-8''Vertr%C3%A4ge%20%27alle%27%20100%25.pdf`,
  );
});

test.each([
  [[409, 200], true],
  [[409, 412], false],
])(
  "what is new and meets %j is written once more, since a conflict does not say that it is there",
  async (answers, isNew) => {
    const statuses = [...answers];
    const server = createServer((incoming, outgoing) => {
      incoming.resume();
      const isProbe = incoming.url?.includes("countinghouse-probe/") === true;
      outgoing.writeHead(isProbe ? 412 : (statuses.shift() ?? 500), { connection: "close" }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const asked = storage({ endpoint: `http://127.0.0.1:${port}` }).putNew(KEY, Buffer.from("head"));
    expect(await asked).toBe(isNew);
    server.close();
  },
);

test("a store with all needed calls is accepted", async () => {
  expect(await storage().whyUnfit?.()).toBeNull();
  expect(await storage().whyUnfit?.()).toBeNull();
});

test.each(["not implemented", "as v1"])(
  "a store without ListObjectsV2 (%s) is said to be unfit, also where an object is missing",
  async (listsV2) => {
    await control(sandbox, "s3/settings", { listsV2 });
    expect(await storage().whyUnfit?.()).toContain("does not know ListObjectsV2");
    expect(await failure(storage().head("none"))).toMatchObject({ kind: "refused", vendorCode: LACKS_CALL });
  },
);

test("a store that ignores If-None-Match is rejected, and no stored object is overwritten", async () => {
  await control(sandbox, "s3/settings", { ignoresIfNoneMatch: true });
  expect(await storage().whyUnfit?.()).toContain("does not know If-None-Match");
  await storage().put(KEY, Buffer.from("first"));
  expect(await failure(storage().putNew(KEY, Buffer.from("second")))).toMatchObject({
    kind: "refused",
    vendorCode: LACKS_CALL,
  });
  expect(sandbox.s3.objects.get(KEY)?.bytes.toString()).toBe("first");
});

test("a link that expired, or was changed, gives access to nothing", async () => {
  await storage().put(KEY, Buffer.from("%PDF"));
  const link = new URL(await storage().signedUrl(KEY, LINK));
  const longer = new URL(link);
  longer.searchParams.set("X-Amz-Expires", "600");
  expect((await fetch(longer)).status).toBe(403);
  time += 61_000;
  const expired = await fetch(link);
  expect(expired.status).toBe(403);
  expect(await expired.text()).toContain("<Message>Request has expired</Message>");
});

test("a stream is stored without the framing it was sent in", async () => {
  const stream = ReadableStream.from([Buffer.from("one,"), Buffer.from("two")]);
  await storage().put(KEY, { stream, sizeBytes: 7 });
  expect(String(sandbox.s3.objects.get(KEY)?.bytes)).toBe("one,two");
});

test.each([
  [{ secretAccessKey: "hunter2" }, "SignatureDoesNotMatch"],
  [{ accessKeyId: "NOSUCHKEY" }, "InvalidAccessKeyId"],
])("wrong credentials are refused, and not told: %j", async (wrong, vendorCode) => {
  const error = await failure(storage(wrong).put(KEY, Buffer.from("x")));
  expect(error).toMatchObject({ kind: "refused", status: 403, vendorCode });
  expect(error.message).not.toContain("hunter2");
  expect(sandbox.s3.objects.size).toBe(0);
});

test.each(["get", "head"] as const)(
  "a missing bucket is an error of %s, not an object that is not there",
  async (ask) => {
    const error = await failure(storage({ bucket: "elsewhere" })[ask](KEY));
    expect(error).toMatchObject({ kind: "refused", status: 404, vendorCode: "NoSuchBucket" });
  },
);

test.each(["get", "head"] as const)("%s with wrong credentials says which are wrong", async (ask) => {
  const error = await failure(storage({ accessKeyId: "NOSUCHKEY" })[ask](KEY));
  expect(error).toMatchObject({ kind: "refused", vendorCode: "InvalidAccessKeyId" });
});

test.each(["get", "head"] as const)(
  "%s with a key that may not list the bucket reads what is there, and does not take a refusal for a missing object",
  async (ask) => {
    await storage().put(KEY, Buffer.from("x"));
    await control(sandbox, "s3/settings", { listDenied: true });
    expect(await storage()[ask](KEY)).toMatchObject({ sizeBytes: 1 });
    expect(await failure(storage()[ask]("contracts/none.pdf"))).toMatchObject({
      kind: "refused",
      vendorCode: LIST_DENIED,
      message: expect.stringContaining("s3:ListBucket"),
    });
  },
);

test("an upload of which not all was kept has failed", async () => {
  await control(sandbox, "s3/settings", { cutAt: 3 });
  expect(await failure(storage().put(KEY, Buffer.from("0123456789")))).toMatchObject({
    kind: "refused",
    vendorCode: INCOMPLETE,
    message: "s3: it kept 3 of 10 bytes",
  });
});

test.each([
  ["quota", 429, "TooManyRequests"],
  ["status", 503, "SlowDown"],
  ["timeoutBeforeEffect", undefined, undefined],
  ["timeoutAfterEffect", undefined, undefined],
  ["resetAfterEffect", undefined, undefined],
] as const)(
  "after %s an upload may simply be made again, and was made once",
  async (kind, status, vendorCode) => {
    sandbox.faults.add({ provider: "s3", kind, method: "PUT" });
    const hurried = storage({ deadlineMs: 1_500 });
    const error = await failure(hurried.put(KEY, Buffer.from("x")));
    expect(error).toMatchObject({ kind: "unavailable", status, vendorCode });
    expect(sandbox.calls.list()).toHaveLength(1);
    await hurried.put(KEY, Buffer.from("x"));
    expect(await hurried.head(KEY)).toMatchObject({ sizeBytes: 1 });
  },
);

test("an answer without what tells an object's size may be asked for again", async () => {
  await storage().put(KEY, Buffer.from("0123456789"));
  sandbox.faults.add({ provider: "s3", kind: "invalidJson", method: "GET" });
  expect(await failure(storage().get(KEY))).toMatchObject({ kind: "unavailable" });
  expect(await storage().get(KEY)).toMatchObject({ sizeBytes: 10 });
});

async function readKeys(listed: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of listed) keys.push(key);
  return keys;
}

const listAnswer = (rest: string) =>
  `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${rest}</ListBucketResult>`;

test.each([
  [
    "with a field more",
    "<Later><Soon>1</Soon></Later><KeyCount>1</KeyCount><Contents><Key>a/1</Key><Later/></Contents>",
    ["a/1"],
  ],
  ["with a key that is told without anything else", "<Contents><Key>a/1</Key></Contents>", ["a/1"]],
  ["of an empty folder, without a count", "<IsTruncated>false</IsTruncated>", []],
  ["with an object that has no key", "<Contents><Size>1</Size></Contents>", []],
])("a list %s is read", async (_what, rest, keys) => {
  const vendor = await answering(200, listAnswer(rest));
  const found = await readKeys(storage({ endpoint: vendor.url }).list("a/"));
  vendor.close();
  expect(found).toEqual(keys);
});

test.each([
  ["a list that goes on and does not say where", listAnswer("<IsTruncated>true</IsTruncated>")],
  ["half a list", listAnswer("<Contents><Key>a/1</Key>").slice(0, -40)],
  ["something else than a list", "soon"],
])("%s is no whole list", async (_what, body) => {
  const vendor = await answering(200, body);
  expect(await failure(readKeys(storage({ endpoint: vendor.url }).list("a/")))).toMatchObject({
    kind: "unavailable",
  });
  vendor.close();
});

test("a body that is read slowly outlives the deadline", async () => {
  await storage().put(KEY, Buffer.alloc(4_000_000));
  const object = await storage({ deadlineMs: 2_000 }).get(KEY);
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  expect((await new Response(object?.stream).arrayBuffer()).byteLength).toBe(4_000_000);
});

function storage(changes: Partial<S3Config> = {}) {
  const { objects: _, ...place } = sandbox.s3;
  return createS3ObjectStorage({ ...place, deadlineMs: 60_000, ...changes });
}
