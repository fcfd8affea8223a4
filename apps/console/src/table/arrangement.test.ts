import { expect, it } from "vitest";
import { arrange, growingColumn, leastWidth, listName, NO_LAYOUT, setWidth } from "./arrangement.ts";
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

it("a width is kept beside those the others have, within bounds", () => {
  const layout = setWidth(NO_LAYOUT, { name: 100, email: 200 }, "email", 10_000);
  expect(layout.widths).toEqual({ name: 100, email: 960 });
  expect(setWidth(layout, {}, "name", 1).widths).toEqual({ name: 48, email: 960 });
});

const SIZED = [
  { id: "id", header: "Id", meta: { className: "w-20 border-r" } },
  { id: "at", header: "Sent (ET)", cell: () => null, meta: { className: "w-44" } },
  { id: "name", header: "Name", meta: { className: "w-32" } },
  { id: "notes", header: "Notes", meta: { className: "w-40" } },
  { id: "amount", header: "Amount", meta: { align: "right" as const, className: "w-48" } },
];

it("a table is as wide as its columns, by their classes or as their reader drew them", () => {
  expect(leastWidth(SIZED, {})).toBe(80 + 176 + 128 + 160 + 192);
  expect(leastWidth(SIZED, { at: 100 })).toBe(80 + 100 + 128 + 160 + 192);
  expect(leastWidth([{ id: "reason", header: "Reason" }], {})).toBe(192);
});

it("the widest column of plain text takes the spare width, unless another one grows", () => {
  expect(growingColumn(SIZED, {})).toBe("notes");
  expect(growingColumn(SIZED, { notes: 300 })).toBe("name");
  expect(growingColumn([...SIZED, { id: "who", meta: { className: "w-10", grows: true } }], {})).toBe("who");
  expect(growingColumn([...SIZED, { id: "reason", header: "Reason" }], {})).toBeUndefined();
});

it("a list is kept under what its table is called", () => {
  expect(listName("Payment Schedules")).toBe("payment-schedules");
  expect(listName(" Middesk (Liens) ")).toBe("middesk-liens");
});
