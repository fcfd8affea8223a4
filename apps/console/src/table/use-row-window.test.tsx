import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { columnHelper } from "./columns.ts";
import { DataTable } from "./data-table.tsx";

type Line = { id: number };

const column = columnHelper<Line>();
const columns = column.columns([column.accessor("id", { header: "Id" })]);
const ROW_PX = 36;

function renderLines(count: number) {
  const onNearEnd = vi.fn<() => void>();
  const table = (rows: number) => (
    <DataTable
      label="Lines"
      columns={columns}
      rows={Array.from({ length: rows }, (_, id) => ({ id }))}
      rowKey={({ id }) => String(id)}
      empty={null}
      size={{ maxHeight: 360, windowed: { total: 5_000, onNearEnd } }}
    />
  );
  const { rerender } = render(table(count));
  const scroller = screen.getByRole("group", { name: "Lines" });
  Object.defineProperty(scroller, "clientHeight", { value: 360 });
  const scrollTo = (row: number) => {
    scroller.scrollTop = row * ROW_PX;
    fireEvent.scroll(scroller);
  };
  return { onNearEnd, scrollTo, loadUpTo: (rows: number) => rerender(table(rows)) };
}

const shown = () => screen.getAllByRole("row").slice(1);
const idsShown = () => shown().map((row) => Number(row.textContent));

const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it("makes the rows that can be seen and some around them, wherever it is scrolled to", async () => {
  const { scrollTo } = renderLines(1_000);
  expect(idsShown()).toEqual(idsFrom(0, 29));
  scrollTo(500);
  await waitFor(() => expect(idsShown()).toEqual(idsFrom(495, 525)));
  expect(shown()[0]?.getAttribute("aria-rowindex")).toBe("497");
});

it("makes what is in sight in the same frame, and while the scroll bar is dragged far nothing else", () => {
  const { scrollTo } = renderLines(1_000);
  for (const row of [500, 200, 900]) {
    scrollTo(row);
    expect(idsShown()).toEqual(idsFrom(row, row + 10));
  }
});

it("has every row made before the wheel brings it into sight", () => {
  const { scrollTo } = renderLines(1_000);
  for (let row = 3; row <= 300; row += 3) {
    expect(idsShown()).toEqual(expect.arrayContaining(idsFrom(row, row + 9)));
    scrollTo(row);
  }
});

it("keeps the height of all rows, so that the scroll bar tells the truth", () => {
  const { scrollTo } = renderLines(1_000);
  scrollTo(500);
  const gaps = [...document.querySelectorAll<HTMLElement>("tbody > tr[aria-hidden]")];
  const gapPx = gaps.reduce((sum, gap) => sum + Number.parseFloat(gap.style.height), 0);
  expect(gapPx + shown().length * ROW_PX).toBe(1_000 * ROW_PX);
});

it("asks for more near the end, once for each time that more came, and not before", () => {
  const { onNearEnd, scrollTo, loadUpTo } = renderLines(100);
  scrollTo(50);
  expect(onNearEnd).not.toHaveBeenCalled();
  scrollTo(80);
  scrollTo(90);
  expect(onNearEnd).toHaveBeenCalledOnce();
  loadUpTo(200);
  expect(onNearEnd).toHaveBeenCalledOnce();
  scrollTo(190);
  expect(onNearEnd).toHaveBeenCalledTimes(2);
});

it("says how many rows there are, loaded or not", () => {
  renderLines(100);
  expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("5001");
});

function renderWhole(count: number) {
  const lines = Array.from({ length: count }, (_, id) => ({ id }));
  render(
    <DataTable
      label="Lines"
      columns={columns}
      rows={lines}
      rowKey={({ id }) => String(id)}
      empty={null}
      size={{ maxHeight: 360 }}
    />,
  );
}

it("of a long table that is no window makes what is seen first at once, and the rest by and by", async () => {
  renderWhole(100);
  expect(idsShown()).toEqual(idsFrom(0, 29));
  await waitFor(() => expect(idsShown()).toEqual(idsFrom(0, 99)));
});

it.each([
  ["it is printed", () => fireEvent(window, new Event("beforeprint"))],
  ["the browser searches it", () => fireEvent.keyDown(window, { key: "f", ctrlKey: true })],
])("makes all of them at once when %s", (_, begin) => {
  renderWhole(100);
  expect(shown()).toHaveLength(30);
  begin();
  expect(shown()).toHaveLength(100);
});
