import { buffer } from "node:stream/consumers";
import { inflateSync } from "node:zlib";
import { createCtx } from "@countinghouse/api/context";
import { countAuditEvents } from "@countinghouse/api/testing/expectations";
import { type FolderStorage, withFolderStorage } from "@countinghouse/api/testing/files";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { DEMONSTRATION_KEYS } from "@countinghouse/db/seed/files";
import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { storeDemonstrationFiles } from "./files.ts";

let api: TestApi;
let storage: FolderStorage;
beforeAll(async () => {
  api = await createTestApi();
  storage = withFolderStorage(api);
  const { held, vault, clock } = api;
  const adminPassword = "correct horse battery";
  await seedDatabase({ url: held.ownerUrl, vault, users: 60, now: clock.now(), adminPassword });
});
afterAll(() => api.close());

const store = () => {
  const { request } = api.ctx({ kind: "visitor", ip: "" });
  return storeDemonstrationFiles(createCtx(api.services, { kind: "job", name: "test" }, request));
};
const rows = () =>
  api.database.read.userFile.findMany({ where: { objectKey: { startsWith: DEMONSTRATION_KEYS } } });

it("every document gets its bytes and its size, once", async () => {
  const written = await store();
  const all = await rows();
  expect(written).toBe(all.length);
  for (const { objectKey, sizeBytes } of all) {
    expect(await storage.head(objectKey)).toMatchObject({ sizeBytes });
    expect(sizeBytes).toBeGreaterThan(500);
  }
  expect(await store()).toBe(0);
  expect(await countAuditEvents(api, "files.storeDemonstration")).toBe(1);
});

it("a document whose bytes are gone is written again, the same to the byte", async () => {
  const [first] = await rows();
  const read = async () =>
    buffer((await storage.get(first?.objectKey ?? ""))?.stream ?? new ReadableStream());
  const before = await read();
  await storage.delete(first?.objectKey ?? "");
  expect(await store()).toBe(1);
  expect((await read()).equals(before)).toBe(true);
});

it("a contract is a PDF that names its customer, its terms, and that it is none", async () => {
  const contract = await api.database.read.userFile.findFirstOrThrow({
    where: { type: "contract", userId: 10_001 },
  });
  const stored = await storage.get(contract.objectKey);
  const pdf = await buffer(stored?.stream ?? new ReadableStream());
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const text = toText(pdf);
  expect(text).toContain("Purchase and Sale of Future Receipts");
  expect(text).toContain("Maria Delgado (user 10001)");
  expect(text).toMatch(/Amount to be paid back\n\$[\d,]+\.\d\d\n/);
  expect(text).toMatch(
    /Signed electronically at .+ \(America\/New_York\) from (198\.51\.100|203\.0\.113)\.\d+/,
  );
  expect(text).toContain("A demonstration document. It binds nobody.");
});

it("the payments of a contract are those that are scheduled, to the cent", async () => {
  const { contractKey, id } = await api.database.read.application.findFirstOrThrow({
    where: { userId: 10_001, stage: "funded" },
    orderBy: { id: "desc" },
  });
  const scheduled = await api.database.read.paymentSchedule.findMany({
    where: { applicationId: id },
    orderBy: { paymentDate: "asc" },
  });
  const stored = await storage.get(contractKey);
  const text = toText(await buffer(stored?.stream ?? new ReadableStream()));
  const payments = [...text.matchAll(/^(\d{4}-\d\d-\d\d)\n\$([\d,.]+)$/gm)];
  expect(payments.map(([, date, amount]) => [date, amount])).toEqual(
    scheduled.map(({ paymentDate, amountCents }) => [
      paymentDate.toISOString().slice(0, 10),
      (Number(amountCents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2 }),
    ]),
  );
  expect(payments.length).toBeGreaterThan(0);
});

it("what was lost stays lost", async () => {
  expect(await storage.head("lost/statement.pdf")).toBeNull();
});

/** The text a reader of the PDF sees. */
function toText(pdf: Buffer): string {
  const lines = [...pdf.toString("latin1").matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(
    ([, body = ""]) => {
      const content = inflateSync(Buffer.from(body, "latin1")).toString("latin1");
      return [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, drawn = ""]) =>
        [...drawn.matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
          .join(""),
      );
    },
  );
  return lines.join("\n");
}
