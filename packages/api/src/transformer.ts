import { TRPCError } from "@trpc/server";
import superjson, { type SuperJSONResult } from "superjson";

/**
 * superjson, without its walk where plain JSON says the same: nearly all answers are texts, numbers, moments and lists of them.
 * The wire format is superjson's own; the browser reads it with superjson.
 */
export const transformer = {
  serialize: (value: unknown): SuperJSONResult => plainWithMoments(value) ?? superjson.serialize(value),
  deserialize: (sent: SuperJSONResult): unknown => (sent.meta === undefined ? sent.json : restored(sent)),
};

/** superjson throws plain errors at instructions it cannot follow; whoever sent them is at fault. */
function restored(sent: SuperJSONResult): unknown {
  if (countSteps(sent.meta) > MOST_STEPS)
    throw new TRPCError({ code: "BAD_REQUEST", message: "The request cannot be read." });
  try {
    return superjson.deserialize(sent);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", message: "The request cannot be read.", cause });
  }
}

/** Following an instruction takes microseconds, of which none may come to a second. */
const MOST_STEPS = 1_000;
/** A number of so many digits would take longer to read than anything else. */
const TOO_SLOW = "bigint";

/** How many steps these instructions are; without end where one of them is too slow. */
function countSteps(instructions: unknown): number {
  let level: unknown[] = [instructions];
  let steps = 0;
  while (level.length > 0) {
    steps += level.length;
    if (steps > MOST_STEPS || level.includes(TOO_SLOW)) return Number.POSITIVE_INFINITY;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return steps;
}

type Moments = Record<string, ["Date"]>;

/** What is plain JSON but for moments, in superjson's format; null for anything else, which takes superjson's own walk. */
function plainWithMoments(value: unknown): SuperJSONResult | null {
  if (value instanceof Date) return null;
  const moments: Moments = {};
  if (!isPlain(value, [], moments)) return null;
  const json = value as SuperJSONResult["json"];
  return Object.keys(moments).length === 0 ? { json } : { json, meta: { values: moments, v: 1 } };
}

/** Whether JSON alone brings this value back as it was, but for the moments in it, which are told by their paths. */
function isPlain(value: unknown, path: string[], moments: Moments): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return isPlainList(value, path, moments);
      return isPlainObject(value)
        ? isPlainRecord(value as Record<string, unknown>, path, moments)
        : isMoment(value, path, moments);
    default:
      return false;
  }
}

function isPlainList(list: readonly unknown[], path: string[], moments: Moments): boolean {
  for (let at = 0; at < list.length; at++) {
    path.push(String(at));
    if (!isPlain(list[at], path, moments)) return false;
    path.pop();
  }
  return true;
}

function isPlainRecord(record: Record<string, unknown>, path: string[], moments: Moments): boolean {
  for (const key in record) {
    path.push(key);
    if (!isPlain(record[key], path, moments)) return false;
    path.pop();
  }
  return true;
}

/** JSON writes a moment as superjson does. */
function isMoment(value: object, path: readonly string[], moments: Moments): boolean {
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return false;
  moments[path.map(escapedKey).join(".")] = ["Date"];
  return true;
}

const escapedKey = (key: string): string => key.replaceAll("\\", "\\\\").replaceAll(".", "\\.");

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
