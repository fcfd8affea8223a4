import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { anItem } from "@/components/work/testing/an-item.ts";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { OTHER, openWork, SECOND, serveWork, type WorkDesk, workTable } from "./testing/work-desk.tsx";

let desk: WorkDesk;
beforeEach(() => {
  desk = serveWork();
});

const sheet = () => screen.findByRole("dialog");

const rows = async () => within(await workTable()).findAllByRole("row");

describe("the list", () => {
  it("shows the reason, the amount at risk, the due day, the assignee and the verb of each item", async () => {
    desk.items = [anItem({ assignedTo: OTHER }), SECOND];
    openWork();
    const row = within((await rows())[2] as HTMLElement);
    for (const text of ["Income does not fit.", "$1,000.00", "2026-11-23", "Ben Ortiz"])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByRole("link", { name: "10001 Maria Delgado" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(row.getByRole("link", { name: "Review application" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001#general",
    );
    expect(row.getByRole("link", { name: "Income does not fit." }).getAttribute("href")).toBe(
      "/admin/work?item=MANUAL_REVIEW:501",
    );
  });

  it("is grouped by type with its count, and a group folds and stays folded after a reload", async () => {
    desk.items = [
      anItem({ kind: "LIEN", key: "l1", said: "Secured parties can't be blank." }),
      ...desk.items,
    ];
    const { user } = openWork();
    const heads = async () =>
      within(await workTable())
        .getAllByRole("rowheader")
        .map(({ textContent }) => textContent);
    expect(await heads()).toEqual(["Lien problem · 1", "Manual Review · 2"]);
    await user.click(screen.getByRole("button", { name: "Manual Review · 2" }));
    expect(await heads()).toEqual(["Lien problem · 1", "Manual Review · 2"]);
    expect(screen.queryByText("Income does not fit.")).toBeNull();
    expect(screen.getByText("Secured parties can't be blank.")).toBeTruthy();
    expect(address()).toBe("/admin/work?folded=MANUAL_REVIEW");
    await user.click(screen.getByRole("button", { name: "Lien problem · 1" }));
    expect(screen.queryByText("No open items")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Manual Review · 2" }));
    expect(await screen.findByText("Income does not fit.")).toBeTruthy();
  });

  it("has a tab with its count for each view, and keeps the view in the address", async () => {
    const { user } = openWork();
    await workTable();
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "Team (2)",
      "Mine (0)",
      "Snoozed (1)",
      "Done (3)",
    ]);
    await user.click(screen.getByRole("tab", { name: "Mine (0)" }));
    expect(address()).toBe("/admin/work?view=mine");
  });

  it("opens Snoozed by its former address", async () => {
    openWork("EMPLOYEE", "/admin/work?view=put-off");
    const tab = await screen.findByRole("tab", { name: "Snoozed (1)" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
  });

  it("shows in Done who did what when, and reopens in the row", async () => {
    const at = new Date("2026-11-22T16:00:00Z");
    desk.items = [anItem({ done: { by: OTHER.name, at, reason: "Called." } })];
    const { user } = openWork("EMPLOYEE", "/admin/work?view=done");
    await screen.findByText("Called.");
    const list = within(screen.getByRole("table", { name: "Today" }));
    for (const text of ["Manual Review", "Ben Ortiz", "2026-11-22 11:00:00"])
      expect(list.getByText(text)).toBeTruthy();
    await user.click(await list.findByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(desk.reopened).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  });

  it("says that there are no open items", async () => {
    desk.items = [];
    openWork();
    expect(await screen.findByText("No open items")).toBeTruthy();
  });
});

describe("the keys", () => {
  it("j and k move between rows, x ticks one, Enter opens one, and closing returns to its row", async () => {
    const { user } = openWork();
    await workTable();
    await user.keyboard("jj");
    expect(document.activeElement?.textContent).toBe("The name differs.");
    await user.keyboard("k");
    expect(document.activeElement?.textContent).toBe("Income does not fit.");
    await screen.findByRole("checkbox", { name: "Select item MANUAL_REVIEW:501" });
    await user.keyboard("x");
    expect(await screen.findByText("1 selected")).toBeTruthy();
    await user.keyboard("x");
    await user.keyboard("j{Enter}");
    expect(address()).toBe("/admin/work?item=MANUAL_REVIEW:502");
    await sheet();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("The name differs."));
  });

  it.each([
    ["e", "What was done"],
    ["s", "Until (ET)"],
    ["a", "Assignee"],
  ])("%s opens the current row at its form", async (key, label) => {
    const { user } = openWork();
    await workTable();
    await user.keyboard(`j${key}`);
    const field = await within(await sheet()).findByLabelText(label);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(address()).toContain("501");
  });

  it("e, s and a change the form of the open item, and type letters in a field", async () => {
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    const opened = within(await sheet());
    await waitFor(() => expect(document.activeElement?.closest("[role=dialog]")).toBeTruthy());
    await user.keyboard("a");
    expect(opened.getByRole("tab", { name: "Assign" }).getAttribute("aria-selected")).toBe("true");
    (await sheet()).querySelector<HTMLElement>("[data-slot=sheet-body]")?.focus();
    await user.keyboard("e");
    const reason = opened.getByRole("textbox", { name: "What was done" });
    expect(document.activeElement).toBe(reason);
    await user.keyboard("sane");
    expect((reason as HTMLTextAreaElement).value).toBe("sane");
    expect(opened.getByRole("tab", { name: "Done" }).getAttribute("aria-selected")).toBe("true");
  });

  it("says what to do where no row is selected", async () => {
    const { user } = openWork();
    await workTable();
    await user.keyboard("e");
    expect(
      await screen.findByText("Select a row first: j and k move between rows, x ticks one."),
    ).toBeTruthy();
  });
});

it("a list that does not load is not said to be empty", async () => {
  mockTrpc.query("work.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  openWork();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
  const description = "The list is still loading.";
  expect(screen.getByRole("button", { name: "Open top item", description })).toBeTruthy();
  expect(screen.queryByText(/^No open items/)).toBeNull();
});
