import { parseArgs } from "node:util";
import { isStaffVerb, runStaffVerb } from "@countinghouse/api/admins/terminal";
import { DomainError } from "@countinghouse/api/errors";
import { type Command, UsageError } from "./shared/command.ts";
import { startCommand } from "./shared/start-command.ts";
import { withStaff } from "./shared/with-staff.ts";

const USAGE = `Lists and changes staff accounts.

  npm run admin -- list
  npm run admin -- invite --email=ines@example.com --name="Ines Kaur" --role=EMPLOYEE [--payment-flag]
  npm run admin -- change --email=ines@example.com [--role=ADMIN] [--payment-flag | --no-payment-flag]
  npm run admin -- disable --email=ines@example.com
  npm run admin -- enable --email=ines@example.com
  npm run admin -- reset --email=ines@example.com
  npm run admin -- end-sessions --email=ines@example.com
  npm run admin -- remove-factors --email=ines@example.com
  npm run admin -- unlock --email=ines@example.com
  npm run admin -- raise-budget --email=ines@example.com --customers=20000 --reveals=2000 --hours=8 --reason="Yearly audit"

The running server mails the links to set a password.`;

export const command: Command = {
  usage: USAGE,
  database: "DATABASE_URL",
  run: async ({ args, env, out }) => {
    const { verb, options } = readOptions(args);
    try {
      out(await withStaff(env, "admin", (ctx) => runStaffVerb(ctx, verb, options)));
    } catch (error) {
      throw error instanceof DomainError && error.code === "INVALID"
        ? new UsageError(error.message, { cause: error })
        : error;
    }
    return 0;
  },
};

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        email: { type: "string", default: "" },
        name: { type: "string", default: "" },
        role: { type: "string" },
        "payment-flag": { type: "boolean" },
        customers: { type: "string", default: "" },
        reveals: { type: "string", default: "" },
        hours: { type: "string", default: "" },
        reason: { type: "string", default: "" },
      },
    });
    const [verb = ""] = positionals;
    if (!isStaffVerb(verb)) throw new Error("Name an action, such as list.");
    const { "payment-flag": paymentFlag, role, ...typed } = values;
    if (verb !== "list" && typed.email === "") throw new Error("Name the admin: --email=…");
    if (verb === "change" && role === undefined && paymentFlag === undefined)
      throw new Error("Name the change: --role=…, --payment-flag or --no-payment-flag.");
    return { verb, options: { ...typed, role, paymentFlag } };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

if (import.meta.main) await startCommand(command);
