import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aTransaction, firstRow, openProcessor } from "./testing/page.tsx";

describe("the table", () => {
  it("shows when, whose, what, by whom, amount, state, key, reference and attempt, in New York time", async () => {
    openProcessor();
    const row = await firstRow();
    await waitFor(() =>
      expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
        // The box that selects it.
        "",
        "2026-11-20 11:40:00",
        "10001 Maria Delgado",
        "SALE",
        "TabaPay",
        "$412.50",
        "Succeeded",
        "kd8s7f6g5h4j3k2",
        "TX-1",
        "1 of 1",
      ]),
    );
    expect(screen.getByText("1 loaded · Times in New York (ET)")).toBeTruthy();
  });

  it("says that there are none yet, that none matches, and that loading failed, each on its own", async () => {
    const { user } = openProcessor({ transactions: [] });
    expect(await screen.findByText("No transactions yet")).toBeTruthy();
    await user.type(await screen.findByLabelText("Reference"), "abc{Enter}");
    expect(await screen.findByText("No transaction matches")).toBeTruthy();
    mockTrpc.query("payments.searchProcessor", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await user.type(await screen.findByLabelText("Reference"), "d{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(screen.queryByText("No transaction matches")).toBeNull();
    mockTrpc.query("payments.searchProcessor", () => ({ transactions: [aTransaction()], nextCursor: null }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await firstRow();
  });

  it("goes on below the last row", async () => {
    const { user } = openProcessor();
    await firstRow();
    const cursor = { sentAt: new Date("2026-11-20T16:40:00Z"), id: "0190c1a0-0000-7000-8000-0000000000a1" };
    const asked: unknown[] = [];
    mockTrpc.query("payments.searchProcessor", ({ input }) => {
      asked.push(input.cursor);
      return input.cursor
        ? {
            transactions: [aTransaction({ id: "0190c1a0-0000-7000-8000-0000000000a2", reference: "TX-2" })],
            nextCursor: null,
          }
        : { transactions: [aTransaction()], nextCursor: cursor };
    });
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "10001{Enter}");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByText("TX-2")).toBeTruthy();
    expect(screen.getByText("TX-1")).toBeTruthy();
    expect(asked.at(-1)).toEqual(cursor);
  });
});

describe("the search", () => {
  it("is by reference, days and state, kept in the address, and shown again by it", async () => {
    const { user, asked } = openProcessor();
    await firstRow();
    await user.type(await screen.findByLabelText("Reference"), "kd8s7f6g5h4j3k2");
    await user.type(screen.getByLabelText("From (ET)"), "2026-11-01");
    await user.type(screen.getByLabelText("To (ET)"), "2026-11-20");
    await user.click(screen.getByRole("combobox", { name: "State" }));
    await user.click(await screen.findByRole("option", { name: "Unknown outcome" }));
    await user.click(screen.getAllByRole("button", { name: "Search" }).at(-1) ?? document.body);
    await waitFor(() =>
      expect(address()).toBe(
        "/admin/payment-processor?ref=kd8s7f6g5h4j3k2&from=2026-11-01&to=2026-11-20&state=UNKNOWN",
      ),
    );
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        userId: null,
        reference: "kd8s7f6g5h4j3k2",
        from: "2026-11-01",
        to: "2026-11-20",
        state: "UNKNOWN",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(address()).toBe("/admin/payment-processor"));
    expect(await screen.findByLabelText("Reference")).toHaveProperty("value", "");
  });

  it("starts as the address says, and makes nothing of what is none of its values", async () => {
    const { asked } = openProcessor({ at: "?user=10001&ref=abc&from=2026-02-30&state=WHATEVER&payment=x" });
    await firstRow();
    expect(asked[0]).toMatchObject({ userId: 10_001, reference: "abc", from: null, state: null });
    expect(await screen.findByLabelText("Reference")).toHaveProperty("value", "abc");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps what may be the number of a card out of the address, and says so", async () => {
    const { user, asked } = openProcessor();
    await firstRow();
    await user.type(await screen.findByLabelText("Reference"), "4242424242424242{Enter}");
    expect(await screen.findByText("This search is not in the link")).toBeTruthy();
    expect(address()).toBe("/admin/payment-processor");
    await waitFor(() => expect(asked.at(-1)?.reference).toBe("4242424242424242"));
  });

  it("holds days the wrong way round with the reason", async () => {
    openProcessor({ at: "?from=2026-11-20&to=2026-11-01" });
    expect((await screen.findByRole("alert")).textContent).toBe("The first day is after the last one.");
    expect(screen.getByLabelText("To (ET)").getAttribute("aria-invalid")).toBe("true");
  });

  it("holds half a day with the reason", async () => {
    const { user } = openProcessor();
    await firstRow();
    await user.type(await screen.findByLabelText("From (ET)"), "2026-11");
    expect(screen.getByRole("alert").textContent).toBe("Enter a date as YYYY-MM-DD.");
    expect(screen.getByLabelText("From (ET)").getAttribute("aria-invalid")).toBe("true");
    const search = screen.getAllByRole("button", { name: "Search" }).at(-1);
    expect(search?.getAttribute("aria-disabled")).toBe("true");
  });
});
