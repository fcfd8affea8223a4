import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { convertedRatio } from "./report.ts";

/** From the last day of summer time on; it is the 20th, ten in the morning, in New York. */
const NOVEMBER = { startDate: "2026-11-01", endDate: "2026-11-19" };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await api.database.pool.query(
    "INSERT INTO partner VALUES ('gigapp', 'Gig App Partner'), ('bank', 'Community Bank Referral')",
  );
});
beforeEach(() => api.database.pool.query("DELETE FROM journey_event"));
afterAll(() => api.close());

type Step = readonly [event: number | "Declined", at: string, cents?: number];

/** A customer who took these steps. */
async function customer(steps: readonly Step[], facts: Parameters<TestApi["user"]>[0] = {}) {
  const { id } = await api.user(facts);
  for (const [event, at, cents] of steps) {
    await api.database.pool.query(
      `INSERT INTO journey_event (id, user_id, event_id, name, amount_cents, happened_at)
       VALUES ($1, $2, $3, coalesce((SELECT name FROM funnel_event WHERE id = $3), 'Declined'), $4, $5)`,
      [randomUUID(), id, event === "Declined" ? null : event, cents ?? null, at],
    );
  }
  return id;
}

const report = async (
  asked: Partial<{ dealType: "New" | "Renewal"; channel: "Organic" | "Partner"; partner: string }> = {},
  days = NOVEMBER,
) => (await api.as("VIEWER")).funnel.report({ ...days, ...asked });

/** The phases that anybody reached, with what is asked of them. */
async function reached(...asked: Parameters<typeof report>): Promise<[number, number][]> {
  const rows = await report(...asked);
  return rows.filter(({ count }) => count > 0).map(({ eventId, count }) => [eventId, count]);
}

describe("a funnel report", () => {
  it("has the phases in their order, also those nobody reached, which have no ratio", async () => {
    const rows = await report();
    expect(rows).toHaveLength(23);
    expect(rows[0]).toEqual({
      eventId: 10,
      eventName: "Application Started",
      count: 0,
      convertedCount: 0,
      convertedRatio: null,
      amountValueCents: 0,
      movedOnCount: 0,
      rejectedCount: 0,
      dropOffCount: 0,
      stillOpenCount: 0,
    });
    expect(rows.map(({ eventId }) => eventId)).toEqual(
      rows.map(({ eventId }) => eventId).toSorted((a, b) => a - b),
    );
  });

  it("counts a customer once, when they first came to a phase, by inclusive days of New York", async () => {
    await customer([
      [10, "2026-11-01T04:00:00Z"],
      [10, "2026-11-09T12:00:00Z"],
      [20, "2026-11-20T04:59:59.999Z"],
      [30, "2026-11-20T05:00:00Z"],
    ]);
    await customer([
      [10, "2026-11-01T03:59:59.999Z"],
      [10, "2026-11-15T12:00:00Z"],
    ]);
    expect(await reached()).toEqual([
      [10, 1],
      [20, 1],
    ]);
    expect(await reached({}, { startDate: "2026-10-31", endDate: "2026-10-31" })).toEqual([[10, 1]]);
  });

  it("tells who moved on, was rejected, dropped off after two weeks or is still open, and what was approved", async () => {
    await customer([
      [130, "2026-11-02T12:00:00Z", 100_00],
      [150, "2026-11-20T12:00:00Z", 100_00],
    ]);
    await customer([
      [130, "2026-11-02T12:00:00Z", 250_50],
      ["Declined", "2026-11-03T12:00:00Z"],
    ]);
    await customer([[130, "2026-11-06T14:59:59Z", 1_00]]);
    await customer([[130, "2026-11-06T15:00:00Z", 2_00]]);
    expect((await report()).find(({ eventId }) => eventId === 130)).toMatchObject({
      count: 4,
      amountValueCents: 353_50,
      movedOnCount: 1,
      rejectedCount: 1,
      dropOffCount: 1,
      stillOpenCount: 1,
    });
  });

  it("says how many in a hundred who reached a phase are funded by now, whenever that was", async () => {
    await customer([
      [10, "2026-11-02T12:00:00Z"],
      [220, "2026-11-20T12:00:00Z"],
    ]);
    for (const day of ["03", "04"]) await customer([[10, `2026-11-${day}T12:00:00Z`]]);
    await customer([[220, "2026-11-02T12:00:00Z"]]);
    const ratios = (await report()).filter(({ count }) => count > 0);
    expect(ratios.map(({ eventId, convertedRatio: ratio }) => [eventId, ratio])).toEqual([
      [10, 33.3],
      [220, 100],
    ]);
  });

  it("is narrowed to new customers or renewals, and to how they came to us", async () => {
    const first = await customer([[10, "2026-11-02T12:00:00Z"]]);
    await customer([[20, "2026-11-02T12:00:00Z"]], { refUser: { connect: { id: first } } });
    await customer([[30, "2026-11-02T12:00:00Z"]], { partner: { connect: { code: "gigapp" } } });
    await customer([[40, "2026-11-02T12:00:00Z"]], { partner: { connect: { code: "bank" } } });
    const phases = async (...asked: Parameters<typeof report>) =>
      (await reached(...asked)).map(([event]) => event);
    expect(await phases({ dealType: "New" })).toEqual([10, 30, 40]);
    expect(await phases({ dealType: "Renewal" })).toEqual([20]);
    expect(await phases({ channel: "Organic" })).toEqual([10, 20]);
    expect(await phases({ channel: "Organic", partner: "bank" })).toEqual([10, 20]);
    expect(await phases({ channel: "Partner" })).toEqual([30, 40]);
    expect(await phases({ channel: "Partner", partner: "all" })).toEqual([30, 40]);
    expect(await phases({ channel: "Partner", partner: "bank" })).toEqual([40]);
    expect(await phases({ channel: "Partner", partner: "nobody" })).toEqual([]);
  });

  it("adds up at every phase, whatever happened when: moved on, rejected, dropped off and still open are all", async () => {
    const step = fc.tuple(
      fc.constantFrom(10, 60, 130, 220, 230, "Declined" as const),
      fc.integer({ min: 0, max: 45 }).map((days) => new Date(Date.UTC(2026, 9, 10 + days)).toISOString()),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 5 }), async (ways) => {
        await api.database.pool.query("DELETE FROM journey_event");
        for (const way of ways) await customer(way);
        for (const row of await report()) {
          const { count, movedOnCount, rejectedCount, dropOffCount, stillOpenCount } = row;
          expect(movedOnCount + rejectedCount + dropOffCount + stillOpenCount).toBe(count);
        }
      }),
      { numRuns: 15 },
    );
  });

  it("refuses days that are none, and an end before the start", async () => {
    const days = (startDate: string, endDate: string) => report({}, { startDate, endDate });
    await expect(days("2026-02-30", "2026-03-01")).rejects.toThrow("Select Start Date");
    await expect(days("2026-03-01", "")).rejects.toThrow("Select End Date");
    await expect(days("2026-03-02", "2026-03-01")).rejects.toThrow(
      "The start date must be before the end date.",
    );
  });
});

it("partners are listed by name, after the choice of all", async () => {
  expect(await (await api.as("VIEWER")).funnel.partners()).toEqual([
    { value: "all", label: "All Partners" },
    { value: "bank", label: "Community Bank Referral" },
    { value: "gigapp", label: "Gig App Partner" },
  ]);
});

it.each([
  [3, 4, 75],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [5, 0, null],
  [0, 7, 0],
])("%i funded of %i who reached a phase are %j percent", (funded, count, percent) => {
  expect(convertedRatio(funded, count)).toBe(percent);
});
