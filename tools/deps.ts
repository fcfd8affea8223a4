// `npm run tool -- deps`: which libraries of what runs in production are beyond the days that SECURITY.md promises, by what the registry
// says of weaknesses and newer releases. Ends with 0 when none is, with 1 when some are, and with 2 when the registry did not say all:
// then nothing is promised of the rest. Option: --all for what is only built and tested with, too.

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { execa } from "execa";
import {
  type Audit,
  findWeaknesses,
  type Outdated,
  type Times,
  tellOutdated,
  tellWeakness,
} from "./deps/promise.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A registry that does not answer is not waited for. */
const PATIENCE_MS = 120_000;

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const only = values.all ? [] : ["--prod"];
const now = new Date();

/** What pnpm says as JSON; null where the registry did not answer. It ends with 1 where it found something. */
async function ask(args: string[]): Promise<unknown> {
  const { stdout } = await execa("pnpm", args, {
    cwd: ROOT,
    preferLocal: true,
    localDir: ROOT,
    reject: false,
    timeout: PATIENCE_MS,
  });
  try {
    const answer: unknown = JSON.parse(stdout.slice(Math.max(0, stdout.indexOf("{"))));
    return typeof answer === "object" && answer !== null && !("error" in answer) ? answer : null;
  } catch {
    return null;
  }
}

const unknown: string[] = [];
const told: { line: string; isBeyond: boolean }[] = [];

const audit = (await ask(["audit", "--json", ...only])) as Audit | null;
if (audit?.advisories === undefined) unknown.push("weaknesses");
else told.push(...findWeaknesses(audit).map((weakness) => tellWeakness(weakness, now)));

const outdated = (await ask(["outdated", "--recursive", "--json", ...only])) as Record<
  string,
  Outdated
> | null;
if (outdated === null) unknown.push("newer releases");
for (const [name, found] of Object.entries(outdated ?? {})) {
  const times = (await ask(["view", name, "time", "--json"])) as Times | null;
  if (times === null) unknown.push(`releases of ${name}`);
  else told.push(tellOutdated(name, found, times, now));
}

const beyond = told.filter(({ isBeyond }) => isBeyond);
for (const { line, isBeyond } of told) console.log(`${isBeyond ? "BEYOND  " : "in time "} ${line}`);
if (unknown.length > 0)
  console.log(`The registry did not answer: nothing is known of ${unknown.join(", ")}.`);
console.log(`${told.length} told of, ${beyond.length} beyond the days of SECURITY.md`);
process.exitCode = beyond.length > 0 ? 1 : unknown.length > 0 ? 2 : 0;
