import { describe, expect, it } from "vitest";
import { mayMeanDay, readCents, readDay } from "./sheet-cells.ts";

describe("an amount of the sheet", () => {
  it.each([
    [-900, -90_000],
    [0.1 + 0.2, 30],
    ["-$900.00", -90_000],
    ["$-900.00", -90_000],
    ["-1,234.50", -123_450],
    ["$1,234.5", 123_450],
    ["0.00", 0],
    ["-0.00", 0],
  ])("is read from %j", (cell, cents) => {
    expect(readCents(cell)).toBe(cents);
  });

  it.each(["-900,00", "-1.234,50", "(900.00)", "n/a", "", "true", "900.005", "1e3", "$-$5", "--5", 900.005])(
    "can not be read from %j",
    (cell) => {
      expect(readCents(cell)).toBeNull();
    },
  );
});

describe("a day of the sheet", () => {
  it.each(["2026-11-30", " 2026-11-30", "2026-11-30T10:00:00Z", "2026-11-30 10:00"])(
    "is read from %j",
    (cell) => {
      expect(readDay(cell)).toBe("2026-11-30");
    },
  );

  it.each(["30.11.2026", "11/30/2026", 46_356, "46356", "2026-02-30", "2026-11-301", "", "yesterday"])(
    "can not be read from %j",
    (cell) => {
      expect(readDay(cell)).toBeNull();
    },
  );

  it.each([
    ["30.11.2026", "2026-11-30"],
    ["11/30/2026", "2026-11-30"],
    ["2026/11/30", "2026-11-30"],
    [46_356, "2026-11-30"],
    ["46356", "2026-11-30"],
  ])("that is written as %j may mean that day alone", (cell, day) => {
    expect(mayMeanDay(cell, (each) => each === day)).toBe(true);
    expect(mayMeanDay(cell, (each) => each !== day)).toBe(false);
  });

  it("that means none at all may mean any day", () => {
    for (const cell of ["", "yesterday", "99.99.2026"]) expect(mayMeanDay(cell, () => false)).toBe(true);
  });
});
