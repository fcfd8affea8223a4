import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EDGES } from "./edges.ts";
import { simulate } from "./run.ts";
import { playSchedule } from "./schedule.ts";
import { MUTANTS } from "./testing/mutants.ts";

const MIGRATIONS = new URL("../../packages/db/prisma/migrations/", import.meta.url);

/** Every edge that a migration gives to the database, by the names that its states have now. */
function migratedEdges(): string[] {
  const sql = readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(new URL(`${name}/migration.sql`, MIGRATIONS), "utf8"))
    .join("\n");
  const renamed = new Map(
    Array.from(sql.matchAll(/"PaymentState" RENAME VALUE '(\w+)' TO '(\w+)'/g), ([, from, to]) => [from, to]),
  );
  const today = (state: string | undefined) => renamed.get(state) ?? state;
  return Array.from(sql.matchAll(/INSERT INTO payment_state_edge[^;]*;/g), ([insert]) => insert).flatMap(
    (insert) =>
      Array.from(insert.matchAll(/\('(\w+)', '(\w+)'\)/g), ([, from, to]) => `${today(from)} ${today(to)}`),
  );
}

describe("the simulation", () => {
  it("moves along the edges that the migrations allow, and no others", () => {
    const own = Object.entries(EDGES).flatMap(([from, targets]) => targets.map((to) => `${from} ${to}`));
    expect(own.toSorted()).toEqual(migratedEdges().toSorted());
  });

  it.each([false, true])(
    "finds no broken invariant in 2,000 schedules; late workers go on: %s",
    async (stalls) => {
      const { broken, counts } = await simulate({ firstSeed: 1, schedules: 2000, stalls });
      expect(broken).toBeNull();
      expect(Object.entries(counts).filter(([, count]) => count <= 2)).toEqual([]);
    },
  );

  it("plays the same schedule for the same seed, and another for another", async () => {
    const play = (seed: number) => playSchedule({ seed, stalls: false, trace: true });
    for (const seed of [1, 2, 3, 4, 5]) {
      const first = await play(seed);
      expect(first.trace.length).toBeGreaterThan(5);
      expect(await play(seed)).toEqual(first);
      expect((await play(seed + 100)).trace).not.toEqual(first.trace);
    }
  });

  it.each(MUTANTS)("notices a machine that $mistake", async ({ flaws, stalls, breaks }) => {
    const { broken } = await simulate({ firstSeed: 1, schedules: 2000, stalls, flaws });
    expect(broken?.broken).toMatch(breaks);
    expect(broken?.trace.some((line) => line.includes("BROKEN"))).toBe(true);
    // The same schedule without the mistake holds: it is the mistake that broke it.
    const sound = await playSchedule({ seed: broken?.seed ?? 0, stalls, trace: false });
    expect(sound.broken).toBeNull();
  });
});
