import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "../../apps/server/src/testing/serve.ts";
import { createTestApi, type TestApi } from "../../packages/api/src/testing/harness.ts";
import { addLedgerLines } from "../../packages/api/src/testing/ledger-lines.ts";
import { openSession } from "../../packages/api/src/testing/signing-in.ts";
import { type CsvServer, measureCsv } from "./csv-measure.ts";

let api: TestApi;
let served: Served;
let server: CsvServer;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-csv-test-"));
  api = await createTestApi();
  await addLedgerLines(api, { users: 1_000, each: 20 });
  served = await serve(api.services);
  const token = await openSession(api, "EMPLOYEE");
  server = { pid: process.pid, port: Number(new URL(served.origin).port), token };
});
afterAll(async () => {
  await served.close();
  await api.close();
  rmSync(folder, { recursive: true });
});

it("a short run finds in every round that export and copy hold the same lines, and says how long each took", async () => {
  const figures = await measureCsv(api.database.url, server, { rounds: 2, folder });
  expect(figures.lines).toBe(20_000);
  expect(figures.bytes).toBeGreaterThan(20_000 * 40);
  expect(figures.rounds).toHaveLength(2);
  for (const { copySeconds, exportSeconds, ratio, firstByteMs, firstLineMs } of figures.rounds) {
    expect(ratio).toBeCloseTo(exportSeconds / copySeconds);
    expect(firstByteMs).toBeGreaterThan(0);
    expect(firstLineMs).toBeGreaterThanOrEqual(firstByteMs);
    expect(firstLineMs).toBeLessThanOrEqual(exportSeconds * 1000);
  }
  expect(readdirSync(folder)).toEqual([]);
});

it("an export that is refused is an error, not a quick one", async () => {
  const stranger = { ...server, token: "a.b.c" };
  await expect(measureCsv(api.database.url, stranger, { rounds: 1, folder })).rejects.toThrow("answered 401");
});
