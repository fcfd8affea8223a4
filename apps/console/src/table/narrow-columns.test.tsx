import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type Columns, columnHelper } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import { keyColumns } from "./narrow-columns.tsx";

type Row = { id: string; name: string; city: string; phone: string; company: string };
const ROWS: Row[] = [{ id: "7", name: "Maria", city: "Toledo", phone: "555", company: "Delgado Freight" }];

const column = columnHelper<Row>();
const columns = column.columns([
  column.accessor("id", { header: "Id" }),
  column.accessor("name", { header: "Name" }),
  column.accessor("city", { header: "City" }),
  column.accessor("phone", { header: "Phone" }),
  column.accessor("company", { header: "Company" }),
]);

beforeEach(() => {
  const isLike = window.matchMedia.bind(window);
  const media = vi.spyOn(window, "matchMedia");
  media.mockImplementation((query) => isLike(query.includes("max-width: 767px") ? "screen" : query));
  onTestFinished(() => media.mockRestore());
});

const open = (shown: Columns<Row> = columns) =>
  render(<DataTable label="People" columns={shown} rows={ROWS} rowKey={({ id }) => id} empty={null} />);
const heads = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

it("on a small screen a table has its key columns, and a row opens as a sheet with all of them", async () => {
  const user = userEvent.setup();
  open();
  expect(heads().slice(0, 3)).toEqual(["Id", "Name", "City"]);
  expect(screen.queryByText("Delgado Freight")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Open the row" }));
  const sheet = within(await screen.findByRole("dialog", { name: "People" }));
  expect(sheet.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    "Id",
    "Name",
    "City",
    "Phone",
    "Company",
  ]);
  expect(sheet.getByText("Delgado Freight")).toBeTruthy();
});

it("a table of few columns stays as it is", () => {
  open(columns.slice(0, 4));
  expect(heads()).toHaveLength(4);
  expect(screen.queryByRole("button", { name: "Open the row" })).toBeNull();
});

it("a narrow table keeps the first amount in sight", () => {
  const text = (id: string) => ({ id, meta: {} });
  const amount = (id: string) => ({ id, meta: { align: "right" as const } });
  const [id, name, city, due, paid] = [text("id"), text("name"), text("city"), amount("due"), amount("paid")];
  expect(keyColumns([id, name, city, due, paid], 3)).toEqual([id, name, due]);
  expect(keyColumns([id, due, name, city, paid], 3)).toEqual([id, due, name]);
  expect(keyColumns([id, name, city], 2)).toEqual([id, name]);
});
