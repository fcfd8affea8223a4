import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { addFile, type FileFacts, type FolderStorage, openFiles } from "../testing/files.ts";
import type { TestApi } from "../testing/harness.ts";
import { openSession } from "../testing/signing-in.ts";
import { readZip } from "../testing/zip.ts";
import { openZip, ZIP_PATH } from "./zip.ts";

let api: TestApi;
let storage: FolderStorage;
let userId: number;
beforeAll(async () => {
  ({ api, storage } = await openFiles());
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const add = (facts?: FileFacts) => addFile(api, storage, userId, facts);

/** Asks for the zip file within a session that is really open. */
async function zip(fileIds: string[], role: Role = "EMPLOYEE") {
  const claims = await api.services.tokens.verify(await openSession(api, role));
  const actor = { ...(await api.admin(role)), sessionId: claims?.sessionId ?? "" };
  return { actor, ...(await api.callAs(actor).files.zip({ requestId: randomUUID(), userId, fileIds })) };
}

async function open(url: string) {
  const opened = await openZip(api.services, url.slice(ZIP_PATH.length + 1));
  if (!opened.ok) return opened;
  const bytes = await buffer(opened.stream);
  expect(bytes.length).toBe(opened.sizeBytes);
  return { ...opened, entries: readZip(bytes) };
}

const INVALID = { ok: false, reason: "invalid", message: "This link is not valid." };
const FAILED = "Error - Failed to generate user zip file";

describe("a zip file", () => {
  it("holds the chosen files, byte for byte, newest first, and no other", async () => {
    const first = await add({ name: "first.pdf", content: "%PDF first" });
    await add({ name: "not chosen.pdf" });
    api.clock.advance({ seconds: 1 });
    const second = await add({ name: "second.pdf", content: "%PDF second" });
    const { url, fileName } = await zip([first.id, second.id]);
    expect(fileName).toBe(`files_user-${userId}.zip`);
    const opened = await open(url);
    expect(opened).toMatchObject({ ok: true, fileName, contentType: "application/zip" });
    expect("entries" in opened && opened.entries.map(({ name, content }) => [name, String(content)])).toEqual(
      [
        ["second.pdf", "%PDF second"],
        ["first.pdf", "%PDF first"],
      ],
    );
  });

  it("names no entry outside its folder, none twice, and none that is not harmless", async () => {
    const names = [
      "../../etc/passwd",
      "passwd.pdf",
      "C:\\x\\passwd",
      'a"b\r\n.pdf',
      "\u202Efdp.pdf",
      "x".repeat(200),
    ];
    const ids: string[] = [];
    for (const name of names) ids.push((await add({ name })).id);
    const opened = await open((await zip(ids)).url);
    const entries = "entries" in opened ? opened.entries.map(({ name }) => name) : [];
    expect(entries.toSorted()).toEqual(
      [
        "passwd.pdf",
        "passwd (2).pdf",
        "passwd (3).pdf",
        "a_b.pdf",
        "fdp.pdf",
        `${"x".repeat(100)}.pdf`,
      ].toSorted(),
    );
  });

  it("of one file that was named twice holds it once", async () => {
    const { id } = await add();
    const opened = await open((await zip([id, id.toUpperCase()])).url);
    expect("entries" in opened && opened.entries).toHaveLength(1);
  });

  it("can be had by two at once", async () => {
    const { id } = await add({ content: "x".repeat(100_000) });
    const { url } = await zip([id]);
    const both = await Promise.all([open(url), open(url)]);
    for (const opened of both) expect("entries" in opened && opened.entries).toHaveLength(1);
  });
});

describe("asking for a zip file", () => {
  it("is refused for another customer's file, one that is not there, and one whose bytes are lost", async () => {
    const mine = await add();
    const lost = await add({ name: "lost.pdf", content: null });
    const { id: other } = await api.user();
    const theirs = await addFile(api, storage, other);
    await expectRefusal(zip([mine.id, theirs.id]), "NOT_FOUND", "There is no such file.");
    await expectRefusal(zip([randomUUID()]), "NOT_FOUND", "There is no such file.");
    const { missing } = await expectRefusal(zip([mine.id, lost.id]), "NOT_FOUND", FAILED);
    expect(missing).toEqual(["lost.pdf"]);
  });

  it("is refused by rule when the files are too large for one", async () => {
    const { id } = await add();
    await api.database.unsafeTransaction((tx) =>
      tx.userFile.update({ where: { id }, data: { sizeBytes: 600 * 1024 * 1024 } }),
    );
    await expectRefusal(zip([id]), "RULE", /too large for one zip file/);
  });
});

describe("the address of a zip file", () => {
  it("expires after a minute", async () => {
    const { url } = await zip([(await add()).id]);
    api.clock.advance({ seconds: 60 });
    expect(await open(url)).toEqual({ ok: false, reason: "expired", message: "PDF Link Expired" });
  });

  it("is good for nobody once it was changed", async () => {
    const { url } = await zip([(await add()).id]);
    expect(await open(`${url}x`)).toEqual(INVALID);
    expect(await open(`${ZIP_PATH}/../../etc/passwd`)).toEqual(INVALID);
  });

  it("is good no more when the session it was made in has ended", async () => {
    const { url, actor } = await zip([(await add()).id]);
    await api.callAs(actor).auth.signOut();
    expect(await open(url)).toEqual(INVALID);
  });

  it("is good no more when its admin has lost the right to it", async () => {
    const { url, actor } = await zip([(await add()).id], "ADMIN");
    const become = (role: Role) =>
      api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id: actor.id }, data: { role } }));
    await become("VIEWER");
    expect(await open(url)).toEqual(INVALID);
    await become("ADMIN");
    expect(await open(url)).toMatchObject({ ok: true });
  });

  it("lets go of the object it was sending when the browser goes away", async () => {
    const { id } = await add({ content: "x".repeat(1_000_000) });
    const { url } = await zip([id]);
    const letGo = new Promise<void>((resolve) => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
        cancel: () => resolve(),
      });
      const get = () => Promise.resolve({ sizeBytes: 1_000_000, storedAt: api.clock.now(), stream });
      api.services.ports.objectStorage = { ...storage, get };
    });
    const opened = await openZip(api.services, url.slice(ZIP_PATH.length + 1));
    if (!opened.ok) throw new Error(opened.message);
    const reader = opened.stream.getReader();
    for (let chunk = 0; chunk < 5; chunk++) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
    await expect(letGo).resolves.toBeUndefined();
    api.services.ports.objectStorage = storage;
  });

  it("ends in an error, and not in a shorter file, when an object goes away meanwhile", async () => {
    const [kept, gone] = [await add(), await add()];
    const { url } = await zip([kept.id, gone.id]);
    const opened = await openZip(api.services, url.slice(ZIP_PATH.length + 1));
    if (!opened.ok) throw new Error(opened.message);
    for (const { objectKey } of [kept, gone]) await storage.delete(objectKey);
    await expect(buffer(opened.stream)).rejects.toThrow(FAILED);
  });
});
