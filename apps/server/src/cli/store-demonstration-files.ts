import { storeDemonstrationFiles } from "@countinghouse/demo/files";
import { readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createServices } from "../services.ts";
import { jobCtx } from "./job-ctx.ts";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Gives the documents of demonstration customers their bytes; what is there already stays. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  if (env.NODE_ENV === "production") throw new Error("There are no demonstration documents in production.");
  const services = createServices(env, createLog("silent"), () => {});
  try {
    const written = await storeDemonstrationFiles(jobCtx(services, "demonstration-files"));
    console.log(`${written.toLocaleString("en-US")} demonstration documents were written.`);
  } finally {
    await services.db.close();
  }
}
