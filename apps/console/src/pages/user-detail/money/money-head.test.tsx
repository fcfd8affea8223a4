import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aPosition, USER_ID } from "../testing/user-page.tsx";
import { MoneyHead } from "./money-head.tsx";

beforeEach(() => signIn());

const open = () => renderPage(<MoneyHead userId={USER_ID} />);
const money = async () => within(await screen.findByRole("region", { name: "Money" }));

describe("the money of a customer", () => {
  it("says first what is owed, due next, overdue since when, paid last and how that stands, and what came back", async () => {
    mockTrpc.query("loans.position", () => aPosition());
    open();
    const head = await money();
    expect(await head.findByText("$1,000.00")).toBeTruthy();
    expect(head.getByText("2026-11-25")).toBeTruthy();
    expect(head.getByText("since 2026-11-11, 9 days")).toBeTruthy();
    expect(head.getAllByText("Returned").length).toBeTruthy();
    expect(head.getByRole("link", { name: "1 payment" }).getAttribute("href")).toBe(
      `/admin/payment-processor?user=${USER_ID}`,
    );
  });

  it("says when it was read, and reads it again on demand", async () => {
    mockTrpc.query("loans.position", () => aPosition());
    const { user } = open();
    const head = await money();
    expect(await head.findByText(/^Updated \d\d:\d\d ET$/)).toBeTruthy();
    mockTrpc.query("loans.position", () => aPosition({ balanceCents: 90_000 }));
    await user.click(head.getByRole("button", { name: "Reload the money" }));
    expect(await head.findByText("$900.00")).toBeTruthy();
  });

  it("draws what was scheduled and paid, whose numbers stand in a table as well", async () => {
    mockTrpc.query("loans.position", () => aPosition());
    open();
    const table = within(await screen.findByRole("table", { name: "Repayment", hidden: true }));
    const cells = table.getAllByRole("row", { hidden: true }).map((row) => row.textContent);
    expect(cells).toEqual(["DayScheduledPaid", "2026-11-11$412.50$0.00", "2026-12-01$825.00—"]);
  });

  it("of somebody without an advance says so in its place", async () => {
    mockTrpc.query("loans.position", () =>
      aPosition({
        balanceCents: 0,
        returns: 0,
        lastPayment: null,
        nextDue: null,
        overdue: null,
        advance: null,
      }),
    );
    open();
    expect(await screen.findByText("No advance was paid out yet.")).toBeTruthy();
    expect(screen.getAllByText("None")).toBeTruthy();
    expect(screen.getByRole("link", { name: "0 payments" })).toBeTruthy();
  });

  it("that does not load says so, and loads on Retry", async () => {
    mockTrpc.query("loans.position", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user } = open();
    const alert = within(await screen.findByRole("alert"));
    mockTrpc.query("loans.position", () => aPosition());
    await user.click(alert.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("$1,000.00")).toBeTruthy();
  });
});
