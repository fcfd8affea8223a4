import { TRPCError } from "@trpc/server";
import superjson, { type SuperJSONResult } from "superjson";

/**
 * superjson, without its walk where plain JSON says the same: most answers are texts, numbers and lists of them.
 * The wire format is superjson's own; the browser reads it with superjson.
 */
export const transformer = {
  serialize: (value: unknown): SuperJSONResult =>
    isPlainJson(value) ? { json: value } : superjson.serialize(value),
  deserialize: (sent: SuperJSONResult): unknown => (sent.meta === undefined ? sent.json : restored(sent)),
};

/** superjson throws plain errors at instructions it cannot follow; whoever sent them is at fault. */
function restored(sent: SuperJSONResult): unknown {
  if (countSteps(sent.meta) > MOST_STEPS)
    throw new TRPCError({ code: "BAD_REQUEST", message: "What was sent cannot be read." });
  try {
    return superjson.deserialize(sent);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", message: "What was sent cannot be read.", cause });
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

type PlainJson = string | number | boolean | null | PlainJson[] | { [key: string]: PlainJson };

/** Whether JSON alone brings this value back as it was. */
function isPlainJson(value: unknown): value is PlainJson {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isPlainJson);
      return isPlainObject(value) && Object.values(value).every(isPlainJson);
    default:
      return false;
  }
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
