import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { procedureCall, quantile, send } from "../bench/measure.ts";
import { type BenchStack, startBenchStack } from "../bench/stack.ts";
import type { ProofRun } from "./proof-run.ts";

const USERS = 200;
/** Half-open connections of each slow kind. */
const CONNECTIONS = 20;
/** Each body has 0.6 MB. */
const BODIES_PER_SECOND = 30;
const GOAL = 3;
const PAUSE_MS = 20;
const TURN_SECONDS = 3;
/** The next turn starts when the effects of the turn before have passed. */
const SETTLES_MS = 1_500;

/**
 * Measures how long a signed-in admin waits while a visitor, a process of its own, sends expensive bodies and holds
 * connections half open. The attack goes on and off in turns, so that other load on the machine affects both alike.
 */
export async function run({ scale }: ProofRun): Promise<void> {
  const stack = await startBenchStack({ users: USERS * scale, keep: false, isLimited: true });
  try {
    const attacker = fork(fileURLToPath(new URL("attacker.ts", import.meta.url)), [
      String(stack.api.port),
      String(CONNECTIONS * scale),
      String(BODIES_PER_SECOND),
    ]);
    await once(attacker, "message");
    await ask(stack, 2);
    const idle: number[] = [];
    const attacked: number[] = [];
    let sent: unknown;
    for (let turn = 0; turn < scale; turn++) {
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
    console.log(`The attack, ${BODIES_PER_SECOND} bodies a second: ${JSON.stringify(sent)}`);
    for (const [name, times] of [
      ["idle", idle],
      ["attacked", attacked],
    ] as const)
      console.log(
        `${name.padEnd(9)}p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms, ${times.length} calls`,
      );
    console.log(`p99 of a signed-in call under the attack: ratio ${ratio.toFixed(2)}, goal ${GOAL}`);
    // One turn is too short to judge by.
    process.exitCode = ratio <= GOAL || scale === 1 ? 0 : 1;
  } finally {
    await stack.stop();
  }
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
