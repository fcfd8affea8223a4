import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { chooseRowAction, expectRowReason, findRowAction } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { enabled, openBulkPage, question, openReview as review, rowCells } from "../testing/bulk-page.tsx";
import { aPreviewRow, FIVE_TO_REVIEW } from "../testing/rows.ts";

beforeEach(() => sessionStorage.clear());

const footer = () => screen.getByText(/selected$/).closest("output")?.textContent;
const isChosen = (userId: number) =>
  screen.getByRole("checkbox", { name: `Choose user ${userId}` }).getAttribute("aria-checked") === "true";

describe("the list", () => {
  it("shows what is known of each user, and why it should be looked at or can not go", async () => {
    await review();
    expect(await rowCells(48_213)).toEqual([
      "",
      "48213",
      "Maria",
      "Delgado",
      "$412.50",
      "",
      "Ready",
      "$4,587.50",
      "2026-11-21",
      "$412.50",
      "$412.50",
      "$6,900.00",
      "2026-12-31",
      "•••• 6789",
      "—none",
      "—none",
    ]);
    expect((await rowCells(48_290))[6]).toBe("Needs review: Paid today 09:02 New York time.See payments");
    expect((await rowCells(48_311))[6]).toBe("Blocked: The customer has no bank account.See accounts");
  });

  it("chooses what is ready, not what needs a look, and never what is blocked", async () => {
    await review();
    expect([48_213, 48_214, 48_290].map(isChosen)).toEqual([true, true, false]);
    const blocked = screen.getByRole("checkbox", { name: "Choose user 48311" });
    expect(blocked.getAttribute("aria-disabled")).toBe("true");
    expect(footer()).toBe("2 selected · total $512.50 · largest $412.50");
  });

  it("All / Ready / Needs review / Blocked say how many there are, and show them", async () => {
    const { user } = await review();
    const tabs = within(screen.getByRole("group", { name: "Rows to export" }));
    expect(tabs.getAllByRole("button").map((tab) => tab.textContent)).toEqual([
      "All 5",
      "Ready 2",
      "Needs review 1",
      "Blocked 2",
    ]);
    await user.click(tabs.getByRole("button", { name: "Blocked 2" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "48213" })).toBeNull());
    expect(screen.getByRole("link", { name: "48311" })).toBeTruthy();
  });

  it("chooses all that are shown at once, and none", async () => {
    const { user } = await review();
    const all = screen.getByRole("checkbox", { name: "Choose all that are shown" });
    await user.click(all);
    expect(footer()).toContain("3 selected");
    await user.click(all);
    expect(footer()).toContain("0 selected");
    const description = "Select a row first.";
    expect(screen.getByRole("button", { name: "Process payments (0)…", description })).toBeTruthy();
  });

  it("'rows lacking a pending flag are new and editable', though they are blocked", async () => {
    const { user } = await review();
    const edit = await findRowAction(user, "user 48311", "Edit the amount");
    await waitFor(() => expect(edit.getAttribute("aria-disabled")).not.toBe("true"));
    await user.keyboard("{Escape}");
    expect((await rowCells(48_311))[6]).toBe("Blocked: The customer has no bank account.See accounts");
  });

  it("a row that falls back to RCC says so", async () => {
    await review({ preview: [aPreviewRow(48_213, { mode: "RCC" })] });
    expect((await rowCells(48_213))[13]).toBe("•••• 6789 · RCC");
  });

  it("'rows with requestedAt are not editable': they are locked, with the time", async () => {
    await review();
    expect((await rowCells(48_355)).slice(5, 7)).toEqual([
      "already requested",
      "Blocked: Already requested 11:02 New York time.",
    ]);
    expect(screen.queryByRole("button", { name: "Actions of user 48355" })).toBeNull();
  });

  it("that can not be loaded says why, with Retry", async () => {
    const page = openBulkPage();
    mockTrpc.query("bulkJobs.preview", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await page.paste("48213");
    await page.press("View Details");
    await screen.findByRole("alert");
    mockTrpc.query("bulkJobs.preview", () => ({ rows: FIVE_TO_REVIEW }));
    await page.press("Retry");
    expect(await screen.findByRole("table", { name: "List to review" })).toBeTruthy();
  });

  it("is asked for anew when View Details is pressed again; what was changed in it is not lost unasked", async () => {
    const { press, user } = await review();
    await user.click(screen.getByRole("checkbox", { name: "Choose user 48213" }));
    mockTrpc.query("bulkJobs.preview", () => ({ rows: FIVE_TO_REVIEW.slice(0, 3) }));
    await press("View Details");
    const asked = await question("Discard changes?");
    await user.click(asked.getByRole("button", { name: "Discard" }));
    expect(await screen.findByRole("button", { name: "All 3" })).toBeTruthy();
    expect(isChosen(48_213)).toBe(true);
  });

  it("goes when the ids are changed: it was made of others", async () => {
    const { paste } = await review();
    await paste(" 48400");
    await waitFor(() => expect(screen.queryByRole("table", { name: "List to review" })).toBeNull());
  });
});

describe("an amount", () => {
  const amount = (userId: number) =>
    screen.getByLabelText<HTMLInputElement>(`Payment Amount of user ${userId}`);
  const edit = async (page: Awaited<ReturnType<typeof review>>, userId: number, text: string) => {
    await chooseRowAction(page.user, `user ${userId}`, "Edit the amount");
    await page.user.clear(amount(userId));
    if (text !== "") await page.user.type(amount(userId), text);
  };

  it("is changed with Edit and Save, and is then said not to be the scheduled one", async () => {
    const page = await review();
    await edit(page, 48_213, "400");
    await page.press("Save");
    const cells = await rowCells(48_213);
    expect(cells[4]).toBe("edited$400.00");
    expect(cells[6]).toContain("Due is $412.50.");
    expect(isChosen(48_213)).toBe(true);
    expect(footer()).toContain("total $500.00");
  });

  it("that is none is refused: 'Please Input Payment Amount!'", async () => {
    const page = await review();
    for (const text of ["", "abc", "0", "1.239"]) {
      await edit(page, 48_213, text);
      await page.user.keyboard("{Enter}");
      expect((await screen.findByRole("alert")).textContent).toBe("Please Input Payment Amount!");
      expect(amount(48_213).getAttribute("aria-invalid")).toBe("true");
      await page.press("Cancel");
      await page.user.click(
        (await question("Sure to cancel?")).getByRole("button", { name: "Cancel editing" }),
      );
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    }
    expect((await rowCells(48_213))[4]).toBe("$412.50");
  });

  it("Cancel asks 'Sure to cancel?', and keeps editing when it is not", async () => {
    const page = await review();
    await edit(page, 48_213, "7");
    await page.user.keyboard("{Escape}");
    await page.user.click((await question("Sure to cancel?")).getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(amount(48_213).value).toBe("7");
  });

  it("Enter saves; Tab saves and goes on to the next that can be changed", async () => {
    const page = await review();
    await edit(page, 48_213, "1.50");
    await page.user.keyboard("{Tab}");
    expect(document.activeElement).toBe(await screen.findByLabelText("Payment Amount of user 48214"));
    await page.user.keyboard("{Enter}");
    await waitFor(() => expect(screen.queryByLabelText("Payment Amount of user 48214")).toBeNull());
    expect((await rowCells(48_213))[4]).toBe("edited$1.50");
  });

  it("that makes a ready row need a look takes it from the ready ones", async () => {
    const page = await review();
    await page.press("Ready 2");
    await edit(page, 48_213, "400");
    await page.press("Save");
    await waitFor(() => expect(screen.queryByRole("link", { name: "48213" })).toBeNull());
    await page.press("Needs review 2");
    expect((await rowCells(48_213))[4]).toBe("edited$400.00");
  });

  it("only of one row is changed at a time, and nothing goes meanwhile", async () => {
    const page = await review();
    await chooseRowAction(page.user, "user 48213", "Edit the amount");
    const description = "Save or cancel the other row first.";
    await expectRowReason(description, page.user, "user 48214", "Edit the amount");
    const held = { name: /^Process payments/, description: "Save or cancel the row first." };
    expect(screen.getByRole("button", held)).toBeTruthy();
  });
});

describe("Remove", () => {
  it.each([
    ["BULK_DEBIT", 1, true],
    ["BULK_DEBIT", 2, true],
    ["BULK_ACH", 1, false],
    ["BULK_ACH", 2, true],
  ] as const)("is there on v2 and debit screens: %s version %i: %s", async (kind, version, isThere) => {
    const { user } = await review({ kind, version });
    const shown = isThere ? "Actions of user 48213" : "Edit the amount user 48213";
    await user.click(screen.getByRole("button", { name: shown }));
    expect(screen.queryAllByRole("menuitem", { name: "Remove" })).toHaveLength(isThere ? 1 : 0);
  });

  it("asks 'Sure to remove from list?', takes the row off, and Undo brings it back", async () => {
    const { press, user } = await review();
    await chooseRowAction(user, "user 48213", "Remove");
    const asked = await question("Sure to remove from list?");
    await user.click(asked.getByRole("button", { name: "Remove user 48213" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "48213" })).toBeNull());
    expect(footer()).toContain("1 selected");
    await press("Undo");
    expect(await screen.findByRole("link", { name: "48213" })).toBeTruthy();
    expect(footer()).toContain("2 selected");
  });
});

it("500 rows are reviewed with few of them made", async () => {
  const rows = Array.from({ length: 500 }, (_, index) => aPreviewRow(10_000 + index));
  await review({ preview: rows });
  await enabled("Process payments (500)…");
  expect(document.querySelectorAll("tbody > [data-slot=table-row]").length).toBeLessThan(60);
});
