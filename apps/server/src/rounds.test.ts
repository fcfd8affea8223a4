import { expect, it } from "vitest";
import { createRounds, type Rounds } from "./rounds.ts";

const MINUTE_MS = 60_000;

/** Sweeps on a clock that moves only when a test moves it. */
function watched() {
  let now = 1_000;
  const rounds = createRounds(() => now);
  const sweep = (name: string, everyMs: number, mayLast: boolean, work = () => Promise.resolve()) =>
    rounds.watch({ name, everyMs, mayLast }, work);
  const advance = (ms: number) => {
    now += ms;
  };
  return { rounds, sweep, advance };
}

const stopped = (rounds: Rounds) => rounds.whyNotComingRound();

it("a sweep counts as stopped when it is a minute late, until it completes", async () => {
  const { rounds, sweep, advance } = watched();
  const work = sweep("audit", 500, false);
  sweep("balances", 10 * MINUTE_MS, false);
  expect(stopped(rounds)).toBeNull();
  advance(MINUTE_MS + 500);
  expect(stopped(rounds)).toBeNull();
  advance(1);
  expect(stopped(rounds)).toBe("Not come round for a minute: audit.");
  await work();
  expect(stopped(rounds)).toBeNull();
});

it("a sweep that fails every time counts as stopped", async () => {
  const { rounds, sweep, advance } = watched();
  const work = sweep("outbox", 2_000, true, () => Promise.reject(new Error("No.")));
  for (let times = 0; times < 40; times++) {
    await expect(work()).rejects.toThrow("No.");
    advance(2_000);
  }
  expect(stopped(rounds)).toBe("Not come round for a minute: outbox.");
});

it("a sweep that may last does not count as stopped while it runs, but any other sweep does", async () => {
  const { rounds, sweep, advance } = watched();
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = [
    sweep("payments", 2_000, true, () => promise)(),
    sweep("audit", 500, false, () => promise)(),
  ];
  advance(10 * MINUTE_MS);
  expect(stopped(rounds)).toBe("Not come round for a minute: audit.");
  resolve();
  await Promise.all(ended);
  expect(stopped(rounds)).toBeNull();
});

it("a process without sweeps has no stopped sweep", () => {
  const { rounds, advance } = watched();
  advance(10 * MINUTE_MS);
  expect(stopped(rounds)).toBeNull();
});
