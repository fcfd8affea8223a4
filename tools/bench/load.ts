import { connect, type Socket } from "node:net";
import { type Call, type Peer, quantile } from "./measure.ts";

export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Asks a server over so many connections at once for `ms`, each its next request as soon as its last was answered. It speaks
 * plain sockets: a full client would take more of the processor than the servers that are measured. Throws on any answer
 * but 200.
 */
export async function load(
  peer: Peer,
  { connections, ms }: { connections: number; ms: number },
): Promise<Load> {
  const times: number[] = [];
  const until = performance.now() + ms;
  let asked = 0;
  const next = () => requestBytes(peer.call(asked++), peer.port);
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, () => askUntil(peer.port, next, until, times)));
  const seconds = (performance.now() - began) / 1_000;
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

function requestBytes({ path, method, body = "", headers = {} }: Call, port: number): string {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    "content-length": Buffer.byteLength(body),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n${body}`;
}

async function askUntil(port: number, next: () => string, until: number, times: number[]): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  const answers = readAnswers(socket);
  while (performance.now() < until) {
    const began = performance.now();
    socket.write(next());
    const { value: status } = await answers.next();
    if (status !== "200") throw new Error(`Port ${port} answered ${String(status)}.`);
    times.push(performance.now() - began);
  }
  socket.destroy();
}

const HEAD_END = "\r\n\r\n";

/** The status of each answer, once it is whole. */
async function* readAnswers(socket: Socket): AsyncGenerator<string> {
  let seen: Buffer = Buffer.alloc(0);
  for await (const piece of socket as AsyncIterable<Buffer>) {
    seen = seen.length === 0 ? piece : Buffer.concat([seen, piece]);
    for (let end = endOfAnswer(seen); end !== null; end = endOfAnswer(seen)) {
      const status = seen.toString("latin1", 9, 12);
      seen = seen.subarray(end);
      yield status;
    }
  }
}

/** Where the first answer ends, by its length or its last chunk; null while it is not whole. */
function endOfAnswer(seen: Buffer): number | null {
  const headEnd = seen.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = seen.toString("latin1", 0, headEnd);
  const bodyAt = headEnd + HEAD_END.length;
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length !== undefined) {
    const end = bodyAt + Number(length);
    return seen.length >= end ? end : null;
  }
  const last = seen.indexOf(`0${HEAD_END}`, bodyAt);
  return last < 0 ? null : last + 1 + HEAD_END.length;
}
