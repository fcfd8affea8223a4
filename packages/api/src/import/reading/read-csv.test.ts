import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type CsvRecord, readCsv } from "./read-csv.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "read-csv-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string | Buffer): Promise<CsvRecord[]> {
  const file = path.join(folder, "input.csv");
  writeFileSync(file, content);
  const records: CsvRecord[] = [];
  for await (const record of readCsv(file)) records.push(record);
  return records;
}

const whole = (line: number, ...cells: string[]): CsvRecord => ({ line, cells, damage: null });

describe("rows", () => {
  it.each([
    ["\n", "line feeds"],
    ["\r\n", "carriage returns and line feeds"],
    ["\r", "carriage returns"],
  ])("are told apart by %j (%s), and each knows its line", async (end) => {
    expect(await read(["a,b", "1,2", "", '"x"",y",4', ""].join(end))).toEqual([
      whole(1, "a", "b"),
      whole(2, "1", "2"),
      whole(4, 'x",y', "4"),
    ]);
  });

  it("may go over several lines inside quotes, and those after still know theirs", async () => {
    expect(await read('a,b\r\n"12 Main St\r\nSuite 4",2\r\n5,6\r\n')).toEqual([
      whole(1, "a", "b"),
      whole(2, "12 Main St\r\nSuite 4", "2"),
      whole(4, "5", "6"),
    ]);
  });

  it("begin after a byte order mark, which is no part of the first header", async () => {
    expect(await read("\uFEFFname,city\nAcme,Helena\n")).toEqual([
      whole(1, "name", "city"),
      whole(2, "Acme", "Helena"),
    ]);
  });

  it("keep quotes that stand inside a cell", async () => {
    expect(await read('a,b\nThe 5" Pipe Co,2\n')).toEqual([
      whole(1, "a", "b"),
      whole(2, 'The 5" Pipe Co', "2"),
    ]);
  });

  it("show bytes that are not UTF-8 as damaged characters", async () => {
    const [, row] = await read(Buffer.from("name\nCaf\xe9\n", "latin1"));
    expect(row?.cells).toEqual(["Caf\uFFFD"]);
  });

  it("come whole when a character lies across two blocks of the file", async () => {
    const long = `${"x".repeat(65_535 - "name\n".length)}é`;
    const [, row] = await read(`name\n${long}\n`);
    expect(row?.cells).toEqual([long]);
  });
});

describe("a quote left open", () => {
  it("costs its own line when no quote follows", async () => {
    const records = await read('a,b\n1,2\n"open,3\n4,5\n6,7\n');
    expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, "a", "b"],
      [2, "1", "2"],
      [3, '"open,3'],
      [4, "4", "5"],
      [5, "6", "7"],
    ]);
    expect(records.map(({ damage }) => damage !== null)).toEqual([false, false, true, false, false]);
  });

  it("costs its own line when a quote further down seems to close it", async () => {
    const records = await read('a,b,c\n"open,2,3\n4,5,6\n"Foo, Inc",8,9\n');
    expect(records.map(({ line, damage }) => [line, damage !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    expect(records.at(-1)?.cells).toEqual(["Foo, Inc", "8", "9"]);
  });

  it("costs its own line in the last column too, where the number of cells comes out right", async () => {
    const records = await read('a,b,c\n1,2,"open\n4,5,"shut"\n7,8,9\n');
    expect(records.map(({ line, damage }) => [line, damage !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
  });

  it("does not take the rest of the file into memory", async () => {
    const rows = "value,1,2\n".repeat(100_000);
    const records = await read(`a,b,c\n"open,1,2\n${rows}`);
    expect(records).toHaveLength(100_002);
    expect(records[1]?.damage).toMatch("a quote is opened on this line and not closed");
    expect(records.slice(2).every(({ damage, cells }) => damage === null && cells.length === 3)).toBe(true);
  });
});
