import { expect, it } from "vitest";
import { arrange, leastWidth, listName, NO_LAYOUT, setWidth } from "./arrangement.ts";
import { moveColumn, setHidden, setPinned } from "./change-arrangement.ts";

const tool = (id: string) => ({ id, header: () => null });
const COLUMNS = [
  tool("choose"),
  { accessorKey: "id", header: "Id" },
  { accessorKey: "name", header: "Name" },
  { accessorKey: "email", header: "Email" },
  { id: "state", header: () => null, meta: { title: "State" } },
  tool("actions"),
];
const ids = (columns: readonly { id?: string; accessorKey?: unknown }[]) =>
  columns.map(({ id, accessorKey }) => id ?? accessorKey);

it("columns stand as they come while nobody arranged them", () => {
  const { shown, pinned, endsInActions, choices } = arrange(COLUMNS, null);
  expect(ids(shown)).toEqual(["choose", "id", "name", "email", "state", "actions"]);
  expect([pinned, endsInActions]).toEqual([2, true]);
  expect(choices.map(({ title }) => title)).toEqual(["Name", "Email", "State"]);
});

it("the first stays first, behind the box that chooses its row, and what can be done stays last", () => {
  const layout = {
    ...NO_LAYOUT,
    order: ["state", "actions", "email", "id", "name", "gone"],
    hidden: ["id", "choose"],
  };
  expect(ids(arrange(COLUMNS, layout).shown)).toEqual(["choose", "id", "state", "email", "name", "actions"]);
});

it("what is pinned stands beside the first, and what is hidden is still offered", () => {
  const layout = setHidden(setPinned(NO_LAYOUT, "state", true), "name", true);
  const { shown, pinned, choices } = arrange(COLUMNS, layout);
  expect(ids(shown)).toEqual(["choose", "id", "state", "email", "actions"]);
  expect(pinned).toBe(3);
  expect(choices.map(({ isHidden, isPinned }) => [isHidden, isPinned])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(setPinned(setHidden(layout, "name", false), "state", false)).toEqual(NO_LAYOUT);
});

it("a column that came later stands where it comes, however the others were moved", () => {
  const layout = { ...NO_LAYOUT, order: ["email", "name"] };
  expect(ids(arrange(COLUMNS, layout).shown)).toEqual(["choose", "id", "email", "state", "name", "actions"]);
});

it("a column is moved by one place, and no further than the end", () => {
  const order = ["name", "email", "state"];
  expect(moveColumn(NO_LAYOUT, order, "name", 1).order).toEqual(["email", "name", "state"]);
  expect(moveColumn(NO_LAYOUT, order, "name", -1).order).toEqual(order);
});

it("a width is kept beside those the others have, within bounds; the table is as wide as all of them", () => {
  const layout = setWidth(NO_LAYOUT, { name: 100, email: 200 }, "email", 10_000);
  expect(layout.widths).toEqual({ name: 100, email: 960 });
  expect(setWidth(layout, {}, "name", 1).widths).toEqual({ name: 48, email: 960 });
  expect(leastWidth(800, layout.widths, { shown: ["name", "email"], all: 4 })).toBe(1_060);
  expect(leastWidth(800, layout.widths, { shown: ["name", "state"], all: 4 })).toBe(400);
});

it("a list is kept under what its table is called", () => {
  expect(listName("Payment Schedules")).toBe("payment-schedules");
  expect(listName(" Middesk (Liens) ")).toBe("middesk-liens");
});
