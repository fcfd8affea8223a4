import { expect, it } from "vitest";
import { keptInMemory } from "../../incoming-files/kept-bytes.ts";
import { deflatedZip, workbookParts } from "../../testing/archives.ts";
import { readWorkbookParts } from "./hidden-parts.ts";

const workbookOf = (sheet: string): Buffer =>
  deflatedZip(workbookParts({ "xl/worksheets/sheet1.xml": `<worksheet>${sheet}</worksheet>` }));

it("unpacks a workbook once for hidden rows and columns and for formulas without a stored value", async () => {
  const kept = keptInMemory(
    workbookOf(
      '<cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="2" hidden="1"><c r="A2"><f>B2</f></c></row></sheetData>',
    ),
  );
  const reads: number[] = [];
  const counted = {
    ...kept,
    read: (at: number, length: number) => {
      reads.push(at);
      return kept.read(at, length);
    },
  };
  const { hidden, hasShownCells } = await readWorkbookParts(counted);
  expect([...hidden.values()]).toEqual([{ rows: new Set([1]), columns: new Set([1, 2]) }]);
  expect(hasShownCells).toBe(true);
  // The list of the parts, and the head of the first one, are read from the beginning of so small a file.
  const others = reads.filter((at) => at > 0);
  expect(new Set(others).size).toBe(others.length);
});

it("counts no column beyond those of a spreadsheet", async () => {
  const { hidden, hasShownCells } = await readWorkbookParts(
    keptInMemory(workbookOf('<cols><col min="16000" max="4000000000" hidden="1"/></cols><sheetData/>')),
  );
  expect([...hidden.values()][0]?.columns.size).toBe(385);
  expect(hasShownCells).toBe(false);
});
