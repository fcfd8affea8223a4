import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createFolderObjectStorage, type FolderConfig } from "./folder.ts";
import type { ObjectLink } from "./port.ts";

const KEY = "contracts/12_a b+c.pdf";
const LINK: ObjectLink = {
  expiresInSeconds: 60,
  fileName: "Vertrag & Anhang.pdf",
  contentType: "application/pdf",
  disposition: "inline",
};
const INVALID = { ok: false, reason: "invalid" };

let root: string;
let time = Date.now();
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "folder-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("a link gives access to its object, under the name and kind it was made for", async () => {
  const link = await storage().signedUrl(KEY, LINK);
  expect(link).toMatch(/^https:\/\/console\.example\.com\/files\/contracts\/12_a%20b%2Bc\.pdf\?/);
  const { expiresInSeconds: _, ...shown } = LINK;
  expect(storage().openLink(link)).toEqual({ ok: true, key: KEY, ...shown });
});

test("a link is opened by its path and query alone", async () => {
  const { pathname, search } = new URL(await storage().signedUrl(KEY, LINK));
  expect(storage().openLink(`${pathname}${search}`)).toMatchObject({ ok: true, key: KEY });
});

test("a link expires on the second", async () => {
  time = Math.floor(time / 1000) * 1000;
  const link = await storage().signedUrl(KEY, LINK);
  time += 59_999;
  expect(storage().openLink(link)).toMatchObject({ ok: true });
  time += 1;
  expect(storage().openLink(link)).toEqual({ ok: false, reason: "expired" });
});

test.each([
  ["another key", (link: URL) => (link.pathname = "/files/contracts/13_a.pdf")],
  ["a key outside", (link: URL) => (link.pathname = "/files/contracts/..%2F..%2Fetc%2Fpasswd")],
  ["a key that is no text", (link: URL) => (link.pathname = "/files/%FF")],
  ["another place", (link: URL) => (link.pathname = link.pathname.replace("/files/", "/docs/"))],
  ["a later end", (link: URL) => link.searchParams.set("expires", "99999999999")],
  ["an end that is no number", (link: URL) => link.searchParams.set("expires", "1e99")],
  ["another kind", (link: URL) => link.searchParams.set("type", "text/html")],
  ["another name", (link: URL) => link.searchParams.set("name", "x.exe")],
  ["another disposition", (link: URL) => link.searchParams.set("disposition", "attachment")],
  ["one thing more", (link: URL) => link.searchParams.set("more", "1")],
  ["no signature", (link: URL) => link.searchParams.delete("signature")],
  ["another signature", (link: URL) => link.searchParams.set("signature", "A".repeat(43))],
  ["half a signature", (link: URL) => link.searchParams.set("signature", "A")],
])("a link changed to %s is invalid", async (_case, change) => {
  const link = new URL(await storage().signedUrl(KEY, LINK));
  change(link);
  expect(storage().openLink(link.href)).toEqual(INVALID);
});

test("a link signed with another secret is invalid", async () => {
  const link = await storage({ linkSecret: "someone else's" }).signedUrl(KEY, LINK);
  expect(storage().openLink(link)).toEqual(INVALID);
});

test("no file lies outside the folder, and none is hidden or readable by others", async () => {
  await storage().put("..a/.b/c..", Buffer.from("x"));
  const inside = readdirSync(root, { recursive: true }).map(String);
  expect(inside).toContain(join("%2E.a", "%2Eb", "c.."));
  expect(statSync(join(root, "%2E.a", "%2Eb", "c..")).mode & 0o077).toBe(0);
});

test("nothing of a failed upload is left behind", async () => {
  const stream = ReadableStream.from([Buffer.from("too long")]);
  await expect(storage().put(KEY, { stream, sizeBytes: 3 })).rejects.toMatchObject({ kind: "refused" });
  expect(readdirSync(root, { recursive: true })).toEqual([".drafts"]);
});

test("a reader that began before an object was replaced or deleted reads the earlier one to its end", async () => {
  await storage().put(KEY, Buffer.from("earlier"));
  const earlier = await storage().get(KEY);
  await storage().put(KEY, Buffer.from("later"));
  await storage().delete(KEY);
  expect(await new Response(earlier?.stream).text()).toBe("earlier");
});

test("a folder that cannot be written to is unavailable, and its place is not told", async () => {
  const file = join(root, "file");
  writeFileSync(file, "");
  const error: unknown = await storage({ root: file })
    .put(KEY, Buffer.from("x"))
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: "ProviderError", kind: "unavailable", vendorCode: "ENOTDIR" });
  expect(error).toHaveProperty("message", expect.not.stringContaining(root));
});

function storage(changes: Partial<FolderConfig> = {}) {
  return createFolderObjectStorage({
    root,
    linkUrl: "https://console.example.com/files",
    linkSecret: "signs-links",
    now: () => new Date(time),
    ...changes,
  });
}
