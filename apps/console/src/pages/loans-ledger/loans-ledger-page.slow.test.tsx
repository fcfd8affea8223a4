import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { selectLoaded } from "@/test/select-loaded.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { LedgerLine } from "./ledger-columns.tsx";
import LoansLedgerPage from "./loans-ledger-page.tsx";

const line = (id: number): LedgerLine => ({
  id: String(id),
  transactionDate: "2026-11-20",
  userId: 10_000 + id,
  renewalOf: id % 2 === 0 ? 10_000 : null,
  name: "Maria Delgado",
  transactionType: "CARD",
  customDescription: "Payment",
  notes: `Line ${id}`,
  amountCents: -1_000,
  balanceCents: 9_000,
});

/** A ledger of `total` lines, the newest with the highest number. */
function serveLedger(total: number): () => number {
  let calls = 0;
  mockTrpc.query("ledger.list", ({ input }) => {
    calls += 1;
    const from = input.cursor ? Number(input.cursor.entryId) - 1 : total;
    const ids = Array.from({ length: Math.min(100, from) }, (_, index) => from - index);
    const last = ids.at(-1) ?? 0;
    return {
      lines: ids.map(line),
      total: input.cursor ? null : total,
      nextCursor: last > 1 ? { transactionId: crypto.randomUUID(), entryId: String(last) } : null,
    };
  });
  return () => calls;
}

const failingLedger = () =>
  mockTrpc.query("ledger.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
});

function setUp(at = "/admin/loans-ledger") {
  return renderPage(<LoansLedgerPage />, { at });
}

/** A button once the role is known and it may be pressed. */
const enabled = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

const dataRows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);

describe("Get All Loan", () => {
  it("is what loads the ledger: nothing is fetched before it is pressed", async () => {
    const calls = serveLedger(3);
    const { user } = setUp();
    expect(await screen.findByText("The ledger is not loaded yet")).toBeTruthy();
    expect(calls()).toBe(0);
    await user.click(await enabled("Get All Loan"));
    expect(await screen.findByText("3 loaded of 3")).toBeTruthy();
    expect(address()).toBe("/admin/loans-ledger?all=true");
    const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
    expect(heads.slice(1)).toEqual([
      "Transaction Date (ET)",
      "User Id",
      "Renewal Of",
      "Name",
      "Transaction Amount (USD)",
      "Balance (USD)",
      "Transaction Type",
      "Custom Description",
      "Notes",
    ]);
    const cells = within(dataRows()[0] ?? document.body).getAllByRole("cell");
    expect(cells.slice(1).map((cell) => cell.textContent)).toEqual([
      "2026-11-20",
      "10003",
      "—none",
      "Maria Delgado",
      "−$10.00",
      "$90.00",
      "CARD",
      "Payment",
      "Line 3",
    ]);
    expect(screen.getByRole("link", { name: "10003" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10003",
    );
  });

  it("shows the ledger again for whoever comes back to the address", async () => {
    serveLedger(3);
    setUp("/admin/loans-ledger?all=true");
    expect(await screen.findByText(/^3 loaded of 3/)).toBeTruthy();
  });

  it("pressed again begins anew at the newest line", async () => {
    serveLedger(120);
    const { user } = setUp("/admin/loans-ledger?all=true");
    await user.click(await screen.findByRole("button", { name: "Show more 100" }));
    expect(await screen.findByText(/^120 loaded of 120/)).toBeTruthy();
    serveLedger(121);
    await user.click(await enabled("Get All Loan"));
    expect(await screen.findByText(/^100 loaded of 121/)).toBeTruthy();
    expect(within(dataRows()[0] ?? document.body).getByText("Line 121")).toBeTruthy();
  });

  it("goes on below the last line, says when that was all, and makes no more rows than can be seen", async () => {
    serveLedger(250);
    const { user } = setUp("/admin/loans-ledger?all=true");
    await user.click(await screen.findByRole("button", { name: "Show more 100" }));
    expect(await screen.findByText(/^200 loaded of 250/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show more 100" }));
    expect(await screen.findByText("All 250 shown")).toBeTruthy();
    expect(dataRows().length).toBeLessThan(60);
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("251");
    expect(dataRows()[0]?.getAttribute("aria-rowindex")).toBe("2");
  });

  it("says that there are no lines when there are none", async () => {
    serveLedger(0);
    setUp("/admin/loans-ledger?all=true");
    expect(await screen.findByText("No ledger lines yet")).toBeTruthy();
  });

  it("says that loading failed, never that there is nothing, and loads on Retry", async () => {
    failingLedger();
    const { user } = setUp("/admin/loans-ledger?all=true");
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(screen.queryByText("No ledger lines yet")).toBeNull();
    serveLedger(3);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(/^3 loaded of 3/)).toBeTruthy();
  });

  it("keeps the lines that are there when further ones fail, and fetches these on Retry", async () => {
    serveLedger(150);
    const { user } = setUp("/admin/loans-ledger?all=true");
    await screen.findByText(/^100 loaded of 150/);
    failingLedger();
    await user.click(screen.getByRole("button", { name: "Show more 100" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
    expect(within(dataRows()[0] ?? document.body).getByText("Line 150")).toBeTruthy();
    serveLedger(150);
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("All 150 shown")).toBeTruthy();
  });
});

it("takes the customers of all lines but those let go of as the list of a bulk job, as many lines as were counted", async () => {
  serveLedger(120);
  const frozen: unknown[] = [];
  mockTrpc.mutation("customerLists.freeze", ({ input }) => {
    frozen.push(input);
    return { id: "0197f3a0-0000-7000-8000-0000000000aa", customers: 119 };
  });
  const { user } = setUp("/admin/loans-ledger?all=true");
  await selectLoaded(user);
  await user.click(await screen.findByRole("button", { name: "Select all 120 that match" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select line 118 of user 10118" }));
  await user.click(await enabled("Use these customers in"));
  await user.click(await screen.findByRole("menuitem", { name: "Bulk Balance" }));
  await waitFor(() => expect(frozen).toHaveLength(1));
  expect(frozen).toMatchObject([{ of: { list: "loans-ledger", except: ["118"] }, expected: 119 }]);
});
