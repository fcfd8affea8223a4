import { createWriteStream, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LEDGER_CSV, LEDGER_EXPORT_PATH } from "../../packages/api/src/ledger/export.ts";
import { connect, type ReadDb } from "../../packages/db/src/index.ts";

export interface CsvServer {
  pid: number;
  port: number;
  token: string;
}

export interface CsvRound {
  copySeconds: number;
  exportSeconds: number;
  ratio: number;
  firstByteMs: number;
  /** Until a line of the ledger came, after the head. */
  firstLineMs: number;
}

export interface CsvFigures {
  rounds: CsvRound[];
  lines: number;
  bytes: number;
  /** From after the unmeasured round to the highest of all others; null where the system does not tell. */
  memoryGrowthMb: number | null;
}

/**
 * Writes the ledger of the database at `url` into files of `folder`, by COPY over PostgreSQL's own protocol and
 * through our server, in turn, the order reversed each round, after one unmeasured round. Throws when the two files do
 * not hold the same lines.
 */
export async function measureCsv(
  url: string,
  server: CsvServer,
  { rounds, folder }: { rounds: number; folder: string },
): Promise<CsvFigures> {
  const db = connect(url, { size: 2 });
  const files = { copy: path.join(folder, "copy.csv"), export: path.join(folder, "export.csv") };
  let memory = watchMemory(server.pid);
  const measured: CsvRound[] = [];
  let lines = 0;
  try {
    for (let round = 0; round <= rounds; round++) {
      const byCopy = () => copyToFile(db.read, files.copy);
      const byExport = () => exportToFile(server, files.export);
      const exportsFirst = round % 2 === 1;
      const early = exportsFirst ? await byExport() : null;
      const copied = await byCopy();
      const exported = early ?? (await byExport());
      expectSameLines(files, exported.headBytes);
      lines = copied.lines;
      if (round > 0) measured.push(toRound(copied.seconds, exported));
      else memory = watchMemory(server.pid);
    }
    return { rounds: measured, lines, bytes: statSync(files.export).size, memoryGrowthMb: memory.growthMb() };
  } finally {
    await db.close();
    for (const file of Object.values(files)) rmSync(file, { force: true });
  }
}

type Exported = Awaited<ReturnType<typeof exportToFile>>;

const toRound = (copySeconds: number, { seconds, firstByteMs, firstLineMs }: Exported): CsvRound => ({
  copySeconds,
  exportSeconds: seconds,
  ratio: seconds / copySeconds,
  firstByteMs,
  firstLineMs,
});

async function copyToFile(db: ReadDb, file: string): Promise<{ seconds: number; lines: number }> {
  const start = performance.now();
  const sink = createWriteStream(file);
  const lines = await db.csv(LEDGER_CSV, { sink, onStart: () => {} });
  await new Promise<void>((resolve) => {
    sink.end(resolve);
  });
  return { seconds: secondsSince(start), lines };
}

async function exportToFile({ port, token }: CsvServer, file: string) {
  const start = performance.now();
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const outgoing = request(
      {
        agent: false,
        host: "127.0.0.1",
        port,
        path: LEDGER_EXPORT_PATH,
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
      },
      (incoming) => {
        if (incoming.statusCode === 200) resolve(incoming);
        else reject(new Error(`${LEDGER_EXPORT_PATH} answered ${incoming.statusCode}`));
      },
    );
    outgoing.on("error", reject);
    outgoing.end();
  });
  const came: number[] = [];
  let headBytes = 0;
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (came.length === 0) headBytes = chunk.indexOf("\n") + 1;
      // The head is written on its own; a first chunk that goes on after it holds the first line already.
      if (came.length === 0 && chunk.length > headBytes) came.push(performance.now());
      if (came.length < 2) came.push(performance.now());
      done(null, chunk);
    },
  });
  await pipeline(response, watch, createWriteStream(file));
  const [firstByte = start, firstLine = firstByte] = came;
  return {
    seconds: secondsSince(start),
    firstByteMs: firstByte - start,
    firstLineMs: firstLine - start,
    headBytes,
  };
}

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** The export is the same bytes after its head. */
function expectSameLines(files: { copy: string; export: string }, headBytes: number): void {
  if (!readFileSync(files.export).subarray(headBytes).equals(readFileSync(files.copy)))
    throw new Error("The export and the copy do not hold the same lines.");
}

/** The highest resident memory of a process from now on, as Linux counts it. */
function watchMemory(pid: number): { growthMb(): number | null } {
  const read = (field: string): number =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    const before = read("VmRSS");
    return { growthMb: () => (read("VmHWM") - before) / 1024 };
  } catch {
    return { growthMb: () => null };
  }
}
