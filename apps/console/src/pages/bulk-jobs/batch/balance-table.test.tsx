import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { openBulkPage, rowCells } from "../testing/bulk-page.tsx";
import { aRow, BATCH_ID, OVER } from "../testing/rows.ts";

beforeEach(() => sessionStorage.clear());

const SEARCH = `?batch=${BATCH_ID}`;

describe("the balance table", () => {
  const rows = [
    aRow(7, {
      state: "DONE",
      accounts: [
        { name: "Checking", mask: "6789", balanceCents: 120_450 },
        { name: "Savings", mask: "1123", balanceCents: null },
      ],
    }),
    aRow(8, {
      state: "FAILED",
      errorCode: "ITEM_LOGIN_REQUIRED",
      message: "We have lost user's plaid connection",
    }),
  ];
  const batch = { ...OVER, kind: "BULK_BALANCE" as const };
  const open = (setup: Parameters<typeof openBulkPage>[0] = {}) =>
    openBulkPage({ kind: "BULK_BALANCE", search: SEARCH, batches: [{ batch, rows }], ...setup });

  it("has up to five accounts with name and balance, the payment, and when it was requested", async () => {
    open();
    const cells = await rowCells(7);
    expect(cells.slice(0, 10)).toEqual([
      "7",
      "100%",
      "Maria Delgadouser.7@example.com",
      "$412.50",
      "—none",
      "$1,204.50••6789 Checking",
      "Not Available••1123 Savings",
      "—none",
      "—none",
      "—none",
    ]);
    expect(cells[10]).toContain("2026-11-21 11:02:05");
  });

  it("'a row error shows the server's error_code in the Error column'", async () => {
    open();
    expect((await rowCells(8))[4]).toBe("ITEM_LOGIN_REQUIRED We have lost user's plaid connection");
  });

  it("scrolls at 1500 x 450", async () => {
    open();
    await rowCells(7);
    const table = screen.getByRole("table", { name: "Rows of the batch" });
    expect(table.style.minWidth).toBe("1500px");
    expect(screen.getByRole("group", { name: "Rows of the batch" }).style.maxHeight).toBe("450px");
  });

  it("opens a row's user in a tab of its own: the list stays", async () => {
    open();
    const link = await screen.findByRole("link", { name: "7" });
    const before = address();
    // The browser of the tests has no other tab.
    window.addEventListener("click", (event) => event.preventDefault(), { once: true });
    fireEvent.click(link);
    expect(address()).toBe(before);
    expect(link.getAttribute("target")).toBe("_blank");
  });

  it("a VIEWER may not pay from a row, and is told who may", async () => {
    open({ role: "VIEWER" });
    const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(await screen.findByRole("button", { name: "Pay, user 7", description })).toBeTruthy();
  });
});
