import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followArrangements, setArrangement } from "./arrangements.ts";
import { columnHelper } from "./columns.ts";
import { DataTable } from "./data-table.tsx";

type Payment = { id: number; payer: string; note: string };

const column = columnHelper<Payment>();
const columns = column.columns([
  column.accessor("id", { header: "Id" }),
  column.accessor("payer", { header: "Payer" }),
  column.accessor("note", { header: "Note" }),
]);

const keep = vi.fn<Parameters<typeof followArrangements>[1]>();
let leave = () => {};
beforeEach(() => {
  keep.mockClear();
  leave = followArrangements({}, keep);
});
afterEach(() => {
  setArrangement("payments", null);
  leave();
});

const renderTable = () =>
  render(
    <DataTable
      label="Payments"
      columns={columns}
      rows={[{ id: 1, payer: "Zoe", note: "late" }]}
      rowKey={({ id }) => String(id)}
      empty={null}
    />,
  );
const heads = () => screen.getAllByRole("columnheader").map((head) => head.textContent);

async function openMenu() {
  await userEvent.click(screen.getByRole("button", { name: "Columns of Payments" }));
  return within(await screen.findByRole("dialog"));
}

it("hides a column and shows it again, and the first is not offered", async () => {
  renderTable();
  const menu = await openMenu();
  expect(menu.queryByRole("checkbox", { name: "Id" })).toBeNull();
  await userEvent.click(menu.getByRole("checkbox", { name: "Payer" }));
  expect(heads()).toEqual(["Id", "Note"]);
  expect(screen.queryByText("Zoe")).toBeNull();
  expect(keep).toHaveBeenLastCalledWith("payments", expect.objectContaining({ hidden: ["payer"] }));
  await userEvent.click(menu.getByRole("checkbox", { name: "Payer" }));
  expect(heads()).toEqual(["Id", "Payer", "Note"]);
});

it("moves, pins and sizes a column by keys alone", async () => {
  renderTable();
  await userEvent.tab();
  while (document.activeElement?.getAttribute("aria-label") !== "Columns of Payments") await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const menu = within(await screen.findByRole("dialog"));
  menu.getByRole("button", { name: "Move Note left" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(heads()).toEqual(["Id", "Note", "Payer"]);
  menu.getByRole("button", { name: "Pin Payer" }).focus();
  await userEvent.keyboard(" ");
  expect(heads()).toEqual(["Id", "Payer", "Note"]);
  expect(menu.getByRole("button", { name: "Pin Payer" }).getAttribute("aria-pressed")).toBe("true");
  menu.getByRole("button", { name: "Make Note wider" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(keep.mock.lastCall?.[1]?.widths).toHaveProperty("note");
});

it("brings the columns back as they come", async () => {
  setArrangement("payments", { version: 1, order: ["note", "payer"], hidden: [], pinned: [], widths: {} });
  renderTable();
  expect(heads()).toEqual(["Id", "Note", "Payer"]);
  const menu = await openMenu();
  await userEvent.click(menu.getByRole("button", { name: "Reset" }));
  expect(heads()).toEqual(["Id", "Payer", "Note"]);
  expect(keep).toHaveBeenLastCalledWith("payments", null);
});
