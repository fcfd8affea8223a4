// The calls of the API behind tRPC's own adapter, and nothing else of the server.
import { createServer } from "node:http";
import { readEnv } from "../../apps/server/src/env.ts";
import { createLog } from "../../apps/server/src/log.ts";
import { createServices } from "../../apps/server/src/services.ts";
import { createOfficialCallListener } from "../../apps/server/src/testing/official-calls.ts";
import { register } from "../../packages/db/src/registration.ts";

const env = readEnv(process.env);
const nobody = () => undefined;
const registration = register(env.DATABASE_URL, env.ROLE);
await registration.registered;
const services = createServices(env, createLog(env.LOG_LEVEL), nobody, nobody, registration);
createServer(createOfficialCallListener(services, { trustProxy: false })).listen(env.PORT, "127.0.0.1", () =>
  process.send?.({ type: "ready" }),
);
process.once("disconnect", () => process.exit());
