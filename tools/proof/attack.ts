import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { quantile } from "../bench/measure.ts";
import { startBenchStack } from "../bench/stack.ts";
import type { ProofRun } from "./proof-run.ts";
import { askUsersList, tell, timesLine } from "./signed-in.ts";

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
    await askUsersList(stack, 2, PAUSE_MS);
    const idle: number[] = [];
    const attacked: number[] = [];
    let sent: unknown;
    for (let turn = 0; turn < scale; turn++) {
      idle.push(...(await askUsersList(stack, TURN_SECONDS, PAUSE_MS)));
      await tell(attacker, "on");
      await setTimeout(SETTLES_MS);
      attacked.push(...(await askUsersList(stack, TURN_SECONDS, PAUSE_MS)));
      sent = await tell(attacker, "off");
      await setTimeout(SETTLES_MS);
    }
    attacker.disconnect();
    await once(attacker, "exit");
    const ratio = quantile(attacked, 0.99) / quantile(idle, 0.99);
    console.log(`The attack, ${BODIES_PER_SECOND} bodies a second: ${JSON.stringify(sent)}`);
    console.log(timesLine("idle", idle));
    console.log(timesLine("attacked", attacked));
    console.log(`p99 of a signed-in call under the attack: ratio ${ratio.toFixed(2)}, goal ${GOAL}`);
    // One turn is too short to judge by.
    process.exitCode = ratio <= GOAL || scale === 1 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}
