import { readCell, US_SPELLING } from "@countinghouse/validators/import/cells";
import type { Column } from "@countinghouse/validators/import/column";
import { sheetColumns } from "@countinghouse/validators/import/columns";
import { expect, it } from "vitest";
import { guardedCell, isGuarded } from "./guarded-cell.ts";

it.each(["00017", "02100002", "000123456789", "1234567890123", "-8086931554011838357", "08/27"])(
  "%s is guarded from a spreadsheet, and read as itself",
  (text) => {
    const guarded = guardedCell(text);
    expect(guarded).toBe(`="${text}"`);
    expect(isGuarded(guarded ?? "")).toBe(true);
    expect(readCell(sheetColumns("users").externalId as Column, guarded ?? "", US_SPELLING)).toEqual({
      value: text,
    });
  },
);

it("an id that reads like a power of ten is guarded", () => {
  expect(guardedCell("1E5")).toBe('="1E5"');
});

it.each(["17", "4065550144", "1234.50", "2020-04-07", "Acme", "", "0"])("%j needs no guard", (text) => {
  expect(guardedCell(text)).toBeNull();
});

it("a formula is not taken for a guarded number", () => {
  expect(isGuarded('="1"&"2"')).toBe(false);
});
