import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../../testing/memory-storage.ts";
import { exportBook } from "../export/export-book.ts";
import { type ImportOptions, importFiles } from "../run-import.ts";

let api: TestApi;
let storage: MemoryStorage;
let email: string;
let folder: string;
beforeAll(async () => {
  api = await createTestApi();
  storage = createMemoryStorage();
  const { id } = await api.admin("SUPERADMIN");
  ({ email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } }));
  folder = mkdtempSync(path.join(os.tmpdir(), "import-documents-"));
  mkdirSync(path.join(folder, "papers"));
  writeFileSync(path.join(folder, "papers", "contract.pdf"), "%PDF-1.4 contract");
  writeFileSync(path.join(folder, "secret.txt"), "outside");
  symlinkSync(path.join(folder, "secret.txt"), path.join(folder, "papers", "link.txt"));
  writeFileSync(path.join(folder, "customers.csv"), "Customer ID,Name\n17,Ana Diaz\n");
  writeFileSync(
    path.join(folder, "documents.csv"),
    `Document ID,Customer ID,Document Type,Title,File,Created On
D1,17,contract,The contract,contract.pdf,9/1/2026
D2,17,consent,,gone.pdf,
D3,17,consent,,../secret.txt,
D4,17,consent,,link.txt,
D5,99,consent,,contract.pdf,
`,
  );
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const options = (): ImportOptions => ({
  files: ["customers.csv", "documents.csv"].map((file) => path.join(folder, file)),
  source: "old",
  email,
  db: api.database,
  vault: api.vault,
  now: api.clock.now,
  dryRun: false,
});

const bring = (more: Partial<ImportOptions> = {}) =>
  importFiles({ ...options(), documents: { folder: path.join(folder, "papers"), storage }, ...more });

const files = () =>
  api.database.read.userFile.findMany({ include: { user: { select: { importKey: true } } } });

it("are refused where nobody has said where they are", async () => {
  const { book } = await importFiles(options());
  expect(book?.refused.filter(({ reason }) => reason.includes("--documents=FOLDER"))).toHaveLength(4);
  expect(await files()).toEqual([]);
});

it("are found where their sheet has the other slash, or letters with accents in one piece and the folder in two", async () => {
  const own = mkdtempSync(path.join(folder, "accents-"));
  mkdirSync(path.join(own, "papers", "17"), { recursive: true });
  for (const name of ["Jose\u0301.pdf", "Mu\u00f1oz.pdf"])
    writeFileSync(path.join(own, "papers", "17", name), "%PDF-1.4");
  writeFileSync(path.join(own, "customers.csv"), "Customer ID,Name\n17,Ana Diaz\n");
  writeFileSync(
    path.join(own, "documents.csv"),
    "Document ID,Customer ID,Type,File\nD1,17,consent,17\\Jos\u00e9.pdf\nD2,17,consent,17/Mun\u0303oz.pdf\nD3,17,consent,..\\documents.csv\n",
  );
  const { book } = await bring({
    files: ["customers.csv", "documents.csv"].map((file) => path.join(own, file)),
    source: "accents",
    documents: { folder: path.join(own, "papers"), storage },
    dryRun: true,
  });
  expect(book?.refused.map(({ line }) => line)).toEqual([4]);
});

it("are stored with their day, and refused where they are not in the folder, however they are named", async () => {
  const { book } = await bring();
  const NOT_THERE = "file: there is no such file in the folder of documents.";
  expect(book?.refused.map(({ line, reason }) => [line, reason]).sort()).toEqual([
    [3, NOT_THERE],
    [4, NOT_THERE],
    [5, NOT_THERE],
    [6, "customerId: there is no customer with this id from this source."],
  ]);
  const [file, ...more] = await files();
  expect(more).toEqual([]);
  expect(file).toMatchObject({
    type: "contract",
    name: "The contract",
    contentType: "application/pdf",
    sizeBytes: 17,
    createdAt: new Date("2026-09-01T04:00:00Z"),
    user: { importKey: "old:17" },
  });
  expect(Buffer.from(storage.objects.get(file?.objectKey ?? "") ?? []).toString()).toBe("%PDF-1.4 contract");
});

it("are stored once, whatever is run again", async () => {
  const before = await files();
  await bring();
  expect(await files()).toEqual(before);
  expect(storage.objects.size).toBe(1);
});

it("go out with the book and come back", async () => {
  const out = path.join(folder, "out");
  await exportBook({ db: api.database, vault: api.vault, now: api.clock.now, folder: out, storage });
  const [document] = await files();
  expect(readFileSync(path.join(out, "documents", `${document?.id}.pdf`), "utf8")).toBe("%PDF-1.4 contract");
  const { book } = await bring({
    files: [path.join(out, "users.csv"), path.join(out, "documents.csv")],
    source: "again",
    documents: { folder: path.join(out, "documents"), storage },
  });
  expect(book?.refused).toEqual([]);
  const again = (await files()).find(({ user }) => user.importKey?.startsWith("again:"));
  expect(again).toMatchObject({
    name: "The contract",
    type: "contract",
    sizeBytes: 17,
    createdAt: document?.createdAt,
  });
});

it("whose storage is out of reach stop the import, which goes on when it is run again", async () => {
  storage.isDown = true;
  await expect(bring({ source: "third" })).rejects.toThrow(/out of reach/);
  expect(await files()).toHaveLength(2);
  storage.isDown = false;
  await bring({ source: "third" });
  expect(await files()).toHaveLength(3);
});

describe("where a virus scanner is set up", () => {
  const scanned: string[] = [];
  const scanner = (scan: (bytes: AsyncIterable<Uint8Array>) => Promise<string | null>) => ({
    virusScanner: { scan, ping: () => Promise.resolve() },
    log: api.services.log,
  });
  const papers = (of: ReturnType<typeof scanner>): Partial<ImportOptions> => ({
    source: "scanned",
    documents: { folder: path.join(folder, "papers"), storage, scanner: of },
  });
  const finding = async (bytes: AsyncIterable<Uint8Array>) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    scanned.push(text);
    return text.includes("contract") ? "Eicar" : null;
  };

  it("each document is looked through, of a trial too, and what it finds something in is refused by name", async () => {
    for (const dryRun of [true, false]) {
      scanned.length = 0;
      const { book } = await bring({ ...papers(scanner(finding)), dryRun });
      expect(scanned).toContain("%PDF-1.4 contract");
      expect(book?.refused.map(({ reason }) => reason)).toContain(
        "file: The virus scanner found Eicar in it.",
      );
    }
    expect(await api.database.read.userFile.count({ where: { importKey: { startsWith: "scanned:" } } })).toBe(
      0,
    );
  });

  it("nothing is brought while it does not answer, and all is once it does", async () => {
    const silent = () =>
      Promise.reject(new ProviderError({ kind: "unavailable", provider: "clamd", message: "silent" }));
    await expect(bring(papers(scanner(silent)))).rejects.toThrow("The virus scanner does not answer");
    expect(await api.database.read.userFile.count({ where: { importKey: { startsWith: "scanned:" } } })).toBe(
      0,
    );
    await bring(papers(scanner(() => Promise.resolve(null))));
    expect(await api.database.read.userFile.count({ where: { importKey: { startsWith: "scanned:" } } })).toBe(
      1,
    );
  });
});
