import { expect, it } from "vitest";
import { createShownCellsReader } from "./shown-cells.ts";

it("reads the shown cells of a sheet once until another sheet is read", async () => {
  const reads: string[] = [];
  const read = createShownCellsReader((sheet) => {
    reads.push(sheet);
    return Promise.resolve(new Map([["0,0", sheet]]));
  });
  const sheets = ["Loans", "Loans", "Payments", "Payments", "Loans"];
  const texts: (string | undefined)[] = [];
  for (const sheet of sheets) texts.push((await read(sheet)).get("0,0"));
  expect(texts).toEqual(sheets);
  expect(reads).toEqual(["Loans", "Payments", "Loans"]);
});
