/** Thrown for a transaction that was given up before its end for want of time or of its connection: nothing was written. */
export class HeldUpError extends Error {
  constructor(cause: unknown) {
    super("The transaction was held up for too long and was given up: nothing was written.", { cause });
    this.name = "HeldUpError";
  }
}

/** SQL states: a lock or a statement that took too long, a connection that the database ended, and a deadlock. */
const HELD_UP_STATES = new Set(["55P03", "57014", "57P01", "25P03", "40P01"]);
/** Prisma's own: no connection came in time, or the transaction lasted too long. */
const TOO_LATE = "P2028";
/** The driver's word for a connection that was ended while nobody asked anything. */
const LOST_CONNECTION = /not queryable|Connection terminated|ECONNRESET|EPIPE/;

/** Whether a transaction that threw this, before it was told to commit, was held up rather than wrong. */
export function isHeldUp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && error.code === TOO_LATE) return true;
  const state = errorSqlState(error);
  return state === null ? LOST_CONNECTION.test(error.message) : HELD_UP_STATES.has(state);
}

/** What PostgreSQL said, as Prisma hands it on: `meta.driverAdapterError.cause.originalCode`. */
function errorSqlState(error: Error): string | null {
  const state = ["meta", "driverAdapterError", "cause", "originalCode"].reduce<unknown>(readMember, error);
  return typeof state === "string" ? state : null;
}

const readMember = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
