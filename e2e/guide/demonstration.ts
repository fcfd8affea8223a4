import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "../../packages/db/src/postgres/scratch-folder.ts";
import { build } from "../../tools/stack/build.ts";
import { createChildren } from "../../tools/stack/children.ts";
import { machineSettings } from "../../tools/stack/machine.ts";
import { anyFreePort } from "../../tools/stack/ports.ts";
import { startStack } from "../../tools/stack/stack.ts";
import { surroundings } from "../support/surroundings.ts";

const USERS = 2_000;
const QUICK_USERS = 300;

/** Does something with a demonstration of its own, on free ports and fresh data, which is gone afterwards. */
export async function runDemonstration<Result>(
  { quick }: { quick: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  const built = await build(["generate", "build"]);
  if (!built.ok) throw new Error(built.output);
  const folder = scratchFolder("countinghouse-guide-");
  chmodSync(folder, 0o711); // the database's user passes through
  const children = createChildren(join(folder, "logs"), (reason) => console.error(reason));
  try {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o711 });
    const [console, sandbox, smtp, sftp, postgres] = await Promise.all([1, 2, 3, 4, 5].map(anyFreePort));
    const env = {
      ...machineSettings(),
      PORT: String(console),
      SANDBOX_PORT: String(sandbox),
      SANDBOX_SMTP_PORT: String(smtp),
      SANDBOX_SFTP_PORT: String(sftp),
      PGPORT: String(postgres),
    };
    const stack = await startStack({
      dataDir,
      env,
      children,
      users: quick ? QUICK_USERS : USERS,
      books: true,
      dev: false,
      onProgress: () => {},
    });
    Object.assign(process.env, surroundings(stack, folder));
    return await work();
  } finally {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
