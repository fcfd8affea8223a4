import { connect, type Socket } from "node:net";
import { ProviderError } from "../provider-error.ts";
import type { VirusScanner } from "./port.ts";

export interface ClamdOptions {
  /** Where clamd listens: a host and its port, or the path of a socket of this machine. */
  at: { host: string; port: number } | { path: string };
  /** How long one file may take, in ms. */
  deadlineMs: number;
}

const LONGEST_REPLY = 4_096;
/** clamd reads a piece whole before it looks at it. */
const LONGEST_PIECE = 64 * 1024;

/** ClamAV's daemon, spoken to by its own protocol: each file goes over as a stream (`INSTREAM`) and is kept nowhere. */
export function createClamd(options: ClamdOptions): VirusScanner {
  return {
    scan: async (bytes) => {
      const reply = await ask(options, "INSTREAM", bytes);
      if (reply === "stream: OK") return null;
      const [, found] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
      if (found !== undefined) return found;
      if (/size limit exceeded/i.test(reply))
        throw failure("refused", "the file is larger than StreamMaxLength");
      throw failure("unavailable", `it can not say: ${reply}`);
    },
    ping: async () => {
      const reply = await ask(options, "PING");
      if (reply !== "PONG") throw failure("unavailable", `it answers ${reply}`);
    },
  };
}

async function ask(
  { at, deadlineMs }: ClamdOptions,
  command: string,
  bytes?: AsyncIterable<Uint8Array>,
): Promise<string> {
  const socket = connect(at);
  const late = setTimeout(() => socket.destroy(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs);
  const reply = readReply(socket);
  let sent: Promise<void> | null = null;
  try {
    socket.write(`z${command}\0`);
    // It may answer before all is sent, that it is too much, and hang up: then the answer counts.
    if (bytes !== undefined) sent = send(socket, bytes);
    await Promise.race([reply, sent ?? reply]);
    return await reply;
  } catch (error) {
    throw failure("unavailable", error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(late);
    socket.destroy();
    // Nobody reads the file any more once this is over.
    await sent?.catch(() => {});
  }
}

async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  for await (const piece of bytes)
    for (let at = 0; at < piece.length; at += LONGEST_PIECE) {
      if (socket.destroyed || !socket.writable) return;
      const part = piece.subarray(at, at + LONGEST_PIECE);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      socket.write(length);
      if (socket.write(part)) continue;
      const drained = new Promise<void>((resolve) => socket.once("drain", () => resolve()));
      await Promise.race([drained, closed]);
    }
  if (socket.writable) socket.write(Buffer.alloc(4));
}

/** Up to the zero that ends it. */
function readReply(socket: Socket): Promise<string> {
  const reply = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.on("data", (piece: Buffer) => {
      text += piece.toString("utf8");
      const end = text.indexOf("\0");
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST_REPLY) socket.destroy(new Error("its answer does not end"));
    });
    // What broke after the answer came does not matter any more.
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("it hung up without an answer")));
  });
  reply.catch(() => {});
  return reply;
}

const failure = (kind: "refused" | "unavailable", message: string): ProviderError =>
  new ProviderError({ kind, provider: "clamd", message: `clamd: ${message}` });
