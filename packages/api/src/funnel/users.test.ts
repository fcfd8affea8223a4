import { randomUUID } from "node:crypto";
import { FUNNEL_OUTCOMES, type FunnelOutcome } from "@countinghouse/validators/funnel/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const DAYS = { startDate: "2026-10-01", endDate: "2026-11-19" };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await customer([
    [10, "2026-10-02T12:00:00Z"],
    [20, "2026-10-03T12:00:00Z"],
  ]);
  await customer([
    [10, "2026-10-02T12:00:00Z"],
    [null, "2026-10-04T12:00:00Z"],
  ]);
  for (let nth = 0; nth < 3; nth++) await customer([[10, "2026-10-02T12:00:00Z"]]);
  await customer([[10, "2026-11-18T12:00:00Z"]]);
  await customer([[10, "2026-09-18T12:00:00Z"]]);
});
afterAll(() => api.close());

/** A customer who took these steps; null is a refusal. */
async function customer(steps: readonly (readonly [event: number | null, at: string])[]): Promise<void> {
  const { id } = await api.user();
  for (const [event, at] of steps)
    await api.database.pool.query(
      `INSERT INTO journey_event (id, user_id, event_id, name, happened_at)
       VALUES ($1, $2, $3, coalesce((SELECT name FROM funnel_event WHERE id = $3), 'Declined'), $4)`,
      [randomUUID(), id, event, at],
    );
}

/** All customers behind a number, asked for two at a time. */
async function readUsers(eventId: number, outcome: FunnelOutcome): Promise<number[]> {
  const { funnel } = await api.as("VIEWER");
  const ids: number[] = [];
  let cursor: number | null = null;
  do {
    const page: Awaited<ReturnType<typeof funnel.users>> = await funnel.users({
      ...DAYS,
      eventId,
      outcome,
      cursor,
      limit: 2,
    });
    ids.push(...page.users.map(({ userId }) => userId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

it.each(FUNNEL_OUTCOMES)(
  "the customers behind %s are as many as the report says, in each phase",
  async (outcome) => {
    const rows = await (await api.as("VIEWER")).funnel.report(DAYS);
    const behind: number[] = [];
    for (const { eventId } of rows.slice(0, 3)) behind.push((await readUsers(eventId, outcome)).length);
    expect(behind).toEqual(
      rows.slice(0, 3).map((row) => (outcome === "count" ? row.count : row[`${outcome}Count`])),
    );
  },
);

it("each customer of a phase is in one of its outcomes", async () => {
  const all = await readUsers(10, "count");
  const parts = await Promise.all(
    FUNNEL_OUTCOMES.filter((outcome) => outcome !== "count").map((outcome) => readUsers(10, outcome)),
  );
  expect(parts.flat().toSorted((one, other) => one - other)).toEqual(all);
  expect(parts.map((part) => part.length)).toEqual([1, 1, 3, 1]);
});
