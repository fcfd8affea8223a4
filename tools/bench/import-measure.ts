import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { commandFile } from "../../apps/server/src/cli/shared/command-names.ts";

const COMMAND = commandFile("import");

/** Of each customer: an advance of $1,250.00 in five instalments, and payments of $50.00, one in fifty of which came back. */
const EACH = { instalments: 5, paybackCents: 125_000, paymentCents: 5_000 };
const RETURNED_ONE_OF = 50;

/** A book as files, with what its customers owe together. */
export interface LargeBook {
  files: string[];
  customers: number;
  payments: number;
  owedCents: number;
}

/** Writes the files of a book of so many customers, in memory that does not grow with them. */
export async function writeLargeBook(
  folder: string,
  customers: number,
  paymentsEach = 5,
): Promise<LargeBook> {
  const cents = (amount: number) => (amount / 100).toFixed(2);
  const countReturned = (customer: number) =>
    Array.from({ length: paymentsEach }, (_, nth) => customer * paymentsEach + nth).filter(
      (payment) => payment % RETURNED_ONE_OF === 0,
    ).length;
  const owedCentsFor = (customer: number) =>
    EACH.paybackCents - (paymentsEach - countReturned(customer)) * EACH.paymentCents;
  const day = (nth: number) => `2026-0${1 + (nth % 9)}-15`;
  const sheets: Record<string, [string, (customer: number) => string[]]> = {
    users: [
      "Customer ID,First Name,Last Name,Email,Phone,SSN,State,Zip,Balance,Balance Date",
      (n) => [
        `C${n},Ana,Diaz ${n},c${n}@example.com,406${String(n).padStart(7, "0")},${String(100_000_000 + n)},MT,59718,${cents(owedCentsFor(n))},2026-09-01`,
      ],
    ],
    applications: [
      "Application ID,Customer ID,Stage,Approved Amount,Payback Amount,Payment Amount,Funded On",
      (n) => [`A${n},C${n},funded,1000.00,${cents(EACH.paybackCents)},250.00,2026-01-02`],
    ],
    schedules: [
      "Application ID,Due On,Amount",
      (n) =>
        Array.from(
          { length: EACH.instalments },
          (_, nth) => `A${n},${day(nth)},${cents(EACH.paybackCents / EACH.instalments)}`,
        ),
    ],
    payments: [
      "Payment ID,Customer ID,Application ID,Paid On,Amount,Outcome,Returned On,Return Code",
      (n) =>
        Array.from({ length: paymentsEach }, (_, nth) => {
          const payment = n * paymentsEach + nth;
          const outcome = payment % RETURNED_ONE_OF === 0 ? `returned,${day(nth)},R01` : "paid,,";
          return `P${payment},C${n},A${n},${day(nth)},${cents(EACH.paymentCents)},${outcome}`;
        }),
    ],
  };
  const files: string[] = [];
  for (const [sheet, [header, toRows]] of Object.entries(sheets)) {
    const file = path.join(folder, `${sheet}.csv`);
    files.push(file);
    await pipeline(Readable.from(toLines(header, toRows, customers)), createWriteStream(file));
  }
  let owedCents = 0;
  for (let customer = 0; customer < customers; customer++) owedCents += owedCentsFor(customer);
  return { files, customers, payments: customers * paymentsEach, owedCents };
}

const CUSTOMERS_IN_CHUNK = 500;

function* toLines(header: string, toRows: (n: number) => string[], customers: number): Generator<string> {
  yield `${header}\n`;
  for (let from = 0; from < customers; from += CUSTOMERS_IN_CHUNK) {
    const rows: string[] = [];
    for (let n = from; n < Math.min(customers, from + CUSTOMERS_IN_CHUNK); n++) rows.push(...toRows(n));
    yield `${rows.join("\n")}\n`;
  }
}

/** What a run of the command took; memory is the most that its process held in each quarter of it, in MB. */
export interface ImportFigures {
  seconds: number;
  /** What of that went into customers alone, before the rest of their book. */
  customerSeconds: number;
  /** From the first customer who got the rest of the book to the last. */
  bookCustomersPerSecond: number;
  memoryMb: number[];
  said: string;
}

/** Begins the command and kills it after so long, as a machine that goes down does; true where it was at its end before. */
export async function killImport(
  files: readonly string[],
  settings: Readonly<Record<string, string>>,
  email: string,
  afterMs: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [COMMAND, ...files, "--source=bench", `--email=${email}`], {
    env: { ...process.env, ...settings },
    stdio: "ignore",
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const [code] = await exited;
  clearTimeout(timer);
  return code === 0;
}

/** Runs the command `npm run import` on a book. Throws when it fails. */
export async function measureImport(
  { files, customers }: Pick<LargeBook, "files" | "customers">,
  settings: Readonly<Record<string, string>>,
  email: string,
  onLine: (line: string) => void = () => {},
): Promise<ImportFigures> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const child = spawn(process.execPath, [COMMAND, ...files, "--source=bench", `--email=${email}`], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const samples = watchMemory(child);
  let bookFrom: { seconds: number; customers: number } | null = null;
  let customerSeconds = 0;
  let said = "";
  let complaint = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stderr })) {
    onLine(line);
    complaint = line;
    const done = /^Other sheets: ([\d,]+) customers done/.exec(line)?.[1]?.replaceAll(",", "");
    if (done === undefined) customerSeconds = seconds();
    else bookFrom ??= { seconds: seconds(), customers: Number(done) };
  }
  const [code] = await exited;
  if (code !== 0) throw new Error(`The import ended with ${code}: ${complaint}`);
  const all = seconds();
  const bookSeconds = all - (bookFrom?.seconds ?? customerSeconds);
  return {
    seconds: all,
    customerSeconds,
    bookCustomersPerSecond: (customers - (bookFrom?.customers ?? 0)) / bookSeconds,
    memoryMb: splitQuarters(samples()),
    said,
  };
}

const SAMPLE_MS = 100;

/** What a process holds, again and again until it ends; nothing where the system does not tell. */
function watchMemory(child: ChildProcess): () => number[] {
  const samples: number[] = [];
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      samples.push(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    } catch {
      clearInterval(timer);
    }
  }, SAMPLE_MS);
  child.once("exit", () => clearInterval(timer));
  return () => samples.filter((sample) => !Number.isNaN(sample));
}

function splitQuarters(samples: readonly number[]): number[] {
  const length = Math.max(1, Math.ceil(samples.length / 4));
  return [0, 1, 2, 3].map((quarter) =>
    Math.max(0, ...samples.slice(quarter * length, (quarter + 1) * length)),
  );
}
