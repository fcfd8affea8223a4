import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { execa } from "execa";
import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import { startApart } from "../stack/apart.ts";
import { anyFreePort } from "../stack/ports.ts";
import { signInAt } from "../stack/sign-in.ts";
import { bytesIn } from "./build.ts";
import type { Buildah } from "./buildah.ts";

const STARTS_WITHIN_MS = 120_000;
const CUSTOMERS = 30;
/** Where a process may write though the rest of its file system is read-only. */
const WRITABLE = [
  "tmp/",
  "var/lib/countinghouse/",
  "dev/",
  "proc/",
  "sys/",
  "etc/resolv.conf",
  "etc/hosts",
  "run/",
];

export interface Tried {
  /** A sentence each; the image does what it is for where there is none. */
  problems: string[];
  /** What the image brings beyond its base, in bytes. */
  bytes: number;
}

/** Starts the image as web and as worker over a database and a sandbox of their own, signs in, and stops them. */
export async function tryImage(buildah: Buildah, image: string): Promise<Tried> {
  const problems: string[] = [];
  const apart = await startApart("image", CUSTOMERS, (reason) => problems.push(reason));
  try {
    const { serverEnv, settings, sandboxOrigin } = apart;
    const port = await anyFreePort();
    const needed = [...NEEDED, "DATABASE_URL", "SMTP_URL", "MAIL_FROM"];
    const env = {
      ...Object.fromEntries(needed.map((name) => [name, serverEnv[name] ?? ""])),
      // What is in production has to be elsewhere, and spoken to by TLS.
      NODE_ENV: "test",
      HOST: "127.0.0.1",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
    };
    const start = async (role: "web" | "worker") =>
      startContainer(buildah, image, { ...env, ROLE: role, HEALTH_PORT: String(await anyFreePort()) });
    const [web, worker] = [await start("web"), await start("worker")];
    const begun = join(buildah.folder, "begun");
    writeFileSync(begun, "");
    utimesSync(begun, new Date(), new Date());
    for (const each of [web, worker]) await each.healthy();
    const admin = ADMINS.find(({ role }) => role === "SUPERADMIN");
    const session = await signInAt(env.PUBLIC_URL, sandboxOrigin, {
      email: admin?.email ?? "",
      password: settings.adminPassword,
    });
    const system = (await session.call("system.get")) as { processes: unknown[] };
    if (system.processes.length !== 2)
      problems.push(`${system.processes.length} processes are known, not 2.`);
    const page = await (await fetch(env.PUBLIC_URL)).text();
    if (!page.includes("<script")) problems.push("The console is not served.");
    if (web.user() !== 1000) problems.push(`It runs as user ${web.user()}, not 1000.`);
    for (const each of [web, worker]) {
      const { code, said } = await each.stop();
      if (code !== 0) problems.push(`On SIGTERM it ended with ${code}: ${said}`);
      const written = await writtenSince(each.root, begun);
      if (written.length > 0) problems.push(`It wrote ${written.join(", ")}, where it may not.`);
    }
    return { problems, bytes: await bytesIn(join(web.root, "app")) };
  } finally {
    await apart.stop();
  }
}

const NEEDED = ["SEALING_KEYS", "INDEX_KEY", "AUDIT_KEYS", "CODE_KEY", "TOKEN_KEY", "BOT_CHECK_KEY"];

interface Container {
  /** Its file system, as this machine sees it. */
  root: string;
  /** As whom its process runs. */
  user(): number;
  /** Resolves once it says that it lives. */
  healthy(): Promise<void>;
  /** Sends SIGTERM; the code that it ends with. */
  stop(): Promise<{ code: number | undefined; said: string }>;
}

async function startContainer(
  { run, start }: Buildah,
  image: string,
  env: Record<string, string>,
): Promise<Container> {
  const name = await run(["from", "--pull-never", image]);
  const root = await run(["mount", name]);
  const settings = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const words = ["run", "--isolation", "chroot", ...settings, name, "--", "node", "apps/server/src/main.ts"];
  const running = start(words);
  let said = "";
  let hasEnded = false;
  void running.finally(() => {
    hasEnded = true;
  });
  running.all?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  return {
    root,
    user: () =>
      Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${findNode(running.pid ?? 0)}/status`, "utf8"))?.[1]),
    healthy: async () => {
      for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; await pause(200)) {
        if (hasEnded) break;
        const answer = await fetch(`http://127.0.0.1:${env.HEALTH_PORT}/healthz`).catch(() => null);
        if (answer?.ok) return;
      }
      throw new Error(`The ${env.ROLE} does not start: ${said.slice(-4000)}`);
    },
    stop: async () => {
      process.kill(findNode(running.pid ?? 0), "SIGTERM");
      const { exitCode } = await running;
      return { code: exitCode, said: said.slice(-2000) };
    },
  };
}

/** The server's process below the one that started it. */
function findNode(pid: number): number {
  const [program = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  if (basename(program) === "node") return pid;
  const [child] = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean),
  );
  if (child === undefined) throw new Error("The server does not run.");
  return findNode(Number(child));
}

async function writtenSince(root: string, stamp: string): Promise<string[]> {
  const { stdout } = await execa("find", [root, "-xdev", "-newer", stamp, "-type", "f", "-printf", "%P\\n"]);
  return stdout
    .split("\n")
    .filter((path) => path !== "" && !WRITABLE.some((place) => path.startsWith(place)));
}
