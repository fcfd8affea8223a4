import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ROUTES } from "../../apps/server/src/testing/routes.ts";
import { quantile } from "../bench/measure.ts";
import { startBenchStack } from "../bench/stack.ts";
import type { ProofRun } from "./proof-run.ts";
import { askUsersList, tell, timesLine } from "./signed-in.ts";

const USERS = 200;
const SOCKETS = 2_000;
const ADDRESSES = 20;
const GOAL = 3;
const PAUSE_MS = 20;
const TURN_SECONDS = 3;
/** The next turn starts when the effects of the turn before have passed. */
const SETTLES_MS = 1_000;
const SLOW_HEAD = "GET / HTTP/1.1\r\nHost: x\r\nX-";

/** What the connections send first: a head that never ends, and for each route a body that never ends. */
const FLOODS: readonly [name: string, first: string][] = [
  ["a head", SLOW_HEAD],
  ["POST /trpc/auth.signIn", slowBody("POST", "/trpc/auth.signIn")],
  ...ROUTES.map(([method, at, , asked]): [string, string] => [
    `${method} ${at}`,
    slowBody(method, `${at}${asked}`),
  ]),
];

/**
 * Measures how long a signed-in admin waits while 2,000 connections from 20 addresses send a byte a second to one route after the other.
 * Each flood stands between two idle turns, so that other load on the machine affects both alike.
 */
export async function run({ scale }: ProofRun): Promise<void> {
  const stack = await startBenchStack({ users: USERS, keep: false, isLimited: true });
  try {
    const words = [stack.api.port, SOCKETS, ADDRESSES].map(String);
    const dripper = fork(fileURLToPath(new URL("dripper.ts", import.meta.url)), words);
    await once(dripper, "message");
    await askUsersList(stack, 2, PAUSE_MS);
    const ratios: number[] = [];
    for (const [name, first] of FLOODS) {
      const idle: number[] = [];
      const flooded: number[] = [];
      for (let turn = 0; turn < scale; turn++) {
        idle.push(...(await askUsersList(stack, TURN_SECONDS, PAUSE_MS)));
        await tell(dripper, first);
        flooded.push(...(await askUsersList(stack, TURN_SECONDS, PAUSE_MS)));
        const { open, ended } = await tell<{ open: number; ended: number }>(dripper, "off");
        if (turn === 0) console.log(`${name}: ${open} connections open, ${ended} ended by the server`);
        await setTimeout(SETTLES_MS);
      }
      console.log(timesLine("  idle", idle));
      console.log(timesLine("  flooded", flooded));
      ratios.push(quantile(flooded, 0.99) / quantile(idle, 0.99));
    }
    dripper.disconnect();
    await once(dripper, "exit");
    const worst = Math.max(...ratios);
    const late = ratios.filter((ratio) => ratio > GOAL).length;
    console.log(
      `p99 of a signed-in call under a flood of each of ${FLOODS.length} routes: middle ratio ${quantile(ratios, 0.5).toFixed(2)}, worst ${worst.toFixed(2)}, ${late} above ${GOAL}; 0 calls refused`,
    );
    // One short turn on a busy machine is too little to judge by.
    process.exitCode = late === 0 || scale === 1 ? 0 : 1;
  } finally {
    await stack.stop();
  }
}

function slowBody(method: string, path: string): string {
  const type = path.includes("file") ? "multipart/form-data; boundary=b" : "application/json";
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 60000\r\n\r\n{`;
}
