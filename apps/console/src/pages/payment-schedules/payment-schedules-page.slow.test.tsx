import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { NO_STANDING } from "@/test/user-standing.ts";
import { expectReason, findRow, openSchedules, table } from "./testing/page.tsx";
import { aSchedule, SCHEDULES } from "./testing/schedules.ts";
import type { Schedule } from "./use-process-payment.ts";

describe("the table", () => {
  it("shows user, date, amount and status of each payment, unpaid in one colour and paid in another", async () => {
    openSchedules();
    const row = await findRow("2026-11-24");
    expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      // The box that selects it.
      "",
      "10001",
      "Maria Delgado",
      "2026-11-24",
      "$412.50",
      "UNPAID",
      "—none",
      "—none",
      "—none",
      "",
    ]);
    expect(row.getByText("UNPAID").className).toContain("warning");
    const paid = await findRow("2026-11-17");
    expect(paid.getByText("PAID").className).toContain("success");
    expect(paid.getByText("on 2026-11-19")).toBeTruthy();
    expect(screen.getByText("4 loaded · all unpaid payments")).toBeTruthy();
    expect(row.getByRole("link", { name: "10001" }).getAttribute("href")).toBe("/admin/user-detail?id=10001");
  });

  it("lists what is overdue, due today or soon, or paid, with how many they are and what they come to", async () => {
    const { user, asked } = openSchedules({
      schedules: [aSchedule(1, "2026-11-10", { daysPastDue: 10 })],
    });
    const tab = await screen.findByRole("tab", { name: "Overdue · 12 · $3,400.00" });
    expect(screen.getByRole("tab", { name: "Paid in the last 30 days · 1,040 · $98,765.43" })).toBeTruthy();
    await user.click(tab);
    expect(address()).toBe("/admin/payment-schedules?due=overdue");
    expect(asked.at(-1)?.due).toBe("overdue");
    expect((await findRow("2026-11-10")).getByText("10 days")).toBeTruthy();
    expect(screen.getByText("1 loaded · overdue")).toBeTruthy();
  });

  it("says in the row why the last payment failed", async () => {
    openSchedules();
    expect((await findRow("2026-12-01")).getByText("The account is closed")).toBeTruthy();
  });

  it("leads from what became of the last payment to that payment", async () => {
    openSchedules();
    const row = await findRow("2026-12-01");
    expect(row.getByRole("link", { name: "Failed" }).getAttribute("href")).toBe(
      "/admin/payment-processor?payment=0190c1a0-0000-7000-8000-00000000000a",
    );
  });

  it("goes on below the last row, and a page that fails takes nothing away", async () => {
    const { user } = openSchedules();
    await findRow("2026-11-24");
    const cursor = { paymentDate: "2026-12-08", id: 4 };
    const asked: unknown[] = [];
    mockTrpc.query("paymentSchedules.search", ({ input }) => {
      asked.push(input.cursor);
      if (input.cursor) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return { schedules: SCHEDULES, nextCursor: cursor };
    });
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "10001{Enter}");
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
    expect(asked).toContainEqual(cursor);
    mockTrpc.query("paymentSchedules.search", () => ({
      schedules: [aSchedule(9, "2027-01-05")],
      nextCursor: null,
    }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await findRow("2027-01-05");
    expect(table().getByText("2026-11-24")).toBeTruthy();
    expect(screen.getByText("All 5 shown")).toBeTruthy();
  });

  it("says that nothing is unpaid, that a user has none, and that loading failed, each on its own", async () => {
    const { user } = openSchedules({ schedules: [] });
    expect(await screen.findByText("No unpaid payments")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "7{Enter}");
    expect(await screen.findByText("User 7 has no payment schedules")).toBeTruthy();
    mockTrpc.query("paymentSchedules.search", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "8{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    mockTrpc.query("paymentSchedules.search", () => ({ schedules: SCHEDULES, nextCursor: null }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await findRow("2026-11-24");
  });
});

describe("the search box", () => {
  it("goes straight to a user by id, keeps the user in the address, and back to everyone", async () => {
    const { user, asked } = openSchedules();
    await findRow("2026-11-24");
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "10002{Enter}");
    await waitFor(() => expect(address()).toBe("/admin/payment-schedules?user=10002"));
    expect(await screen.findByText("1 loaded · user 10002")).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ userId: 10_002, cursor: null });
    await user.click(screen.getByRole("button", { name: "Show all users instead of user 10002" }));
    await waitFor(() => expect(address()).toBe("/admin/payment-schedules"));
  });

  it("finds a user by name, and never puts the name into the address", async () => {
    mockTrpc.query("users.list", ({ input }) => ({
      users: [
        {
          id: 10_002,
          firstname: "Luis",
          lastname: "Delgado",
          businessName: "",
          email: "",
          ssn: "",
          phone: "",
          currentAddress: "",
          ...NO_STANDING,
        },
      ],
      totalRecords: input.query === "delgado" ? 1 : 0,
      currentPage: 1,
      pages: 1,
      recordsPerPage: 8,
      nextCursor: null,
    }));
    const { user } = openSchedules();
    await findRow("2026-11-24");
    await user.type(screen.getByRole("textbox", { name: "Search user" }), "delgado{Enter}");
    expect(await screen.findByText("1 user matches")).toBeTruthy();
    expect(address()).toBe("/admin/payment-schedules");
    await user.click(screen.getByRole("button", { name: "User 10002, Luis Delgado" }));
    await waitFor(() => expect(address()).toBe("/admin/payment-schedules?user=10002"));
    expect(screen.queryByText("1 user matches")).toBeNull();
  });
});

describe("what may not be done carries its reason", () => {
  it("for a VIEWER: everything", async () => {
    const { user } = openSchedules({ role: "VIEWER" });
    const row = await findRow("2026-11-24");
    for (const name of ["Edit", "Process Payment"])
      await expectReason(user, row, name, "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  });

  it.each<[string, Partial<Schedule>, RegExp]>([
    ["it is paid", { status: "PAID" }, /already paid/],
    ["a payment is under way", { isUnderWay: true }, /not finished yet/],
    ["an agency collects", { isExternal: true }, /This customer is with an external agency\./],
    ["it is more than is owed", { balanceCents: 41_249 }, /More than the customer owes: \$412\.49\./],
    ["it is more than the payoff", { payoffCents: 40_000 }, /after the early-payment discount: \$400\.00\./],
    ["nothing is owed", { balanceCents: 0 }, /The customer has a zero balance/],
    ["less than nothing is owed", { balanceCents: -1 }, /The user has negative balance\./],
    [
      "there is nothing to take it from",
      { source: null, whyNoInstrument: "The card has expired." },
      /The card has expired\./,
    ],
  ])("processing, when %s", async (_what, changes, expected) => {
    const { user } = openSchedules({ schedules: [aSchedule(1, "2026-11-24", changes)] });
    await expectReason(user, await findRow("2026-11-24"), "Process Payment", expected);
  });
});
