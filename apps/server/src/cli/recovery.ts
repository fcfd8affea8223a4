import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { bookRecovery } from "@countinghouse/api/recovery/release";
import { recoveryStatus } from "@countinghouse/api/recovery/status";
import { confirmAs, recoveryLines, releaseAs, settleClockAs } from "@countinghouse/api/recovery/terminal";
import type { ProcedureCtx, Services } from "@countinghouse/api/services";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { databaseAddresses, readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";
import { jobCtx } from "./job-ctx.ts";

const USAGE = `Says whether this database knows all that was sent, and lets payments go out again.

  npm run recovery
  npm run recovery -- --book
  npm run recovery -- --confirm=KEY --reason="Recorded by hand" --email=sofia@example.com
  npm run recovery -- --release --reason="The backup of 02:00 was restored" --email=sofia@example.com
  npm run recovery -- --clock --reason="The clock was two months ahead" --email=sofia@example.com

  --book      write again what the journal of sent payments has and this database has not, and ask the processors
  --confirm   of one payment that can not be booked, by its key, that it is seen to
  --release   let payments go out again
  --clock     the clock of the server was ahead and is right now: compare again from the last payment or report on
  --reason    why, for the audit; what was done, where it confirms
  --email     of the SUPERADMIN in whose name it is released, confirmed or settled`;

/** Wrong words on the command line, as opposed to a refusal. */
class UsageError extends Error {}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return console.log(USAGE);
  const env = readEnv(process.env);
  await prepareDatabase(databaseAddresses(env));
  const services = createServices(env, createLog("silent"), () => {});
  try {
    await services.recovery.refuseOtherKind();
    const ctx = jobCtx(services, "recovery");
    if (options.clock) await settleClockAs(services, ctx.request, options);
    await services.recovery.verify();
    if (options.book) await book(services, ctx);
    if (options.confirm !== "") await confirmAs(services, ctx.request, options);
    if (options.release) await releaseAs(services, ctx.request, options);
    console.log(recoveryLines(await recoveryStatus(ctx)).join("\n"));
  } finally {
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        book: { type: "boolean", default: false },
        confirm: { type: "string", default: "" },
        release: { type: "boolean", default: false },
        clock: { type: "boolean", default: false },
        reason: { type: "string", default: "" },
        email: { type: "string", default: "" },
        help: { type: "boolean", default: false },
      },
    });
    const isInAName = values.release || values.clock || values.confirm !== "";
    if (isInAName && (values.reason.trim() === "" || values.email === ""))
      throw new Error("A release takes --reason and --email, and so do --confirm and --clock.");
    return values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** What was booked is due to be asked about at once, whether a worker runs or not. */
async function book(services: Services, ctx: ProcedureCtx): Promise<void> {
  const { booked, waiting, refused } = await bookRecovery(ctx, { requestId: randomUUID() });
  console.log(`${booked} booked, ${waiting} wait for another payment, ${refused} can not be booked.`);
  await services.payments.drain();
}
