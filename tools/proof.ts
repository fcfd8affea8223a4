// `npm run proof -- NAME`: proves a guarantee by numbers. Options: --scale=N (default 1, the smallest run that shows
// something), --seed=N, and for sim --trace (one schedule, line by line) and --stalls. Without a name: lists the proofs.
import { parseArgs } from "node:util";
import { UsageError } from "../apps/server/src/cli/shared/command.ts";
import type { ProofRun } from "./proof/proof-run.ts";
import { wholeNumber } from "./stack/whole-number.ts";

interface Proof {
  shows: string;
  load: () => Promise<{ run: (run: ProofRun) => Promise<void> }>;
}

/** Each proof is loaded when it runs: some need the generated database client. */
export const PROOFS: Readonly<Record<string, Proof>> = {
  attack: {
    shows: "how long a signed-in admin waits while a visitor attacks the server",
    load: () => import("./proof/attack.ts"),
  },
  "bulk-resets": {
    shows: "bulk debits that are reset at a random moment charge no one twice",
    load: () => import("./proof/bulk-resets.ts"),
  },
  day: {
    shows: "a Friday of returned debits is signed off, and ends in the same state when played again",
    load: () => import("./proof/day.ts"),
  },
  flood: {
    shows: "how long a signed-in admin waits while 2,000 slow connections stand on each route",
    load: () => import("./proof/flood.ts"),
  },
  fuzz: {
    shows: "no procedure answers a hostile value with 5xx",
    load: () => import("./proof/fuzz.ts"),
  },
  "ledger-properties": {
    shows: "random operations leave the ledger balanced and posted rows unchanged",
    load: () => import("./proof/ledger-properties.ts"),
  },
  races: {
    shows: "simultaneous requests for one payment move its money once",
    load: () => import("./proof/races.ts"),
  },
  refusals: {
    shows: "bad amounts and guessed passcodes are refused",
    load: () => import("./proof/refusals.ts"),
  },
  sim: {
    shows: "kills, faults and races break no invariant of the payment machine",
    load: () => import("./proof/sim.ts"),
  },
  sums: {
    shows: "every sum on every page equals the ledger after random operations",
    load: () => import("./proof/sums.ts"),
  },
  tampering: {
    shows: "every change by the owner of the database to audit and ledger is found",
    load: () => import("./proof/tampering.ts"),
  },
  year: {
    shows: "no table grows without end in two years of a busy desk",
    load: () => import("./proof/year.ts"),
  },
};

if (import.meta.main) await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scale: { type: "string", default: "1" },
      seed: { type: "string" },
      trace: { type: "boolean", default: false },
      stalls: { type: "boolean", default: false },
    },
  });
  const [name, ...more] = positionals;
  const proof = PROOFS[name ?? ""];
  if (proof === undefined || more.length > 0) {
    for (const [each, { shows }] of Object.entries(PROOFS)) console.log(`${each.padEnd(20)}${shows}`);
    if (name === undefined) return;
    console.error(`\nName one of these proofs, not ${positionals.join(" ")}.`);
    process.exitCode = 1;
    return;
  }
  const { trace, stalls } = values;
  if (name !== "sim" && (trace || stalls)) throw new UsageError("Only sim takes --trace and --stalls.");
  const scale = wholeNumber("scale", values.scale, 1);
  const seed = values.seed === undefined ? undefined : wholeNumber("seed", values.seed, 0);
  const { run } = await proof.load();
  await run({ scale, seed, trace, stalls });
}
