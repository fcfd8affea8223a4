import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "./random.ts";
import { drawTerms, ofeeCents } from "./terms.ts";

const STARTS_AT = new Date("2026-01-05T00:00:00Z");

it("what is paid out and what is kept always add up to what was approved", () => {
  fc.assert(
    fc.property(fc.integer(), fc.boolean(), fc.boolean(), (seed, smallBusiness, isRenewed) => {
      const terms = drawTerms(createRandom(seed), { startsAt: STARTS_AT, smallBusiness, isRenewed });
      const keptCents = terms.ofeeCents + terms.disbursementFeeCents;
      expect(terms.disbursementCents + keptCents).toBe(terms.approvedCents);
      expect(terms.paybackCents).toBe(Math.round(terms.approvedCents * Number(terms.multiplier)));
    }),
  );
});

it("the weekly payments cover the payback, and one less would not", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const terms = drawTerms(createRandom(seed), {
        startsAt: STARTS_AT,
        smallBusiness: false,
        isRenewed: false,
      });
      expect(terms.paymentCents * terms.payments).toBeGreaterThanOrEqual(terms.paybackCents);
      expect(terms.paymentCents * (terms.payments - 1)).toBeLessThan(terms.paybackCents);
    }),
  );
});

it("half a cent of the origination fee is rounded up", () => {
  expect(ofeeCents(105_000)).toBe(7_613);
  expect(ofeeCents(100_000)).toBe(7_250);
});
