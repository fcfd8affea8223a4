import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { setUpUndoDesk } from "../../testing/undo-desk.ts";
import { exportBook } from "./export-book.ts";

const desk = setUpUndoDesk();

it("exports a returned payment with the day on which it was made and the day on which it came back", async () => {
  const rows = Array.from({ length: 20 }, (_, nth) => `P${nth},1,2026-10-01,5.00,returned,2026-10-04`);
  await desk.bring(
    {
      users: "Customer ID,First Name,Last Name\n1,Ana,Diaz\n",
      payments: `Payment ID,Customer ID,Paid On,Amount,Outcome,Returned On\n${rows.join("\n")}\n`,
    },
    "returned",
  );
  const folder = path.join(desk.folder, "out");
  const { database: db, vault, clock } = desk.api;
  await exportBook({ db, vault, now: clock.now, folder });
  const [header = [], ...payments] = parse(readFileSync(path.join(folder, "payments.csv"), "utf8"), {
    bom: true,
  });
  const days = payments.map((cells) => [
    cells[header.indexOf("Paid On")],
    cells[header.indexOf("Returned On")],
  ]);
  expect(days).toEqual(rows.map(() => ["2026-10-01", "2026-10-04"]));
});
