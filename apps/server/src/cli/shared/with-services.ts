import type { Services } from "@countinghouse/api/services";
import type { Env } from "../../env.ts";
import { createLog } from "../../log.ts";
import { createServices } from "../../services.ts";

/** Does work with the services of a process, without a log, and closes them. */
export async function withServices<Result>(
  env: Env,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const services = createServices(env, createLog("silent"), () => {});
  try {
    return await work(services);
  } finally {
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
  }
}
