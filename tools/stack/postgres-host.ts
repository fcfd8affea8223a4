// Holds the embedded PostgreSQL in a process of its own: whoever started it may be killed outright, and the
// database still stops in an orderly way when the line to its parent breaks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "../../packages/db/src/postgres/embedded.ts";

const { EMBEDDED_FOLDER: dataDir = "", EMBEDDED_PORT: port, EMBEDDED_PASSWORD: password = "" } = process.env;

try {
  const server = await startPostgres({ dataDir, port: Number(port), password });
  endWithParent(server);
  endWithServer(Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function endWithParent(server: EmbeddedPostgres): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void server.stop().finally(() => process.exit());
  };
  for (const event of ["disconnect", "SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(event, stop);
  if (process.connected) process.send?.({ type: "ready" });
  else stop();
}

function endWithServer(pid: number): void {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      console.error("PostgreSQL is gone.");
      process.exit(1);
    }
  }, 500);
}
