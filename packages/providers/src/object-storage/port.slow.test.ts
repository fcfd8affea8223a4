import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { createFolderObjectStorage } from "./folder.ts";
import { newObjectKey } from "./object-key.ts";
import { LONGEST_LINK_SECONDS, type ObjectLink, type ObjectStorage } from "./port.ts";
import { createS3ObjectStorage } from "./s3.ts";

const LINK: ObjectLink = {
  expiresInSeconds: 60,
  fileName: "contract.pdf",
  contentType: "application/pdf",
  disposition: "inline",
};

let sandbox: Sandbox;
let root: string;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  root = mkdtempSync(join(tmpdir(), "objects-"));
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(async () => {
  await sandbox.close();
  rmSync(root, { recursive: true });
});

const ADAPTERS: [name: string, create: () => ObjectStorage][] = [
  ["a folder", folder],
  ["S3", () => createS3ObjectStorage({ ...sandbox.s3, deadlineMs: 60_000 })],
];

describe.each(ADAPTERS)("objects in %s", (_name, create) => {
  test("what was put is got, byte for byte", async () => {
    const content = randomBytes(100_000);
    const key = newKey();
    await create().put(key, content);
    expect(await read(create(), key)).toEqual(content);
  });

  test("what was put as a stream is got, byte for byte", async () => {
    const content = randomBytes(1_000_000);
    const key = newKey();
    await create().put(key, { stream: toStream(content), sizeBytes: content.length });
    expect(await read(create(), key)).toEqual(content);
  });

  test("an empty object is one too", async () => {
    const [key, streamed] = [newKey(), newKey()];
    await create().put(key, new Uint8Array());
    await create().put(streamed, { stream: toStream(Buffer.alloc(0)), sizeBytes: 0 });
    for (const empty of [key, streamed]) expect(await read(create(), empty)).toEqual(Buffer.alloc(0));
  });

  test("a later object takes the place of the earlier", async () => {
    const key = newKey();
    await create().put(key, Buffer.from("earlier"));
    await create().put(key, Buffer.from("later"));
    expect(String(await read(create(), key))).toBe("later");
  });

  test("an object's size and time can be had without it", async () => {
    const key = newKey();
    const before = Date.now() - 2000;
    await create().put(key, Buffer.from("12345"));
    const head = await create().head(key);
    expect(head).toEqual({ sizeBytes: 5, storedAt: expect.any(Date) });
    expect(head?.storedAt.getTime()).toBeGreaterThan(before);
  });

  test("a folder's keys are listed, all of them and no others", async () => {
    const below = `sent/${randomUUID()}/`;
    const keys = ["2026-11-23/a.txt", "2026-11-23/ä b.txt", "marker"].map((name) => `${below}${name}`);
    for (const key of [...keys, newKey()]) await create().put(key, Buffer.from("x"));
    expect((await listed(create(), below)).sort()).toEqual(keys.sort());
    expect(await listed(create(), "nothing/")).toEqual([]);
  });

  test("what is not there is null, and deleting it does nothing", async () => {
    const key = newKey();
    expect(await create().get(key)).toBeNull();
    expect(await create().head(key)).toBeNull();
    await expect(create().delete(key)).resolves.toBeUndefined();
  });

  test("what was deleted is gone", async () => {
    const key = newKey();
    await create().put(key, Buffer.from("x"));
    await create().delete(key);
    expect(await create().get(key)).toBeNull();
  });

  test.each([
    "plain/12_file.pdf",
    "with space/a b+c&d=e?f#g%20h.pdf",
    "unicode/Ünïcødé 文書 🧾.pdf",
    "dots/..hidden/.env",
    "quotes/it's (1)!*~.pdf",
  ])("the key %j is kept as it is", async (key) => {
    await create().put(key, Buffer.from(key));
    expect(String(await read(create(), key))).toBe(key);
  });

  test.each([
    "",
    "/a",
    "a/",
    "a//b",
    "..",
    "a/../b",
    "./a",
    "a\\b",
    "a\0b",
    "a\nb",
    "\ud800",
    "x".repeat(1000),
  ])("the key %j is refused by every call", async (key) => {
    const storage = create();
    for (const call of [
      storage.put(key, Buffer.from("x")),
      storage.get(key),
      storage.head(key),
      storage.delete(key),
      storage.signedUrl(key, LINK),
    ]) {
      await expect(call).rejects.toMatchObject({ name: "ProviderError", kind: "refused" });
    }
  });

  test("what is put as new stays as it is, whoever puts there again, and of many at once one has put it", async () => {
    const key = newKey();
    expect(await create().putNew(key, Buffer.from("first"))).toBe(true);
    expect(await create().putNew(key, Buffer.from("second"))).toBe(false);
    expect(String(await read(create(), key))).toBe("first");
    const other = newKey();
    const put = await Promise.all(["a", "b", "c"].map((text) => create().putNew(other, Buffer.from(text))));
    expect(put.filter(Boolean)).toHaveLength(1);
    await expect(create().putNew("/a", Buffer.from("x"))).rejects.toMatchObject({ kind: "refused" });
  });

  test("a stream that breaks off stores nothing, and leaves what was there", async () => {
    const key = newKey();
    await create().put(key, Buffer.from("earlier"));
    const broken = create().put(key, { stream: brokenStream(), sizeBytes: 10 });
    await expect(broken).rejects.toMatchObject({ name: "ProviderError", kind: "unavailable" });
    expect(String(await read(create(), key))).toBe("earlier");
  });

  test.each([9, 11])("a stream of 10 bytes that was said to have %i stores nothing", async (sizeBytes) => {
    const key = newKey();
    const put = create().put(key, { stream: toStream(Buffer.alloc(10)), sizeBytes });
    await expect(put).rejects.toMatchObject({ name: "ProviderError" });
    expect(await create().head(key)).toBeNull();
  });

  test.each([0, -1, 1.5, LONGEST_LINK_SECONDS + 1])("a link for %d seconds is refused", async (seconds) => {
    const link = create().signedUrl(newKey(), { ...LINK, expiresInSeconds: seconds });
    await expect(link).rejects.toMatchObject({ name: "ProviderError", kind: "refused" });
  });
});

function folder() {
  return createFolderObjectStorage({
    root,
    linkUrl: "https://console.example.com/files",
    linkSecret: "signs-links",
    now: () => new Date(),
  });
}

async function listed(storage: ObjectStorage, below: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.list(below)) keys.push(key);
  return keys;
}

function newKey(): string {
  return newObjectKey({ folder: "contracts", userId: 12, extension: "pdf" });
}

/** In pieces that end nowhere in particular. */
function toStream(content: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= content.length) return controller.close();
      controller.enqueue(new Uint8Array(content.subarray(at, at + 77_777)));
      at += 77_777;
    },
  });
}

function brokenStream(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull: (controller) => {
      pulls += 1;
      if (pulls < 3) controller.enqueue(Buffer.from("data"));
      else controller.error(new Error("The upload broke off."));
    },
  });
}

async function read(storage: ObjectStorage, key: string): Promise<Buffer | undefined> {
  const object = await storage.get(key);
  if (!object) return undefined;
  const content = await buffer(object.stream);
  expect(object.sizeBytes).toBe(content.length);
  return content;
}
