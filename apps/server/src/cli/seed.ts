import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { readNewPasscode } from "@countinghouse/api/passcodes/new-passcode";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { sayRate, seedDatabase } from "@countinghouse/db/seed/seed-database";
import { readDatabaseEnv, readVaultKeys } from "./database-env.ts";

const DEFAULT_USERS = "2000";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { users: { type: "string", default: DEFAULT_USERS } } });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1)
    throw new Error("--users takes a whole number, like --users=2000");
  const { vault, ...addresses } = readDatabaseEnv(process.env);
  const adminPassword = process.env.ADMIN_PASSWORD ?? randomBytes(12).toString("base64url");
  const passcodes = {
    CARD: passcode("CARD_PASSCODE"),
    ACH: passcode("ACH_PASSCODE"),
  };
  await prepareDatabase(addresses);
  const added = await seedDatabase({
    url: addresses.ownerUrl ?? addresses.url,
    vault,
    threads: { keys: readVaultKeys(process.env) },
    users,
    now: new Date(),
    adminPassword,
    passcodes,
    onProgress: (done, total, what) => console.error(`${count(done)} of ${count(total)} ${what}`),
  });
  if (added.users === 0) return console.log("There are users already: nothing was changed.");
  console.log(`${count(added.users)} users and ${added.admins} admins were added.`);
  if (added.seconds) console.log(sayRate(added.users, added.seconds));
  if (!process.env.ADMIN_PASSWORD) console.log(`The admins sign in with the password ${adminPassword}`);
  if (!process.env.CARD_PASSCODE) console.log(`Cards are paid out to with the passcode ${passcodes.CARD}`);
  if (!process.env.ACH_PASSCODE) console.log(`Accounts are paid out to with the passcode ${passcodes.ACH}`);
}

function passcode(setting: "CARD_PASSCODE" | "ACH_PASSCODE"): string {
  const given = process.env[setting];
  return given ? readNewPasscode(setting, given) : String(randomInt(1_000_000)).padStart(6, "0");
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
