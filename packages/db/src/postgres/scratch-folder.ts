import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM = 2 * 1024 ** 3;

/**
 * Makes a folder for a database that ends with this run, in memory where there is room for it: a database is a thousand
 * files, which a file system on a disk takes longer to make and remove than many a test takes.
 */
export const scratchFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), prefix));

/** Whether this system keeps files in memory, and two gigabytes of that are free: containers often have but 64 MB. */
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
