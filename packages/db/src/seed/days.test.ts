import fc from "fast-check";
import { expect, it } from "vitest";
import { isoDate, isoMoment } from "./days.ts";

it("moments and days are written as the language itself writes them, before 1970 too", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
      (at) => {
        expect(isoMoment(at)).toBe(at.toISOString());
        expect(isoDate(at)).toBe(at.toISOString().slice(0, 10));
      },
    ),
  );
});
