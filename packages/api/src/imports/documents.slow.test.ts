import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { downloadZip } from "client-zip";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { type FolderStorage, withFolderStorage } from "../testing/files.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { IMPORT_SETTINGS, uploadImport } from "../testing/import-jobs.ts";
import { addImportFile, receiveImportFile } from "./add-file.ts";
import { workOnImports } from "./work.ts";

let api: TestApi;
let storage: FolderStorage;
beforeAll(async () => {
  api = await createTestApi();
  storage = withFolderStorage(api);
});
afterAll(() => api.close());

const zip = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> =>
  Buffer.from(
    await downloadZip(
      Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date("2026-01-01") })),
    ).arrayBuffer(),
  );

const receive = (name: string, bytes: Buffer) =>
  receiveImportFile(api.services, name, Readable.from([bytes]));

async function bring(files: Record<string, string>, archive: Buffer, source = "oldsystem") {
  const admin = await api.as("SUPERADMIN");
  const id = await uploadImport(api, files);
  const ctx = api.ctx(await api.admin("SUPERADMIN"));
  await addImportFile(ctx, { requestId: randomUUID(), importId: id }, await receive("papers.zip", archive));
  await admin.imports.plan({ requestId: randomUUID(), id, settings: { ...IMPORT_SETTINGS, source } });
  await workOnImports(api.services);
  const planned = await admin.imports.get({ id });
  await admin.imports.start({ requestId: randomUUID(), id, digest: planned.planDigest ?? "" });
  await workOnImports(api.services);
  return { planned, done: await admin.imports.get({ id }) };
}

const readDocuments = (source: string) =>
  api.database.read.userFile.findMany({
    where: { importKey: { startsWith: `${source}:` } },
    orderBy: { importKey: "asc" },
    include: { user: { select: { importKey: true } } },
  });

const readContent = async (key: string): Promise<string> => {
  const object = await storage.get(key);
  return object === null ? "" : (await buffer(Readable.fromWeb(object.stream as never))).toString();
};

it("documents come as a zip, each under the id of its customer, with its type or without; what is not theirs is refused", async () => {
  const archive = await zip({
    "17/contract/signed.pdf": "%PDF-1.4 signed",
    "17/notes.txt": "A note",
    "99/contract/x.pdf": "%PDF-1.4 nobody",
    "__MACOSX/17/._notes.txt": "added",
  });
  const { planned, done } = await bring({ "users.csv": "Customer ID,Name\n17,Ana Diaz\n" }, archive);
  expect(planned.plan?.book?.sheets).toMatchObject([{ sheet: "documents", rows: 3, refused: 1 }]);
  expect(done.report?.book?.sheets).toMatchObject([{ sheet: "documents", rows: 3, refused: 1 }]);
  const documents = await readDocuments("oldsystem");
  expect(
    documents.map(({ name, type, contentType, user }) => [user.importKey, type, name, contentType]),
  ).toEqual([
    ["oldsystem:17", "contract", "signed.pdf", "application/pdf"],
    ["oldsystem:17", "document", "notes.txt", "text/plain"],
  ]);
  expect(await readContent(documents[0]?.objectKey ?? "")).toBe("%PDF-1.4 signed");
  expect(done.written.map(({ name }) => name)).toEqual(["files.documents.refused.csv"]);
});

it("a zip alone is brought to the customers of its source", async () => {
  const { planned, done } = await bring({}, await zip({ "17/consent/more.txt": "More" }));
  expect(planned.plan?.tables).toEqual([]);
  expect(done.report?.book?.sheets).toMatchObject([{ sheet: "documents", rows: 1, refused: 0 }]);
  expect((await readDocuments("oldsystem")).map(({ name }) => name)).toContain("more.txt");
});

it("where a sheet lists them, the zip is the folder that it names", async () => {
  const files = {
    "users.csv": "Customer ID,Name\n18,Ben Hu\n",
    "documents.csv":
      "Document ID,Customer ID,Document Type,Title,File\nD1,18,contract,The contract,a/b.pdf\n",
  };
  const { done } = await bring(files, await zip({ "a/b.pdf": "%PDF-1.4 b" }), "listed");
  expect(done.report?.book?.sheets).toMatchObject([{ sheet: "documents", rows: 1, refused: 0 }]);
  expect(await readDocuments("listed")).toMatchObject([
    { name: "The contract", type: "contract", sizeBytes: 10 },
  ]);
});

it("a zip that is broken, empty, leads out of its folder or holds far too much is refused when it is sent, and nothing of it is kept", async () => {
  const parts = await api.database.read.importFilePart.count();
  const bomb = await bombZip(60_000_000);
  for (const [bytes, why] of [
    [Buffer.from("no zip at all"), /damaged/],
    [await zip({ "__MACOSX/x": "added" }), /^There is no file in it\.$/],
    [await zip({ "../17/x.pdf": "x" }), /./],
    [bomb, /much more than its size/],
  ] as const)
    await expectRefusal(receive("papers.zip", bytes), "INVALID", why);
  expect(await api.database.read.importFilePart.count()).toBe(parts);
});

it("is looked through by the virus scanner as it is", async () => {
  const seen: number[] = [];
  const services = {
    ...api.services,
    virusScanner: {
      scan: async (bytes: AsyncIterable<Uint8Array>) => {
        let size = 0;
        for await (const piece of bytes) size += piece.length;
        seen.push(size);
        return "Eicar";
      },
    } as never,
  };
  const archive = await zip({ "17/x.txt": "x" });
  await expectRefusal(
    receiveImportFile(services, "papers.zip", Readable.from([archive])),
    "INVALID",
    /^The virus scanner found Eicar in it\.$/,
  );
  expect(seen).toEqual([archive.length]);
});

/** A zip of one file of zeros, as small as it gets. */
async function bombZip(bytes: number): Promise<Buffer> {
  const { deflateRawSync, crc32 } = await import("node:zlib");
  const content = Buffer.alloc(bytes);
  const packed = deflateRawSync(content, { level: 9 });
  const name = Buffer.from("17/zeros.txt");
  const head = (signature: number, extra: number) => {
    const fields = Buffer.alloc(extra);
    fields.writeUInt32LE(signature, 0);
    const at = signature === 0x02014b50 ? 10 : 8;
    fields.writeUInt16LE(8, at);
    fields.writeUInt32LE(crc32(content), at + 6);
    fields.writeUInt32LE(packed.length, at + 10);
    fields.writeUInt32LE(bytes, at + 14);
    fields.writeUInt16LE(name.length, at + 18);
    return fields;
  };
  const local = Buffer.concat([head(0x04034b50, 30), name, packed]);
  const listed = Buffer.concat([head(0x02014b50, 46), name]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, listed, end]);
}
