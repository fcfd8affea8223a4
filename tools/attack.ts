// `npm run attack`: a server of its own, a signed-in admin who works, and a visitor, a process of its own, who sends it bodies of 0.6 MB
// that are dear to read on three connections and keeps hundreds of others half open. It goes on and off by turns, so that what else the
// machine does falls on both alike: says how long the admin waits in either. Nothing but this machine is attacked. Options: --seconds=N of
// each (default 24), --users=N (default 2000), --rate=N bodies a second (default 30, 18 MB), --connections=N of each slow kind (default
// 200), --quick.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { procedureCall, quantile, send } from "./bench/measure.ts";
import { type BenchStack, startBenchStack } from "./bench/stack.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    users: { type: "string" },
    rate: { type: "string" },
    connections: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const USUAL = values.quick
  ? { seconds: "3", users: "100", connections: "20", rate: "30" }
  : { seconds: "24", users: "2000", connections: "200", rate: "30" };
const seconds = wholeNumber("seconds", values.seconds ?? USUAL.seconds, 1);
const users = wholeNumber("users", values.users ?? USUAL.users, 1);
const connections = wholeNumber("connections", values.connections ?? USUAL.connections, 0);
const rate = wholeNumber("rate", values.rate ?? USUAL.rate, 1);

const GOAL = 3;
const PAUSE_MS = 20;
const TURN_SECONDS = 3;
/** What the turn before has left, the opening of hundreds of connections as well, belongs to neither. */
const SETTLES_MS = 1_500;

const stack = await startBenchStack({ users, keep: false, isLimited: true });
try {
  const attacker = fork(fileURLToPath(new URL("attack/attacker.ts", import.meta.url)), [
    String(stack.api.port),
    String(connections),
    String(rate),
  ]);
  await once(attacker, "message");
  await ask(stack, 2);
  const idle: number[] = [];
  const attacked: number[] = [];
  let sent: unknown;
  for (let turn = 0; turn < Math.ceil(seconds / TURN_SECONDS); turn++) {
    idle.push(...(await ask(stack, TURN_SECONDS)));
    await told(attacker, "on");
    await setTimeout(SETTLES_MS);
    attacked.push(...(await ask(stack, TURN_SECONDS)));
    sent = await told(attacker, "off");
    await setTimeout(SETTLES_MS);
  }
  attacker.disconnect();
  await once(attacker, "exit");
  const ratio = quantile(attacked, 0.99) / quantile(idle, 0.99);
  console.log(`The attack, ${rate} bodies a second: ${JSON.stringify(sent)}`);
  for (const [name, times] of [
    ["idle", idle],
    ["attacked", attacked],
  ] as const)
    console.log(
      `${name.padEnd(9)}p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms, ${times.length} calls`,
    );
  console.log(`p99 of a signed-in call under the attack: ratio ${ratio.toFixed(2)}, goal ${GOAL}`);
  process.exitCode = ratio <= GOAL || values.quick ? 0 : 1;
} finally {
  await stack.stop();
}

/**
 * The times of the list of users, asked one after the other as a person's pages ask it, in ms. A call that is refused ends the
 * command.
 */
async function ask({ api }: BenchStack, forSeconds: number): Promise<number[]> {
  const input = { cursor: null, limit: 15, sort: "id", direction: "asc" };
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1_000;
  while (performance.now() < end) {
    const { ms } = await send(api.port, procedureCall("users.list", input, api.token));
    times.push(ms);
    await setTimeout(PAUSE_MS);
  }
  return times;
}

async function told(attacker: ChildProcess, what: "on" | "off"): Promise<unknown> {
  const answer = once(attacker, "message");
  attacker.send(what);
  return (await answer)[0];
}
