import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";

/** The largest body of a call, in bytes: of a signed-in admin, and of a visitor. */
export const LARGEST_BODY = 2 * 1024 * 1024;
export const LARGEST_BODY_OF_VISITORS = 64 * 1024;

/** The largest refused body, in bytes, that is read to its end so that a browser receives the answer. A larger one is not read. */
export const LARGEST_READ_OVER = 4 * LARGEST_BODY_OF_VISITORS;

/** The longest time for receiving a body. */
const BODY_MS = 30_000;

/** Limits of a body: the longest pasted list has 10,000 ids, and no input is nested this deep. */
const DEEPEST = 32;
const MOST_VALUES = 100_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a body by events, since iterating over the stream costs a tenth of a short request. Throws the refusal of the call. */
export function readBody(request: IncomingMessage, largest: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => {
      reject(new TRPCError({ code: "TIMEOUT", message: "It was not sent in time." }));
      request.destroy();
    }, BODY_MS);
    const tooLarge = () =>
      reject(new TRPCError({ code: "PAYLOAD_TOO_LARGE", message: "This is too large to send." }));
    const readOver = Math.max(largest, LARGEST_READ_OVER);
    if (Number(request.headers["content-length"] ?? 0) > readOver) {
      clearTimeout(late);
      return tooLarge();
    }
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largest) chunks.push(chunk);
      if (size > readOver) {
        request.pause();
        tooLarge();
      }
    });
    request.on("end", () => {
      if (size <= largest) resolve(Buffer.concat(chunks).toString("utf8"));
      else tooLarge();
    });
    request.on("close", () => clearTimeout(late));
    request.on("error", (cause) =>
      reject(new TRPCError({ code: "CLIENT_CLOSED_REQUEST", message: "It was not sent whole.", cause })),
    );
  });
}

/**
 * Throws UNSUPPORTED_MEDIA_TYPE, like tRPC's adapters, for a body without the type of JSON. A form of another site cannot send that type,
 * and a script needs a preflight request first.
 */
export function refuseOtherContent({ headers }: Pick<IncomingMessage, "headers">): void {
  if (headers["content-type"]?.startsWith("application/json")) return;
  throw new TRPCError({
    code: "UNSUPPORTED_MEDIA_TYPE",
    message: "A call is JSON, and says so in its content-type.",
  });
}

/**
 * Returns the value of a body. Throws BAD_REQUEST when it is not JSON, is nested too deep or has too many values. The check is a loop, so
 * that a very deep value does not overflow the stack.
 */
export function parseBody(text: string): unknown {
  if (text === "") return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new TRPCError({ code: "BAD_REQUEST", message: "The request is not JSON.", cause });
  }
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    values += level.length;
    if (depth > DEEPEST || values > MOST_VALUES)
      throw new TRPCError({ code: "BAD_REQUEST", message: "The request is nested too deeply or too long." });
    level = level.flatMap((value) =>
      Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [],
    );
  }
  return body;
}

/**
 * Throws BAD_REQUEST when a visitor sends instructions of superjson. Visitors may call only procedures that take plain texts, or no input,
 * which is sent as `undefined`.
 */
export function refuseInstructions(body: unknown): void {
  const inputs = isRecord(body) ? [body, ...Object.values(body)] : [];
  if (inputs.some((input) => isRecord(input) && "meta" in input && !saysNothing(input.meta)))
    throw new TRPCError({ code: "BAD_REQUEST", message: "The request cannot be read." });
}

/** Returns true when the instructions mean no input at all. */
const saysNothing = (meta: unknown): boolean =>
  isRecord(meta) &&
  Object.keys(meta).every((key) => key === "values" || key === "v") &&
  JSON.stringify(meta.values) === '["undefined"]';
