import { expect, test } from "vitest";
import { changeableFields, whyLeft } from "./changes.ts";
import type { Facts } from "./differences.ts";
import { findMoved } from "./moved-days.ts";
import type { StagedRow } from "./stage.ts";

const TODAY = "2026-11-30";

const inFile = (dueOn: string, amount = 100): StagedRow => ({
  sheet: "schedules",
  customer: "1",
  application: "L1",
  line: 2,
  table: 0,
  row: { applicationId: "L1", dueOn, amount },
  takenLine: null,
  isUnread: false,
});
const isHere = (dueOn: string, more: Facts = {}): Facts => ({ dueOn, amount: 100, paidCents: 0, ...more });

const days = (rows: readonly StagedRow[], here: readonly Facts[]) =>
  findMoved(rows, here, TODAY).map(({ facts, row }) => [facts.dueOn, row.row.dueOn]);

test("pairs the days that are only in the files with those that are only here, each in their order", () => {
  const here = [isHere("2026-12-01"), isHere("2026-12-08"), isHere("2026-12-15")];
  const rows = ["2026-12-22", "2026-12-08", "2026-12-02"].map((day) => inFile(day));
  expect(days(rows, here)).toEqual([
    ["2026-12-01", "2026-12-02"],
    ["2026-12-15", "2026-12-22"],
  ]);
});

test("pairs no day where the files list fewer or more instalments than are here", () => {
  const here = [isHere("2026-12-01"), isHere("2026-12-08")];
  expect(days([inFile("2026-12-02")], here)).toEqual([]);
  expect(
    days(
      ["2026-12-01", "2026-12-08", "2026-12-15"].map((day) => inFile(day)),
      here,
    ),
  ).toEqual([]);
});

test.each<[string, string, Facts, string[], string]>([
  ["of which nothing is paid", "2026-12-02", {}, ["dueOn", "amount"], ""],
  ["of which a part is paid", "2026-12-02", { paidCents: 5 }, [], "Money that has moved"],
  [
    "with a payment under way",
    "2026-12-02",
    { isUnderWay: true },
    [],
    "A payment of the instalment is under way.",
  ],
  ["to a day before today", "2026-11-29", {}, [], "An instalment is not moved to a day before today."],
])("moves an instalment %s, or says why it stays", (_what, day, facts, fields, why) => {
  const [moved] = findMoved([inFile(day, 90)], [isHere("2026-12-01", facts)], TODAY);
  if (moved === undefined) throw new Error("Nothing is paired.");
  expect(changeableFields("schedules", moved.differing, moved.facts)).toEqual(fields);
  expect(fields.length > 0 ? "" : whyLeft("schedules", "dueOn", moved.facts)).toContain(why);
});
