import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../packages/db/src/index.ts";
import { scratchFolder } from "../packages/db/src/postgres/scratch-folder.ts";
import { build } from "../tools/stack/build.ts";
import { createChildren } from "../tools/stack/children.ts";
import { machineSettings } from "../tools/stack/machine.ts";
import { anyFreePort } from "../tools/stack/ports.ts";
import { type Stack, startStack } from "../tools/stack/stack.ts";
import { keepSignedIn } from "./support/signed-in.ts";
import {
  DOORKEEPER,
  KEYHOLDER,
  METABASE_ADDRESS,
  ROLES,
  roleEmail,
  SLEEPER,
  surroundings,
} from "./support/surroundings.ts";

const USERS = 300;
/** Short settling times, so that a lost answer or a report costs a test only seconds; a patient time-out for a slow machine. */
const VENDOR_TIMES = {
  PROVIDER_TIMEOUT_MS: "10000",
  LEDGER_SHEET_SETTLE_MS: "1500",
  ACH_SETTLE_MS: "1500",
  CARDS_SETTLE_MS: "1500",
  REPORTS_EVERY_MS: "10000",
  // What they ask would meet the faults that tests arm, and their mail the codes that tests wait for.
  DESK_JOBS: "false",
};

/** Starts the whole product on ports and data of its own, and signs in one of the staff of each role. */
export default async function setUp(): Promise<() => Promise<void>> {
  const built = await build(["generate", "build"]);
  if (!built.ok) throw new Error(built.output);
  const folder = scratchFolder("countinghouse-e2e-");
  chmodSync(folder, 0o711); // the database's user passes through
  const children = createChildren(join(folder, "logs"), (reason) => console.error(reason));
  const tearDown = async () => {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o711 });
    const env = await environment();
    const stack = await startStack({
      dataDir,
      env,
      children,
      users: USERS,
      dev: false,
      onProgress: () => {},
    });
    Object.assign(process.env, surroundings(stack, folder));
    await hire(stack);
    await Promise.all(ROLES.map(keepSignedIn));
    return tearDown;
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function environment(): Promise<NodeJS.ProcessEnv> {
  const [console, sandbox, smtp, sftp, postgres] = await Promise.all([1, 2, 3, 4, 5].map(anyFreePort));
  return {
    ...machineSettings(),
    ...VENDOR_TIMES,
    METABASE_URL: METABASE_ADDRESS,
    METABASE_EMAILS: roleEmail("EMPLOYEE"),
    PORT: String(console),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    SANDBOX_SFTP_PORT: String(sftp),
    PGPORT: String(postgres),
  };
}

/** Adds the staff of single tests, with the password of the others. */
async function hire({ serverEnv }: Stack): Promise<void> {
  const db = connect(serverEnv.DATABASE_OWNER_URL ?? "", { size: 1 });
  try {
    const { passwordHash } = await db.read.admin.findFirstOrThrow({ select: { passwordHash: true } });
    await db.unsafeTransaction((tx) =>
      tx.admin.createMany({
        data: [DOORKEEPER, KEYHOLDER, SLEEPER].map((each) => ({ ...each, passwordHash })),
      }),
    );
  } finally {
    await db.close();
  }
}
