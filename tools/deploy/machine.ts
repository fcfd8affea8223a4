import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { execa } from "execa";
import { ROOT } from "../checks/repository-files.ts";

/** What a Debian machine has from its installer. */
const INSTALLED = "ca-certificates,openssl,adduser,procps";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
const STARTS_WITHIN_MS = 10_000;
const ENDS_WITHIN_MS = 50_000;

/** A command that goes on. */
export interface Going {
  /** Resolves with what it said once that matches; throws what it said where it ends before. */
  says(text: RegExp): Promise<string>;
  /** All that it said until now. */
  said(): string;
  /** Sends a line to its standard input. */
  type(line: string): void;
  /** Resolves with what it said once it ended with 0; throws what it said where it ended with another code. */
  ended(): Promise<string>;
  /** Sends SIGTERM and waits; the code that it ended with. */
  stop(): Promise<number>;
  /** What Ctrl-C does on a terminal: all that was started by the line is told. */
  interrupt(): void;
}

interface How {
  user?: string;
  env?: Record<string, string>;
  /** Whether it reaches the network of this machine, where packages come from. Else it has none but its own. */
  online?: boolean;
  input?: string;
}

/** A Debian machine with nothing on it, as far as one can be had without booting it: its files, users, processes and network. */
export interface Machine {
  root: string;
  /** Runs a line of shell in it; what it printed. Throws with all it said where it fails. */
  run: (line: string, how?: How) => Promise<string>;
  start: (line: string, how?: How) => Promise<Going>;
  write: (path: string, text: string, mode?: number) => void;
  read: (path: string) => string;
  remove(): Promise<void>;
}

/** Makes one, in a folder of its own. Everything that runs in it ends with it. */
export async function makeMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-machine-"));
  const root = join(folder, "root");
  let holder: ChildProcess | null = null;
  const remove = async () => {
    if (holder && holder.exitCode === null) {
      const gone = once(holder, "exit");
      holder.kill("SIGKILL");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await execa("mmdebstrap", [
      "--variant=minbase",
      "--dpkgopt=force-unsafe-io",
      `--include=${INSTALLED}`,
      "bookworm",
      root,
    ]);
    copyFileSync("/etc/resolv.conf", join(root, "etc/resolv.conf"));
    // Where packages come through a proxy whose certificate this machine trusts, the other one has to as well.
    copyFileSync(CERTIFICATES, join(root, CERTIFICATES));
    // Its services are started by hand: nothing has booted.
    writeFileSync(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    mkdirSync(join(root, "dev/shm"), { recursive: true });
    await execa("chmod", ["1777", join(root, "dev/shm"), join(root, "tmp")]);
    holder = spawn(
      "unshare",
      [
        "--mount",
        "--pid",
        "--net",
        "--fork",
        "--kill-child",
        `--mount-proc=${join(root, "proc")}`,
        "sleep",
        "infinity",
      ],
      { stdio: "ignore" },
    );
    const inside = await findChild(holder.pid ?? 0);
    await execa("nsenter", [`--net=/proc/${inside}/ns/net`, "ip", "link", "set", "lo", "up"]);
    // Terminals, for a command that asks for a password.
    const terminals = ["-o", "newinstance,ptmxmode=0666", "devpts", join(root, "dev/pts")];
    await execa("nsenter", [`--mount=/proc/${inside}/ns/mnt`, "mount", "-t", "devpts", ...terminals]);
    await execa("ln", ["--symbolic", "--force", "pts/ptmx", join(root, "dev/ptmx")]);
    return { root, remove, ...commands(root, inside) };
  } catch (error) {
    await remove();
    throw error;
  }
}

function commands(root: string, inside: number): Omit<Machine, "root" | "remove"> {
  const words = (line: string, { user = "root", env = {}, online = false }: How): string[] => [
    `--mount=/proc/${inside}/ns/mnt`,
    `--pid=/proc/${inside}/ns/pid`,
    ...(online ? [] : [`--net=/proc/${inside}/ns/net`]),
    "chroot",
    root,
    "/usr/bin/env",
    "-i",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG=C.UTF-8",
    "DEBIAN_FRONTEND=noninteractive",
    `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    "runuser",
    "-u",
    user,
    "--",
    "/bin/sh",
    "-euc",
    `HOME=$(getent passwd ${user} | cut -d: -f6) && export HOME && { cd "$HOME" 2>/dev/null || cd /; } && ${line}`,
  ];
  return {
    run: async (line, how = {}) => {
      const { failed, all, stdout } = await execa("nsenter", words(line, how), {
        all: true,
        reject: false,
        input: how.input ?? "",
      });
      if (failed) throw new Error(all.slice(-3000));
      return stdout.trim();
    },
    start: async (line, how = {}) => {
      const child = spawn("nsenter", words(`exec ${line}`, how), {
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
      });
      let said = "";
      const heard = new Set<() => void>();
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => {
          said += chunk.toString();
          for (const each of heard) each();
        });
      const gone = once(child, "exit").then(([code]) => Number(code ?? -1));
      return {
        says: (text) =>
          new Promise((resolve, reject) => {
            const look = () => text.test(said) && resolve(said);
            heard.add(look);
            look();
            void gone.then((code) => reject(new Error(`It ended with ${code}: ${said.slice(-3000)}`)));
          }),
        said: () => said,
        type: (typed) => void child.stdin.write(`${typed}\n`),
        ended: async () => {
          const code = await gone;
          if (code !== 0) throw new Error(`It ended with ${code}: ${said.slice(-3000)}`);
          return said.trim();
        },
        stop: async () => {
          const pid = await findChild(child.pid ?? 0, "runuser");
          process.kill(pid, "SIGTERM");
          return Promise.race([gone, pause(ENDS_WITHIN_MS, -1, { ref: false })]);
        },
        interrupt: () => {
          process.kill(-(child.pid ?? 0), "SIGINT");
        },
      };
    },
    write: (path, text, mode = 0o644) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode });
    },
    read: (path) => readFileSync(join(root, path), "utf8"),
  };
}

/** The process that this one started, as this machine counts them; below programs of that name the one that they started. */
async function findChild(pid: number, through?: string): Promise<number> {
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; await pause(20)) {
    const [child] = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean),
    );
    if (child === undefined) continue;
    const name = readFileSync(`/proc/${child}/comm`, "utf8").trim();
    return through !== undefined && name === through ? findChild(Number(child)) : Number(child);
  }
  throw new Error("It does not run.");
}

/** Puts what git knows of here, as it stands, into a folder of the machine. */
export async function copySources(machine: Machine, to: string): Promise<void> {
  const target = join(machine.root, to);
  mkdirSync(target, { recursive: true });
  const { stdout } = await execa("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
  });
  await execa("tar", ["--create", "--files-from=-", "--file", join(target, "sources.tar")], {
    cwd: ROOT,
    input: stdout,
  });
  await execa("tar", ["--extract", "--file", join(target, "sources.tar"), "--directory", target]);
  rmSync(join(target, "sources.tar"));
}
