import { screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderPage } from "@/test/render-page.tsx";
import { selectLoaded } from "@/test/select-loaded.ts";
import { columnHelper } from "./columns.ts";
import { DataTable } from "./data-table.tsx";
import type { Chosen } from "./selection.ts";
import { useSelection } from "./use-selection.ts";

type Row = { id: number; held?: boolean };

const column = columnHelper<Row>();
const columns = column.columns([column.accessor("id", { header: "Id" })]);
const toKey = ({ id }: Row) => String(id);
const FIVE: readonly Row[] = [1, 2, 3, 4, 5].map((id) => ({ id }));

const actsOn = (chosen: Chosen<Row>, count: number) => (
  <p>
    Acts on {count}:{" "}
    {chosen.isAll
      ? `all but ${[...chosen.except.keys()].join(" ")}`
      : [...chosen.rows.keys()].toSorted((one, other) => Number(one) - Number(other)).join(" ")}
  </p>
);

function List({ rows, total }: { rows: readonly Row[]; total?: number }) {
  const [listKey, setListKey] = useState("first");
  const of = useSelection<Row>({
    listKey,
    rows,
    rowKey: toKey,
    toName: ({ id }) => `row ${id}`,
    whyNot: ({ held }) => (held ? "It is held." : null),
    total,
  });
  return (
    <>
      <DataTable
        label="Rows"
        columns={columns}
        rows={rows}
        rowKey={toKey}
        empty={null}
        selection={{
          of,
          actions: actsOn,
        }}
      />
      <button type="button" onClick={() => setListKey("second")}>
        Another list
      </button>
    </>
  );
}

const open = (props: Parameters<typeof List>[0]) => renderPage(<List {...props} />).user;
const box = (id: number) => screen.findByRole("checkbox", { name: `Select row ${id}` });
const bar = () => within(screen.getByRole("region", { name: "Selection" }));

it("says how many rows are selected, to be read out, and what can be done with them", async () => {
  const user = open({ rows: FIVE });
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  await user.click(await box(2));
  await user.click(await box(4));
  expect(await screen.findByText("Acts on 2: 2 4")).toBeTruthy();
  expect(screen.getByText("2 selected.")).toBeTruthy();
  await user.click(await box(2));
  expect(await screen.findByText("Acts on 1: 4")).toBeTruthy();
  await user.click(bar().getByRole("button", { name: "Clear selection" }));
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("takes a range with Shift, without what can not be selected and says why", async () => {
  const user = open({ rows: FIVE.map((row) => ({ ...row, held: row.id === 3 })) });
  await user.click(await box(2));
  await user.keyboard("{Shift>}");
  await user.click(await box(5));
  await user.keyboard("{/Shift}");
  expect(await screen.findByText("Acts on 3: 2 4 5")).toBeTruthy();
  expect((await box(3)).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("It is held.")).toBeTruthy();
});

it("is made by keys alone: Space on a box, x on its row, X up to it, Escape clears", async () => {
  const user = open({ rows: FIVE });
  (await box(1)).focus();
  await user.keyboard(" ");
  expect(await screen.findByText("Acts on 1: 1")).toBeTruthy();
  (await box(4)).focus();
  await user.keyboard("X");
  expect(await screen.findByText("Acts on 4: 1 2 3 4")).toBeTruthy();
  await user.keyboard("x");
  expect(await screen.findByText("Acts on 3: 1 2 3")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
});

it("takes all that match, also those that are not loaded, but those that are let go of", async () => {
  const user = open({ rows: FIVE, total: 235 });
  await selectLoaded(user);
  expect(await screen.findByText("Acts on 5: 1 2 3 4 5")).toBeTruthy();
  await user.click(bar().getByRole("button", { name: "Select all 235 that match" }));
  expect(await screen.findByText("All 235 that match are selected.")).toBeTruthy();
  await user.click(await box(3));
  expect(await screen.findByText("Acts on 234: all but 3")).toBeTruthy();
});

it("is cleared by another list, which is said", async () => {
  const user = open({ rows: FIVE });
  await user.click(await box(1));
  await screen.findByText("Acts on 1: 1");
  await user.click(screen.getByRole("button", { name: "Another list" }));
  expect(await screen.findByText("The selection was cleared: this is another list.")).toBeTruthy();
  expect((await box(1)).getAttribute("aria-checked")).toBe("false");
});
