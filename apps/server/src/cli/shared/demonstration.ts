import type { Services } from "@countinghouse/api/services";
import { type Env, readEnv } from "../../env.ts";
import type { CommandCall } from "./command.ts";
import { withServices } from "./with-services.ts";

/** Does work of a demonstration and prints its outcome. Production is refused with `refusal`. */
export async function runForDemonstration(
  { env: settings, out }: CommandCall,
  refusal: string,
  work: (services: Services, env: Env) => Promise<string>,
): Promise<number> {
  const env = readEnv(settings);
  if (env.NODE_ENV === "production") throw new Error(refusal);
  out(await withServices(env, (services) => work(services, env)));
  return 0;
}
