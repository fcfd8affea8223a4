import { randomUUID } from "node:crypto";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import { createTokens, refreshTokenHash } from "../../packages/api/src/auth/tokens.ts";
import { connect, type Database } from "../../packages/db/src/index.ts";
import { browserLaunch } from "../browser.ts";
import { type StackApart, startApart } from "../stack/apart.ts";
import { build } from "../stack/build.ts";
import { anyFreePort } from "../stack/ports.ts";

const SERVER = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));
const CONSOLE = fileURLToPath(new URL("../../apps/console/dist", import.meta.url));
const HOUR_MS = 3_600_000;

export interface BrowserStack {
  db: Database;
  /** The demonstration employee. */
  adminId: string;
  /** A browser in which the employee is signed in; relative addresses are those of the web process. */
  context: BrowserContext;
  /** The console that the web process serves, to lay further files beside. */
  consoleDir: string;
  stop(): Promise<void>;
}

/**
 * The product with so many made-up users, on ports and data of its own: a process that answers browsers, another one that
 * works, and a real browser.
 */
export async function startBrowserStack({ users }: { users: number }): Promise<BrowserStack> {
  const built = await build(["build"]);
  if (!built.ok) throw new Error(built.output);
  const apart = await startApart("bench", users, (reason) => console.error(reason));
  const stops = [() => apart.stop()];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  try {
    const consoleDir = join(apart.dataDir, "console");
    cpSync(CONSOLE, consoleDir, { recursive: true });
    const address = await startServers(apart, consoleDir);
    const db = connect(apart.serverEnv.DATABASE_OWNER_URL ?? "", { size: 2 });
    stops.push(() => db.close());
    const browser = await chromium.launch(await browserLaunch());
    stops.push(() => browser.close());
    const { id: adminId } = await db.read.admin.findFirstOrThrow({ where: { role: "EMPLOYEE" } });
    const token = await signIn(db, adminId, apart.settings.tokenKey);
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1280, height: 900 },
      // What measures is put into the page as text, which its own policy forbids.
      bypassCSP: true,
      storageState: {
        cookies: [],
        origins: [{ origin: address, localStorage: [{ name: "token", value: token }] }],
      },
    });
    return { db, adminId, context, consoleDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startServers({ children, serverEnv }: StackApart, consoleDir: string): Promise<string> {
  const [web, worker] = await Promise.all([anyFreePort(), anyFreePort()]);
  const address = `http://localhost:${web}`;
  const start = (name: string, port: number) =>
    children.start({
      name,
      script: SERVER,
      env: { ...serverEnv, ROLE: name, PORT: String(port), PUBLIC_URL: address, CONSOLE_DIR: consoleDir },
    });
  await start("web", web);
  await start("worker", worker);
  return address;
}

/** A session of this admin, and its access token as the browser keeps it. */
async function signIn(db: Database, adminId: string, tokenKey: string): Promise<string> {
  const now = new Date();
  const until = new Date(now.getTime() + 12 * HOUR_MS);
  const { id } = await db.unsafeTransaction((tx) =>
    tx.adminSession.create({
      data: {
        adminId,
        refreshHash: refreshTokenHash(randomUUID()),
        rotatedAt: now,
        idleUntil: until,
        absoluteUntil: until,
      },
    }),
  );
  // The bench outlives a real access token: its clock runs ahead of the server's.
  const ahead = () => new Date(Date.now() + 2 * HOUR_MS);
  return createTokens([Buffer.from(tokenKey, "base64")], ahead).issue(adminId, id);
}
