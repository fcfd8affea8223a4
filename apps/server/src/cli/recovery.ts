import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { bookRecovery } from "@countinghouse/api/recovery/release";
import { recoveryStatus } from "@countinghouse/api/recovery/status";
import { confirmAs, recoveryLines, releaseAs, settleClockAs } from "@countinghouse/api/recovery/terminal";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { databaseAddresses, readEnv } from "../env.ts";
import { type Command, UsageError } from "./shared/command.ts";
import { jobCtx } from "./shared/job-ctx.ts";
import { startCommand } from "./shared/start-command.ts";
import { withServices } from "./shared/with-services.ts";

const USAGE = `Reports whether the database has all sent payments, and resumes sending.

  npm run recovery
  npm run recovery -- --book
  npm run recovery -- --confirm=KEY --reason="Recorded by hand" --email=sofia@example.com
  npm run recovery -- --release --reason="The backup of 02:00 was restored" --email=sofia@example.com
  npm run recovery -- --clock --reason="The clock was two months ahead" --email=sofia@example.com

  --book      books the payments that only the journal has, and asks the processors about them
  --confirm   confirms that the payment KEY, which cannot be booked, was handled
  --release   resumes sending payments
  --clock     after the clock was ahead and is right again, compares from the last payment or report on
  --reason    the reason for the audit; with --confirm, the action taken
  --email     the SUPERADMIN in whose name --release, --confirm or --clock runs`;

export const command: Command = {
  usage: USAGE,
  database: "DATABASE_URL",
  run: async ({ args, env: settings, out }) => {
    const options = readOptions(args);
    const env = readEnv(settings);
    await prepareDatabase(databaseAddresses(env));
    await withServices(env, async (services) => {
      await services.recovery.refuseOtherKind();
      const ctx = jobCtx(services, "recovery");
      if (options.clock) await settleClockAs(services, ctx.request, options);
      await services.recovery.verify();
      if (options.book) {
        const { booked, waiting, refused } = await bookRecovery(ctx, { requestId: randomUUID() });
        out(`${booked} booked, ${waiting} wait for another payment, ${refused} cannot be booked.`);
        // Asks about booked payments at once, with or without a worker.
        await services.payments.drain();
      }
      if (options.confirm !== "") await confirmAs(services, ctx.request, options);
      if (options.release) await releaseAs(services, ctx.request, options);
      out(recoveryLines(await recoveryStatus(ctx)).join("\n"));
    });
    return 0;
  },
};

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        book: { type: "boolean", default: false },
        confirm: { type: "string", default: "" },
        release: { type: "boolean", default: false },
        clock: { type: "boolean", default: false },
        reason: { type: "string", default: "" },
        email: { type: "string", default: "" },
      },
    });
    const isInAName = values.release || values.clock || values.confirm !== "";
    if (isInAName && (values.reason.trim() === "" || values.email === ""))
      throw new Error("--release, --confirm and --clock need --reason and --email.");
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

if (import.meta.main) await startCommand(command);
