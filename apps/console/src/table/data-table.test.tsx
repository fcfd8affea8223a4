import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { renderPage } from "@/test/render-page.tsx";
import { CopyCell, DateCell, LinkCell, MoneyCell } from "./cells.tsx";
import { columnHelper, tableActions } from "./columns.ts";
import { DataTable, type DataTableProps, failingAs, type Sort } from "./data-table.tsx";

type Payment = { id: number; payer: string; amountCents: number | null };

const column = columnHelper<Payment>();
const columns = column.columns([
  column.accessor("id", {
    header: "Id",
    cell: ({ getValue }) => <LinkCell href={`/p/${getValue()}`}>{getValue()}</LinkCell>,
  }),
  column.accessor("payer", { header: "Payer", enableSorting: true }),
  column.accessor("amountCents", {
    header: "Amount",
    meta: { align: "right" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
]);

const ROWS: Payment[] = [
  { id: 1, payer: "Zoe", amountCents: 123_450 },
  { id: 2, payer: "Abe", amountCents: -2_000 },
  { id: 3, payer: "", amountCents: null },
];

const renderTable = (props: Partial<DataTableProps<Payment>> = {}) =>
  render(
    <DataTable
      label="Payments"
      columns={columns}
      rows={ROWS}
      rowKey={(row) => String(row.id)}
      empty={<p>No payments yet</p>}
      {...props}
    />,
  );

const FETCHING = { isFetching: true, error: null, refetch: () => {}, dataUpdatedAt: undefined };

const findCells = (row: number) =>
  within(screen.getAllByRole("row")[row] ?? document.body)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

it("shows the rows in the order the server gave them", () => {
  renderTable({ sort: { column: "payer", direction: "asc", onSort: () => {} } });
  expect(findCells(1)).toEqual(["1", "Zoe", "$1,234.50"]);
  expect(findCells(2)).toEqual(["2", "Abe", "−$20.00"]);
});

it("shows a head before each group of rows, and the head alone of a folded group", async () => {
  const onToggle = vi.fn<() => void>();
  const group = (key: string, size: number) => ({ key, title: key, size, isFolded: size === 0, onToggle });
  renderTable({ groups: [group("Big", 1), group("None", 0), group("Small", 2), group("Last", 0)] });
  expect(screen.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "IdPayerAmount",
    "Big",
    "1Zoe$1,234.50",
    "None",
    "Small",
    "2Abe−$20.00",
    "3—none—none",
    "Last",
  ]);
  await userEvent.setup().click(screen.getByRole("button", { name: "None", expanded: false }));
  expect(onToggle).toHaveBeenCalledOnce();
});

it("shows a dash, and says 'none', for a value that is not there", () => {
  renderTable();
  expect(findCells(3)).toEqual(["3", "—none", "—none"]);
});

it("sorts where a column sorts, and only there", async () => {
  const onSort = vi.fn<(sort: Sort) => void>();
  renderTable({ sort: { column: "id", direction: "asc", onSort } });
  expect(screen.queryByRole("button", { name: "Amount" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Payer" }));
  expect(onSort).toHaveBeenCalledWith({ column: "payer", direction: "asc" });
});

it("turns the order round on the sorted column", async () => {
  const onSort = vi.fn<(sort: Sort) => void>();
  renderTable({ sort: { column: "payer", direction: "asc", onSort } });
  expect(screen.getByRole("columnheader", { name: "Payer" }).getAttribute("aria-sort")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Payer" }));
  expect(onSort).toHaveBeenCalledWith({ column: "payer", direction: "desc" });
});

it("holds the place of the rows while they load, and shows grey bars only after a while", async () => {
  const { container } = renderTable({ rows: undefined, query: FETCHING, size: { skeletonRows: 4 } });
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  expect(container.querySelectorAll("[data-slot=skeleton-row]")).toHaveLength(4);
  expect(container.querySelector("[data-slot=skeleton]")).toBeNull();
  await expect.poll(() => container.querySelector("[data-slot=skeleton]")).toBeTruthy();
});

it("says that there is nothing once that is known", () => {
  renderTable({ rows: [] });
  expect(screen.getByText("No payments yet")).toBeTruthy();
});

it("says that loading failed, never that there is nothing", async () => {
  const onRetry = vi.fn<() => void>();
  renderTable({
    rows: undefined,
    query: failingAs("Something went wrong!", {
      isFetching: false,
      error: new Error("x"),
      refetch: onRetry,
      dataUpdatedAt: undefined,
    }),
  });
  expect(screen.getByRole("alert").textContent).toContain("Something went wrong!");
  expect(screen.queryByText("No payments yet")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("keeps the rows in sight while they are fetched again", () => {
  renderTable({ query: FETCHING });
  expect(screen.getByRole("status", { name: "Refreshing" })).toBeTruthy();
  expect(findCells(1)[1]).toBe("Zoe");
});

it("as the list of a page says when its rows came, and reads them again", async () => {
  const refetch = vi.fn<() => void>();
  const at = Date.parse("2026-11-24T16:36:00Z");
  renderPage(
    <DataTable
      label="Payments"
      columns={columns}
      rows={ROWS}
      rowKey={(row) => String(row.id)}
      empty={null}
      query={{ isFetching: false, error: null, refetch, dataUpdatedAt: at }}
      pageList="users"
    />,
  );
  expect((await screen.findByText("Updated 11:36 ET")).getAttribute("datetime")).toBe(
    new Date(at).toISOString(),
  );
  await userEvent.click(screen.getByRole("button", { name: "Reload the list" }));
  expect(refetch).toHaveBeenCalledOnce();
});

it("shows in the rows what they can do now, also once that changed", async () => {
  const helper = columnHelper<Payment, { chosenId: number; choose: (id: number) => void }>();
  const choosing = helper.columns([
    helper.display({
      id: "choose",
      header: ({ table }) => `Chosen: ${tableActions(table).chosenId}`,
      cell: ({ row: { original }, table }) => (
        <button type="button" onClick={() => tableActions(table).choose(original.id)}>
          {tableActions(table).chosenId === original.id ? "chosen" : `choose ${original.payer}`}
        </button>
      ),
    }),
  ]);
  function Choosing() {
    const [chosenId, choose] = useState(1);
    return (
      <DataTable
        label="Payments"
        columns={choosing}
        actions={{ chosenId, choose }}
        rows={ROWS}
        rowKey={(row) => String(row.id)}
        empty={null}
      />
    );
  }
  render(<Choosing />);
  await userEvent.click(screen.getByRole("button", { name: "choose Abe" }));
  expect(screen.getByRole("columnheader").textContent).toBe("Chosen: 2");
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "choose Zoe",
    "chosen",
    "choose ",
  ]);
});

it("marks money that did not move, in words too", () => {
  render(<MoneyCell cents={500} failed />);
  expect(screen.getByText(/\$5\.00/).textContent).toBe("$5.00 failed");
});

it("shows a moment in New York time, on both sides of the change of clocks", () => {
  const { rerender } = render(<DateCell at={new Date("2026-11-01T05:30:00Z")} />);
  expect(screen.getByText("2026-11-01 01:30:00").getAttribute("dateTime")).toBe("2026-11-01T05:30:00.000Z");
  rerender(<DateCell at={new Date("2026-11-01T07:30:00Z")} />);
  expect(screen.getByText("2026-11-01 02:30:00")).toBeTruthy();
});

it("tells the other zones of a moment to whoever reaches it by keyboard", async () => {
  render(<DateCell at={new Date("2026-07-01T12:00:00Z")} />);
  await userEvent.tab();
  expect(await screen.findByText("2026-07-01 08:00:00 -04:00")).toBeTruthy();
  expect(screen.getByText("2026-07-01 12:00:00")).toBeTruthy();
});

it("copies a value and says so", async () => {
  const user = userEvent.setup();
  render(<CopyCell value="maria@example.com" label="e-mail" />);
  await user.click(screen.getByRole("button", { name: "Copy e-mail" }));
  expect(await screen.findByText("Copied")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe("maria@example.com");
});
