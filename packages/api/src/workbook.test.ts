import { PassThrough, Writable } from "node:stream";
import { expect, it } from "vitest";
import { workbookRows } from "./testing/workbooks.ts";
import { workbookInto } from "./workbook.ts";

function collector() {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { target, bytes: () => new Uint8Array(Buffer.concat(chunks)) };
}

it("writes a CSV file as a workbook: amounts as numbers, days as days, ids and what looks like a formula as text", async () => {
  const { target, bytes } = collector();
  const { sink, written } = workbookInto(target);
  sink.write("\uFEFFUser Id,Name,Balance (USD),Next Due (America/New_York)\n");
  sink.write('10001,"\'=HYPERLINK(""x"")",1234.50,2026-11-24\n10002,"Lee, Bo",-0.05,\n');
  sink.end();
  await written;
  expect(await workbookRows(bytes())).toEqual([
    ["User Id", "Name", "Balance (USD)", "Next Due (America/New_York)"],
    ["10001", '\'=HYPERLINK("x")', 1234.5, new Date("2026-11-24T00:00:00Z")],
    ["10002", "Lee, Bo", -0.05, null],
  ]);
});

it("gives up with whoever writes, and with whoever reads: a part is never a whole", async () => {
  const target = new PassThrough();
  const { sink, written } = workbookInto(target);
  sink.write("Id\n1\n");
  sink.destroy();
  await expect(written).rejects.toThrow(/./);
  const gone = new PassThrough();
  const other = workbookInto(gone);
  other.sink.write("Id\n1\n");
  gone.destroy();
  await expect(other.written).rejects.toThrow(/./);
  expect(other.sink.destroyed).toBe(true);
});
