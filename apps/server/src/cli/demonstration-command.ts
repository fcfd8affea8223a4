import type { Services } from "@countinghouse/api/services";
import { type Env, readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";

/** Does work of a demonstration and says what came of it, or why nothing did. Production is refused with `refusal`. */
export async function runForDemonstration(
  refusal: string,
  work: (services: Services, env: Env) => Promise<string>,
): Promise<void> {
  try {
    const env = readEnv(process.env);
    if (env.NODE_ENV === "production") throw new Error(refusal);
    const services = createServices(env, createLog("silent"), () => {});
    try {
      console.log(await work(services, env));
    } finally {
      await services.db.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
