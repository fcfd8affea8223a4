import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../../packages/api/src/testing/harness.ts";
import { type ImportFigures, type LargeBook, measureImport, writeLargeBook } from "./import-measure.ts";

const CUSTOMERS = 450;

let api: TestApi;
let folder: string;
let book: LargeBook;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-import-test-"));
  api = await createTestApi();
  book = await writeLargeBook(folder, CUSTOMERS);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

async function measure(): Promise<ImportFigures> {
  const { id } = await api.admin("SUPERADMIN");
  const { email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } });
  const key = Buffer.alloc(32, 7).toString("base64");
  const settings = {
    DATABASE_URL: api.database.url,
    SEALING_KEYS: `k001:${key}`,
    INDEX_KEY: key,
    AUDIT_KEYS: `a001:${key}`,
  };
  return measureImport(book, settings, email);
}

const standing = async () => ({
  users: await api.database.read.user.count(),
  payments: await api.database.read.paymentIntent.count({ where: { kind: "MANUAL" } }),
  returned: await api.database.read.paymentIntent.count({ where: { state: "RETURNED" } }),
  owedCents: (await api.database.read.userBalance.findMany({ select: { balanceCents: true } })).reduce(
    (sum, { balanceCents }) => sum + Number(balanceCents),
    0,
  ),
});

it("a short run brings all of the book, to the cent, and tells speed and memory; a second one changes nothing", async () => {
  const figures = await measure();
  expect(figures.bookCustomersPerSecond).toBeGreaterThan(0);
  expect(figures.memoryMb).toHaveLength(4);
  expect(figures.said).toMatch(/payments: 2,250 rows, 2,250 new, 0 refused/);
  const after = await standing();
  expect(after).toEqual({
    users: CUSTOMERS,
    payments: book.payments,
    returned: book.payments / 50,
    owedCents: book.owedCents,
  });
  await measure();
  expect(await standing()).toEqual(after);
});

it("an import that fails is an error, not a quick one", async () => {
  await expect(measureImport(book, { DATABASE_URL: "" }, "nobody@example.com")).rejects.toThrow(
    /ended with 1: The setting DATABASE_URL/,
  );
});
