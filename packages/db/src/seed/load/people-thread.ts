import { parentPort, workerData } from "node:worker_threads";
import { createVault } from "../../vault.ts";
import { type Chunk, makeChunk, type TableLines } from "./people.ts";
import type { ThreadData } from "./people-threads.ts";

// A thread of `people-threads.ts`: makes one chunk of people after the other.
const { keys, ...shared } = workerData as ThreadData;
const context = { ...shared, vault: createVault(keys) };

parentPort?.on("message", (chunk: Chunk) => {
  const lines = joined(makeChunk(context, chunk));
  parentPort?.postMessage(
    lines,
    [...lines.values()].flatMap(({ blocks }) => blocks.map(({ buffer }) => buffer)),
  );
});

/** One block of its own for each table: it is handed over, not copied. */
function joined(lines: TableLines) {
  const together = new Map<string, { columns: string; blocks: Uint8Array<ArrayBuffer>[] }>();
  for (const [table, { columns, blocks }] of lines)
    together.set(table, { columns, blocks: [Uint8Array.from(Buffer.concat(blocks))] });
  return together;
}
