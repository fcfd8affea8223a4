import fc from "fast-check";

/** Events of a history. Amounts are in cents; a payment is named by its position. */
export type Happening =
  | { do: "advance"; payments: number; amountCents: number }
  | { do: "pay"; amountCents: number; instalment: number | null }
  | { do: "let off"; amountCents: number }
  | { do: "charge a fee"; amountCents: number }
  | { do: "refund by hand"; amountCents: number }
  | { do: "give back"; payment: number; amountCents: number }
  | { do: "come back"; payment: number }
  | { do: "restore"; payment: number };

const amountCents = fc.integer({ min: 1, max: 60_000 });
const place = fc.nat({ max: 20 });
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    do: fc.constant("advance" as const),
    payments: fc.integer({ min: 1, max: 6 }),
    amountCents: fc.integer({ min: 1_000, max: 60_000 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      amountCents,
      instalment: fc.option(place),
    }),
  },
  fc.record({ do: fc.constant("let off" as const), amountCents }),
  fc.record({ do: fc.constant("charge a fee" as const), amountCents }),
  fc.record({ do: fc.constant("refund by hand" as const), amountCents }),
  fc.record({ do: fc.constant("give back" as const), payment: place, amountCents }),
  fc.record({ do: fc.constant("come back" as const), payment: place }),
  fc.record({ do: fc.constant("restore" as const), payment: place }),
);

export interface AllocationRun {
  histories: number;
  /** Broken properties, each with the shortest history that shows it. */
  broken: string[];
}
