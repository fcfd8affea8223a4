import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { VENDORS, whyNotVendor } from "@countinghouse/api/vendors-off";
import { readEnv, vendorsOff } from "../env.ts";
import { lookAtPublicAddress } from "./public-address.ts";

const USAGE = `Says which settings are missing or wrong and which vendors are off, without starting anything.

  npm run settings:check            of the environment
  npm run settings:check -- FILE    of a file like .env.example
  npm run settings:check -- --reach looks at PUBLIC_URL as well, from here: TLS and certificate, as browsers meet them`;

const REACH = "--reach";

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else
    await check(
      process.argv.slice(2).find((each) => each !== REACH),
      process.argv.includes(REACH),
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function check(file: string | undefined, reaches: boolean): Promise<void> {
  if (file !== undefined && !existsSync(file)) throw new Error(`There is no file ${file}.`);
  const env = readEnv(file === undefined ? process.env : parseEnv(readFileSync(file, "utf8")));
  const off = vendorsOff(env);
  console.log("The settings are complete.");
  for (const vendor of off) console.log(`  ${whyNotVendor(vendor, off)}`);
  const on = Object.keys(VENDORS).length - off.length;
  console.log(`${on} vendors are on, ${off.length} are off. Whether they let us in: npm run vendors:check`);
  if (!reaches) return;
  for (const { line, isWrong } of await lookAtPublicAddress(env.PUBLIC_URL)) {
    console.log(line);
    if (isWrong) process.exitCode = 1;
  }
}
