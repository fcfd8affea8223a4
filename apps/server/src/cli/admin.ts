import { parseArgs } from "node:util";
import { isStaffVerb, runStaffVerb } from "@countinghouse/api/admins/terminal";
import { createCtx } from "@countinghouse/api/context";
import { DomainError } from "@countinghouse/api/errors";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { databaseAddresses, readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";
import { jobCtx } from "./job-ctx.ts";

const USAGE = `Who of the staff may sign in, and as what.

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

Links to set a password go out by mail, sent by the running server.`;

/** Wrong words on the command line, as opposed to a refusal. */
class UsageError extends Error {}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const { verb, options, help } = readOptions();
  if (help) return console.log(USAGE);
  const env = readEnv(process.env);
  await prepareDatabase(databaseAddresses(env));
  const services = createServices(env, createLog("silent"), () => {});
  try {
    const { request } = jobCtx(services, "admin");
    console.log(
      await runStaffVerb(createCtx(services, { kind: "job", name: "admin" }, request), verb, options),
    );
  } catch (error) {
    throw error instanceof DomainError && error.code === "INVALID"
      ? new UsageError(error.message, { cause: error })
      : error;
  } finally {
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
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
        help: { type: "boolean", default: false },
      },
    });
    const [verb = ""] = positionals;
    if (!isStaffVerb(verb) && !values.help) throw new Error("Say what to do.");
    const { help, "payment-flag": paymentFlag, role, ...typed } = values;
    return { verb, help, options: { ...typed, role, paymentFlag } };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}
