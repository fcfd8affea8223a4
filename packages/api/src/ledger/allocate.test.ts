import { afterAll, beforeAll, expect, it } from "vitest";
import { playHistory } from "../testing/allocation-properties.ts";
import type { Happening } from "../testing/happenings.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ADVANCE: Happening = { do: "advance", payments: 6, amountCents: 150_000 };

/** An event of an advance of $9,000, and the event that it must follow. A payment has the name of its event. */
type Event = { after?: string } & (
  | Exclude<Happening, { payment: number }>
  | { do: "give back"; after: string; amountCents: number }
  | { do: "come back"; after: string }
);
type Events = Record<string, Event>;

const PAID_TWICE: Events = {
  sale: { do: "pay", amountCents: 910_000, instalment: null },
  debit: { do: "pay", amountCents: 20_000, instalment: null },
  returned: { do: "come back", after: "debit" },
};

/** Returns each order of the events that respects `after`. */
function orders(events: Events, done: readonly string[] = []): string[][] {
  const left = Object.keys(events).filter((name) => !done.includes(name));
  if (left.length === 0) return [[...done]];
  return left
    .filter((name) => events[name]?.after === undefined || done.includes(events[name].after))
    .flatMap((name) => orders(events, [...done, name]));
}

/** Returns the history of an order, in which payments have numbers instead of names. */
function toHistory(events: Events, order: readonly string[]): Happening[] {
  const payments = order.filter((name) => events[name]?.do === "pay");
  return order.map((name) => {
    const { after = "", ...event } = events[name] ?? { do: "let off", amountCents: 0 };
    return event.do === "give back" || event.do === "come back"
      ? { ...event, payment: payments.indexOf(after) }
      : event;
  });
}

it.each<[name: string, events: Events, leftCents: number]>([
  [
    "a refund of the sale",
    { ...PAID_TWICE, refund: { do: "give back", after: "sale", amountCents: 30_000 } },
    20_000,
  ],
  [
    "a refund recorded by hand",
    { ...PAID_TWICE, refund: { do: "refund by hand", amountCents: 30_000 } },
    20_000,
  ],
  [
    "a fee, which is owed and not scheduled",
    {
      sale: { do: "pay", amountCents: 890_000, instalment: null },
      debit: { do: "pay", amountCents: 20_000, instalment: null },
      returned: { do: "come back", after: "debit" },
      fee: { do: "charge a fee", amountCents: 5_000 },
    },
    10_000,
  ],
])(
  "the rest of the instalments is the same in every order of payments, a return and %s",
  async (_name, events, left) => {
    for (const order of orders(events))
      expect({ order, left: await playHistory(api, [ADVANCE, ...toHistory(events, order)]) }).toEqual({
        order,
        left,
      });
  },
);
