import { randomBytes, randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { readNewPasscode } from "@countinghouse/api/passcodes/new-passcode";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { sayRate, seedDatabase } from "@countinghouse/db/seed/seed-database";
import type { Command, CommandCall } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv, readVaultKeys } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

const DEFAULT_USERS = "2000";

export const command: Command = {
  usage: `Fills an empty database with demonstration data: staff, and customers in every state that the console knows.

  npm run seed
  npm run seed -- --users=${DEFAULT_USERS}

  --users   the number of customers

ADMIN_PASSWORD, CARD_PASSCODE and ACH_PASSCODE set the staff password and the passcodes.
Each unset value is generated and printed.`,
  database: "DATABASE_URL",
  run: async ({ args, env, out, err }) => {
    const { values } = parseArgs({ args, options: { users: { type: "string", default: DEFAULT_USERS } } });
    const users = Number(values.users);
    if (!Number.isInteger(users) || users < 1)
      throw new Error("--users takes a whole number of 1 or more, like --users=2000.");
    const { vault, ...addresses } = readDatabaseEnv(env);
    const adminPassword = env.ADMIN_PASSWORD ?? randomBytes(12).toString("base64url");
    const passcodes = { CARD: passcode(env, "CARD_PASSCODE"), ACH: passcode(env, "ACH_PASSCODE") };
    await prepareDatabase(addresses);
    const added = await seedDatabase({
      url: addresses.ownerUrl ?? addresses.url,
      vault,
      threads: { keys: readVaultKeys(env) },
      users,
      now: new Date(),
      adminPassword,
      passcodes,
      onProgress: (done, total, what) => err(`${count(done)} of ${count(total)} ${what}`),
    });
    if (added.users === 0) {
      out("The database has users already. No changes were made.");
      return 0;
    }
    out(`${count(added.users)} users and ${added.admins} admins were added.`);
    if (added.seconds) out(sayRate(added.users, added.seconds));
    if (!env.ADMIN_PASSWORD) out(`The admins sign in with the password ${adminPassword}`);
    if (!env.CARD_PASSCODE) out(`The passcode for payouts to cards is ${passcodes.CARD}`);
    if (!env.ACH_PASSCODE) out(`The passcode for payouts to accounts is ${passcodes.ACH}`);
    return 0;
  },
};

function passcode(env: CommandCall["env"], setting: "CARD_PASSCODE" | "ACH_PASSCODE"): string {
  const given = env[setting];
  return given ? readNewPasscode(setting, given) : String(randomInt(1_000_000)).padStart(6, "0");
}

if (import.meta.main) await startCommand(command);
