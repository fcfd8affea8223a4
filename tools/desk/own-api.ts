import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestApi } from "../../packages/api/src/testing/harness.ts";
import { build } from "../stack/build.ts";

const GENERATED = fileURLToPath(new URL("../../packages/db/src/generated", import.meta.url));

/** Does `work` with an API over a PostgreSQL of its own. The command fails where it says no. */
export async function atOwnApi(work: (api: TestApi) => Promise<boolean>): Promise<void> {
  if (!existsSync(GENERATED)) {
    const generated = await build(["generate"], new AbortController().signal);
    if (!generated.ok) throw new Error(generated.output);
  }
  // Loaded late: by now the database client they need has been generated.
  const { default: startDatabases } = await import("../../packages/db/src/testing/global-setup.ts");
  const { createTestApi } = await import("../../packages/api/src/testing/harness.ts");
  const stop = await startDatabases();
  const api = await createTestApi();
  try {
    process.exitCode = (await work(api)) ? 0 : 1;
  } finally {
    await api.close();
    await stop();
  }
}
