import path from "node:path";
import { readRow } from "@countinghouse/validators/import/rows";
import { expect, it } from "vitest";
import { namedCells, rowFindings } from "./candidate.ts";
import { EXPECTED } from "./messy/expected.ts";
import { EXPECTED_PARTS } from "./messy/expected-parts.ts";
import { EXPECTED_PROGRAMS } from "./messy/expected-programs.ts";
import { EXPECTED_REPORTS } from "./messy/expected-reports.ts";
import { openFiles } from "./reading/open-table.ts";

it.each(Object.entries({ ...EXPECTED, ...EXPECTED_REPORTS, ...EXPECTED_PARTS, ...EXPECTED_PROGRAMS }))(
  "the messy file %s is read as a person reads it",
  async (name, expected) => {
    const file = await openFiles([path.join(import.meta.dirname, "messy", name)]);
    const table = file.found.flatMap(({ tables }) => tables)[0];
    if (!table) throw new Error("There is no table.");
    const { layout } = table;
    const rows: Record<number, object | string> = {};
    const found: string[] = [];
    for await (const record of table.records()) {
      const cells = namedCells(layout, record);
      const read = typeof cells === "string" ? null : readRow("users", cells, layout.spelling, false);
      rows[record.line] = typeof cells === "string" ? cells : read?.refused || (read?.row ?? {});
      found.push(
        ...[...rowFindings(record), ...(read?.findings ?? [])].map(
          ({ kind, text }) => `${record.line}: ${kind}, ${text}`,
        ),
      );
    }
    await file.close();
    const ignored = layout.headings.flatMap(({ header, field }) => (field === null ? header : []));
    expect(rows).toEqual(expected.rows);
    expect(found).toEqual(expected.found ?? []);
    expect({
      encoding: layout.encoding,
      separator: layout.separator,
      titleLines: layout.titleLines,
      footers: table.footers().length,
      ignored,
      spelling: layout.spelling,
    }).toEqual({
      encoding: expected.encoding === undefined ? "utf-8" : expected.encoding,
      separator: expected.separator === undefined ? "," : expected.separator,
      titleLines: expected.titleLines ?? 0,
      footers: expected.footers ?? 0,
      ignored: expected.ignored ?? [],
      spelling: {
        dates: expected.dates ?? "mdy",
        datesDisagree: expected.datesDisagree,
        numbers: expected.numbers ?? "us",
        ssnLostZeros: expected.lostZeros ?? false,
        daysFrom1904: expected.daysFrom1904,
      },
    });
  },
);
