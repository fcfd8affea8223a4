import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { procedureCall, quantile, send } from "../bench/measure.ts";
import type { BenchStack } from "../bench/stack.ts";

/**
 * Returns the times in ms of the users list, asked one after the other as the pages of a signed-in person ask it. A call that is refused
 * ends the command.
 */
export async function askUsersList(
  { api }: BenchStack,
  forSeconds: number,
  pauseMs: number,
): Promise<number[]> {
  const input = { cursor: null, limit: 15, sort: "id", direction: "asc" };
  const times: number[] = [];
  const end = performance.now() + forSeconds * 1_000;
  while (performance.now() < end) {
    const { ms } = await send(api.port, procedureCall("users.list", input, api.token));
    times.push(ms);
    await setTimeout(pauseMs);
  }
  return times;
}

/** Sends an attacking process a message and returns its answer. */
export async function tell<Answer>(attacker: ChildProcess, message: unknown): Promise<Answer> {
  const answer = once(attacker, "message");
  attacker.send(message as string);
  return (await answer)[0] as Answer;
}

/** One line with the quantiles of some times. */
export const timesLine = (name: string, times: readonly number[]): string =>
  `${name.padEnd(11)}p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms, ${times.length} calls`;
