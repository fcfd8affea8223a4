import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importFiles } from "./run-import.ts";

/** Batches enough for the process to hold by the first third what it always holds, and rows wide enough to weigh. */
const ROWS = 48_000;
const ROW_BYTES = 1_500;

const folder = mkdtempSync(path.join(os.tmpdir(), "large-file-"));
const file = path.join(folder, "large.csv");
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase({ size: 3 });
  await pipeline(Readable.from(lines()), createWriteStream(file));
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

it("memory does not grow with the file: its last third holds no more than the one before", async () => {
  const held: number[] = [];
  const {
    tables: [summary],
  } = await importFiles({
    files: [file],
    source: "csv",
    dryRun: false,
    db: test.database,
    vault: test.vault,
    // Asked for by each batch.
    now: () => {
      held.push(heldBytes());
      return new Date("2026-03-10T15:00:00Z");
    },
  });
  expect(summary).toMatchObject({ rows: ROWS, loaded: ROWS, refused: 0 });
  expect(held.length).toBeGreaterThan(20);
  const third = Math.floor(held.length / 3);
  const growth = median(held.slice(2 * third)) - median(held.slice(third, 2 * third));
  // Were all rows held, it would be a third of the file.
  expect(growth).toBeLessThan((ROWS * ROW_BYTES) / 8);
});

function* lines(): Generator<string> {
  const comment = "x".repeat(ROW_BYTES);
  yield "Company,Comment\n";
  for (let row = 0; row < ROWS; row++) yield `Business ${row},${comment}\n`;
}

/** What is still in use once all garbage is gone. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** One sample may fall on a batch in flight; half of them do not. */
function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
