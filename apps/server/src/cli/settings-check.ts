import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { VENDORS, whyNotVendor } from "@countinghouse/api/vendors-off";
import { readEnv, vendorsOff } from "../env.ts";

const USAGE = `Says which settings are missing or wrong and which vendors are off, without starting anything.

  npm run settings:check            of the environment
  npm run settings:check -- FILE    of a file like .env.example`;

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else check(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function check(file: string | undefined): void {
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no file ${file}.`);
  const env = readEnv(file === undefined ? process.env : parseEnv(readFileSync(file, "utf8")));
  const off = vendorsOff(env);
  console.log("The settings are complete.");
  for (const vendor of off) console.log(`  ${whyNotVendor(vendor, off)}`);
  const on = Object.keys(VENDORS).length - off.length;
  console.log(`${on} vendors are on, ${off.length} are off. Whether they let us in: npm run vendors:check`);
}
