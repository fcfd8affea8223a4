import { describe, expect, it } from "vitest";
import { PAST_DUE_KEYS, ROLL_KEYS } from "./rules.ts";
import { ListPortfolioRows, type PortfolioFigure } from "./schemas.ts";

const CENTS = { value: "-1200", key: "7" };
const DAY = { value: "2026-11-02", key: "7" };
const MOMENT = { value: "2026-11-02 15:00:00.25+00", key: "7" };

const takes = (of: PortfolioFigure, cursor: object): boolean =>
  ListPortfolioRows.safeParse({ of, cursor, limit: 10 }).success;

describe("the place in the rows behind a figure", () => {
  it.each<[PortfolioFigure, object]>([
    [{ figure: "outstanding" }, CENTS],
    [{ figure: "credit" }, CENTS],
    [{ figure: "past-due", bucket: PAST_DUE_KEYS[0] }, CENTS],
    [{ figure: "week", week: "2026-11-02", part: "paid" }, DAY],
    [{ figure: "roll", step: ROLL_KEYS[0] }, DAY],
    [{ figure: "vintage", month: "2026-11-01" }, MOMENT],
  ])("of %j is one that its rows have, and no other", (of, own) => {
    expect(takes(of, own)).toBe(true);
    for (const other of [CENTS, DAY, MOMENT]) expect(takes(of, other)).toBe(other === own);
    expect(takes(of, { ...own, key: "9999-12-31" })).toBe(false);
    expect(takes(of, { ...own, key: "9".repeat(19) })).toBe(false);
  });

  it.each(["2026-02-30 10:00:00+00", "2026-11-02 24:00:00+00", "2026-11-02", "now"])(
    "is no moment: %s",
    (value) => {
      expect(takes({ figure: "vintage", month: "2026-11-01" }, { value, key: "7" })).toBe(false);
    },
  );
});
