import { readFileSync } from "node:fs";

/** Fields of /proc/self/stat after the command's name: user and system time of children that ended, in ticks. */
const CHILDREN_FIELDS = [13, 14] as const;
const TICKS_PER_SECOND = 100;

let taken = 0;

/**
 * CPU seconds (user and system) of all child processes that ended since the last call, their own children included.
 * Null where the system has no /proc.
 */
export function takeChildrenSeconds(): number | null {
  const total = childrenSeconds();
  if (total === null) return null;
  const seconds = total - taken;
  taken = total;
  return seconds;
}

function childrenSeconds(): number | null {
  if (process.platform !== "linux") return null;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = CHILDREN_FIELDS.map((field) => Number(fields[field]));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}
