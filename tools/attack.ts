// `npm run attack`: a server of its own, a signed-in admin who works, and a visitor who sends it bodies of 0.6 MB that are dear to
// read on three connections and keeps hundreds of others half open. Says how long the admin waits meanwhile, and before.
// Nothing but this machine is attacked. Options: --seconds=N each (default 20), --users=N (default 2000),
// --connections=N of each slow kind (default 200), --quick.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { procedureCall, send } from "./bench/measure.ts";
import { type BenchStack, startBenchStack } from "./bench/stack.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    users: { type: "string" },
    connections: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const USUAL = values.quick
  ? { seconds: "3", users: "100", connections: "20" }
  : { seconds: "20", users: "2000", connections: "200" };
const seconds = wholeNumber("seconds", values.seconds ?? USUAL.seconds, 1);
const users = wholeNumber("users", values.users ?? USUAL.users, 1);
const connections = wholeNumber("connections", values.connections ?? USUAL.connections, 0);

const GOAL = 3;
const PAUSE_MS = 20;

const stack = await startBenchStack({ users, keep: false, isLimited: true });
try {
  await ask(stack, 2);
  const idle = await ask(stack, seconds);
  const attacker = fork(fileURLToPath(new URL("attack/attacker.ts", import.meta.url)), [
    String(stack.api.port),
    String(connections),
  ]);
  await once(attacker, "message");
  const attacked = await ask(stack, seconds);
  const sent = await told(attacker);
  attacker.disconnect();
  await once(attacker, "exit");
  const ratio = attacked.p99Ms / idle.p99Ms;
  console.log(`The attack: ${JSON.stringify(sent)}`);
  console.log(
    `A signed-in call: p99 ${idle.p99Ms.toFixed(1)} ms idle (${idle.calls}), ${attacked.p99Ms.toFixed(1)} ms attacked (${attacked.calls}), ratio ${ratio.toFixed(2)}, goal ${GOAL}`,
  );
  process.exitCode = ratio <= GOAL || values.quick ? 0 : 1;
} finally {
  await stack.stop();
}

/** The list of users, one call after the other as a person's pages make them. A call that is refused ends the command. */
async function ask({ api }: BenchStack, forSeconds: number): Promise<{ calls: number; p99Ms: number }> {
  const input = { cursor: null, limit: 15, sort: "id", direction: "asc" };
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1_000;
  while (performance.now() < end) {
    const { ms } = await send(api.port, procedureCall("users.list", input, api.token));
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  times.sort((one, other) => one - other);
  return { calls: times.length, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

async function told(attacker: ChildProcess): Promise<unknown> {
  const answer = once(attacker, "message");
  attacker.send("tell");
  return (await answer)[0];
}
