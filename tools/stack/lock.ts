import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Who holds a data folder: `what` is the command in words a person typed. */
export interface Holder {
  pid: number;
  what: string;
}

export interface Lock {
  /** Whether the run before was killed and could not tidy up. */
  afterKill: boolean;
  release(): void;
}

/** Takes the data folder for this process. Throws one line when a living process holds it. */
export function takeLock(dataDir: string, what: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = lockFile(dataDir);
  const holder = lockHolder(dataDir);
  const afterKill = existsSync(file) && holder === null;
  if (afterKill) rmSync(file, { force: true });
  if (holder || !writeAlone(file, { pid: process.pid, what })) {
    const { what: other = "Another command", pid = "" } = holder ?? lockHolder(dataDir) ?? {};
    throw new Error(`${other} is already running here (process ${pid}).`);
  }
  return { afterKill, release: () => rmSync(file, { force: true }) };
}

/** False when somebody else has written it a moment ago. */
function writeAlone(file: string, holder: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(holder), { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** The living process that holds the data folder, or null; what a killed one left behind does not count. */
export function lockHolder(dataDir: string): Holder | null {
  const file = lockFile(dataDir);
  if (!existsSync(file)) return null;
  const holder = parsed(readFileSync(file, "utf8"));
  return holder && isAlive(holder.pid) ? holder : null;
}

const lockFile = (dataDir: string): string => join(dataDir, "running.json");

function parsed(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null; // its writer was killed half-way
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Where the system tells what a process is, a recycled pid is not mistaken for the holder.
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync("/proc/self") || (existsSync(commandLine) && /node/.test(readFileSync(commandLine, "utf8")))
  );
}
