import { html } from "hono/html";
import { columnName } from "../google/a1.ts";
import type { Cell, Spreadsheet } from "../google/spreadsheet.ts";
import { type Html, layout } from "./layout.ts";

/** The demonstration spreadsheet, sheet by sheet, as a grid of rows and lettered columns. */
export function sheetsPage(spreadsheet: Spreadsheet): Html {
  return layout({
    title: "Sheets",
    path: "/sheets",
    content: html`${Object.entries(spreadsheet.contents()).map(([name, rows]) => sheet(name, rows))}`,
  });
}

function sheet(name: string, rows: readonly (readonly Cell[])[]): Html {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => columnName(index + 1));
  return html`<section aria-label="${name}">
    <h2>${name} <span class="meta">${rows.length} ${rows.length === 1 ? "row" : "rows"}</span></h2>
    ${rows.length === 0 ? html`<p class="empty">Nothing written yet.</p>` : grid(name, columns, rows)}
  </section>`;
}

function grid(name: string, columns: string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${name}, table" id="grid-${name}">
    <table>
      <thead>
        <tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells, index) =>
            html`<tr><th scope="row">${index + 1}</th>${columns.map((_, at) => cell(cells[at] ?? ""))}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function cell(value: Cell): Html {
  if (typeof value === "object") return html`<td><code>${value.formula}</code></td>`;
  return typeof value === "number" ? html`<td class="number">${value}</td>` : html`<td>${String(value)}</td>`;
}
