import { createRateLimits } from "@countinghouse/api/auth/limits";
import { createMailOutcome } from "@countinghouse/api/auth/mail-outcome";
import { connect } from "@countinghouse/db";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { unregistered } from "@countinghouse/db/registration";
import { createLog } from "../../log.ts";
import { OWN_SETTINGS } from "../../settings/own.ts";
import { withSecretFiles } from "../../settings/secret-files.ts";
import { readDatabaseEnv } from "./database-env.ts";
import { jobCtx } from "./job-ctx.ts";

/**
 * Does work on the staff as the job `name`, and closes the database. Needs the settings of the database, the keys and PUBLIC_URL. Throws
 * with the name of a setting that is missing.
 */
export async function withStaff<Result>(
  env: NodeJS.ProcessEnv,
  name: string,
  work: (ctx: ReturnType<typeof staffCtx>) => Promise<Result>,
): Promise<Result> {
  const { vault, ...addresses } = readDatabaseEnv(env);
  const consoleUrl = readPublicUrl(env);
  await prepareDatabase(addresses);
  const db = connect(addresses.url, { size: 2 });
  try {
    return await work(staffCtx(db, vault, consoleUrl, name));
  } finally {
    await db.close();
  }
}

const staffCtx = (
  db: ReturnType<typeof connect>,
  vault: ReturnType<typeof readDatabaseEnv>["vault"],
  consoleUrl: string,
  name: string,
) =>
  jobCtx(
    {
      db,
      vault,
      consoleUrl,
      copies: () => () => Promise.resolve(null),
      now: () => new Date(),
      registration: unregistered(),
      // The running server polls for messages.
      wakeOutbox: () => {},
      log: createLog("silent"),
      vendorsOff: [],
      limits: createRateLimits(db.pool),
      mailOutcome: createMailOutcome(db),
    },
    name,
  );

function readPublicUrl(env: NodeJS.ProcessEnv): string {
  const { PUBLIC_URL } = withSecretFiles(env);
  if (!PUBLIC_URL) throw new Error("The setting PUBLIC_URL is missing.");
  const { data, error } = OWN_SETTINGS.PUBLIC_URL.safeParse(PUBLIC_URL);
  if (data === undefined) throw new Error(`PUBLIC_URL ${error?.issues[0]?.message}.`);
  return data;
}
