import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { chooseRowAction, expectRowReason, findRowAction } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aCorrection,
  anException,
  anUnknown,
  aReport,
  enabled,
  openExceptions,
  section,
  serve,
} from "./testing/page.tsx";

const failing = () => {
  throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
};

describe("the lists", () => {
  it("show each row with its amount, its customer and its payment, and how many there are in all", async () => {
    serve({
      unmatched: [aReport()],
      unknown: [anUnknown()],
      booked: [anException()],
      counts: { unmatched: 1234 },
    });
    openExceptions();
    const unmatched = await section("Unmatched Reports");
    expect(await unmatched.findByText("1,234")).toBeTruthy();
    expect(unmatched.getByText("The newest 1 are shown.")).toBeTruthy();
    const row = within(unmatched.getAllByRole("row")[1] as HTMLElement);
    for (const text of ["2026-11-20", "ACH", "Settlement", "From the customer", "$9.00", "6789"])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByTitle("639245942")).toBeTruthy();
    expect(row.getByRole("link", { name: "10001 Maria Delgado" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(row.getByRole("link", { name: "10002 Ana Diaz" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10002",
    );

    const unknown = await section("Unknown Outcomes");
    expect(unknown.getByText("2026-11-19 22:40:00")).toBeTruthy();
    expect(unknown.getByText("Needs a person")).toBeTruthy();
    expect(unknown.getByText("The processor has no record of this payment.")).toBeTruthy();
    expect(
      unknown.getByRole("link", { name: "Payment DEBIT: To be settled by hand" }).getAttribute("href"),
    ).toBe("/admin/payment-processor?payment=0190c1a0-0000-7000-8000-00000000000a");

    const booked = await section("Booking Mismatches");
    expect(booked.getByText("Different amount")).toBeTruthy();
    expect(booked.getByText("$9.00")).toBeTruthy();
    expect(booked.getByText("$4.00")).toBeTruthy();
    expect(booked.getByText(/^The processor took \$4\.00 of \$9\.00/)).toBeTruthy();
  });

  it("show which accounts banks have corrected, and why others could not be", async () => {
    const why = "The corrected routing number is none.";
    const refused = {
      eventId: "0190c1a0-0000-7000-8000-0000000000d2",
      code: "C02",
      why,
      correctedLast4: null,
    };
    serve({ corrections: [aCorrection(), aCorrection({ ...refused, state: "REFUSED" })] });
    openExceptions();
    const corrected = await section("Corrected Accounts");
    const [first, second] = (await corrected.findAllByRole("row")).slice(1).map((row) => within(row));
    for (const text of [
      "C01 Incorrect account number",
      "•••• 6789",
      "•••• 6780, routing 011401533",
      "Corrected",
    ])
      expect(first?.getByText(text)).toBeTruthy();
    expect(first?.getByRole("link", { name: /^10001/ }).getAttribute("href")).toBe(
      "/admin/primary-account?id=10001",
    );
    expect(second?.getByText(why)).toBeTruthy();
  });

  it("say of a report that could be about more than are named that there are more, and of one about nobody so", async () => {
    const many = Array.from({ length: 6 }, (_, index) => ({ userId: 20_000 + index, userName: "Ana Diaz" }));
    serve({
      unmatched: [
        aReport({ payments: [], customers: many }),
        aReport({ id: "0190c1a0-0000-7000-8000-0000000000c2", payments: [], customers: [] }),
      ],
    });
    openExceptions();
    const unmatched = await section("Unmatched Reports");
    expect(await unmatched.findByText("and more")).toBeTruthy();
    expect(unmatched.getAllByRole("link")).toHaveLength(5);
    expect(unmatched.getByText("No match found")).toBeTruthy();
  });

  it("that hold nothing say so, each in its place", async () => {
    serve({});
    openExceptions();
    for (const text of ["No unmatched reports", "No unknown outcomes", "No booking mismatches"])
      expect(await screen.findByText(text)).toBeTruthy();
  });

  it("that do not load say so, never that there is nothing, and load on Retry", async () => {
    mockTrpc.query("paymentExceptions.list", failing);
    const { user } = openExceptions();
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(screen.queryByText("No unmatched reports")).toBeNull();
    serve({ unmatched: [aReport()] });
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByTitle("639245942")).toBeTruthy();
  });

  it.each<Role>(["EMPLOYEE", "VIEWER"])("are shown to %s, who is told who may change them", async (role) => {
    serve({ unmatched: [aReport()], booked: [anException()] });
    const { user } = openExceptions(role);
    await screen.findByTitle("639245942");
    const description = "Only SUPERADMIN or ADMIN can do this.";
    for (const name of ["Match", "Delete"]) await expectRowReason(description, user, "639245942", name);
    expect(screen.getByRole("button", { name: "Close of Maria Delgado", description })).toBeTruthy();
  });

  it("offer no match for a settlement whose payment is known, and say why it was not booked", async () => {
    serve({
      unmatched: [
        aReport({ stage: "AMOUNT", problem: "The processor's amount does not match our payment." }),
      ],
    });
    const { user } = openExceptions();
    expect(await screen.findByText("The processor's amount does not match our payment.")).toBeTruthy();
    const remove = await findRowAction(user, "639245942", "Delete");
    await waitFor(() => expect(remove.getAttribute("aria-disabled")).not.toBe("true"));
    const reason = "The report already names its payment. There is nothing to match.";
    await expectRowReason(reason, user, "639245942", "Match");
  });
});

describe("what a person has seen to", () => {
  it("is closed with a note, sent once, and goes from the list", async () => {
    serve({ booked: [anException()] });
    const sent: RouterInputs["paymentExceptions"]["close"][] = [];
    mockTrpc.mutation("paymentExceptions.close", ({ input }) => {
      sent.push(input);
      serve({});
      return { exceptionId: input.exceptionId };
    });
    const { user } = openExceptions();
    await user.click(await enabled("Close of Maria Delgado"));
    const form = within(await screen.findByRole("dialog", { name: "Close “Different amount”?" }));
    await user.click(form.getByRole("button", { name: "Close it" }));
    expect(await form.findByText("Enter what was done.")).toBeTruthy();
    expect(sent).toEqual([]);
    await user.type(form.getByLabelText("Note"), "Called the customer.");
    await user.click(form.getByRole("button", { name: "Close it" }));
    expect(await screen.findByText("Closed.")).toBeTruthy();
    expect(await screen.findByText("No booking mismatches")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.any(String),
        exceptionId: anException().id,
        note: "Called the customer.",
      },
    ]);
  });

  it("is refused in the form where somebody else was first, and the form stays", async () => {
    serve({ booked: [anException()] });
    mockTrpc.mutation("paymentExceptions.close", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Someone else closed this exception." });
    });
    const { user } = openExceptions();
    await user.click(await enabled("Close of Maria Delgado"));
    const form = within(await screen.findByRole("dialog"));
    await user.type(form.getByLabelText("Note"), "Called the customer.");
    await user.click(form.getByRole("button", { name: "Close it" }));
    expect(await form.findByText("Someone else closed this exception.")).toBeTruthy();
  });

  it("a report of another lender's payment is deleted with a note, and the dialog says that nothing is posted", async () => {
    serve({ unmatched: [aReport()] });
    const sent: RouterInputs["paymentExceptions"]["deleteReport"][] = [];
    mockTrpc.mutation("paymentExceptions.deleteReport", ({ input }) => {
      sent.push(input);
      serve({});
      return { reportId: input.reportId };
    });
    const { user } = openExceptions();
    await chooseRowAction(user, "639245942", "Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete this report?" });
    expect(dialog.textContent).toContain("Settlement of $9.00, reference 639245942.");
    expect(dialog.textContent).toContain("does not change the ledger");
    await user.type(within(dialog).getByLabelText("Note"), "Another lender's.");
    await user.click(within(dialog).getByRole("button", { name: "Delete it" }));
    expect(await screen.findByText("No unmatched reports")).toBeTruthy();
    expect(sent).toEqual([
      { requestId: expect.any(String), reportId: aReport().id, note: "Another lender's." },
    ]);
  });

  it("that is selected on a list is closed with one note, one after the other; what is refused stays and says why", async () => {
    const ids = ["b1", "b2", "b3"].map((end) => anException().id.replace(/b1$/, end));
    serve({ booked: ids.map((id, index) => anException({ id, userId: 10_001 + index })) });
    const sent: RouterInputs["paymentExceptions"]["close"][] = [];
    mockTrpc.mutation("paymentExceptions.close", ({ input }) => {
      sent.push(input);
      if (input.exceptionId === ids[2] && sent.length === 2)
        throw mockTrpc.refusal("CONFLICT", { message: "Someone else closed this exception." });
      return { exceptionId: input.exceptionId };
    });
    const { user } = openExceptions();
    for (const userId of [10_001, 10_003])
      await user.click(await screen.findByRole("checkbox", { name: `Select SALE of user ${userId}` }));
    await user.click(await enabled("Close selected"));
    const form = within(await screen.findByRole("dialog", { name: "Close 2?" }));
    await user.type(form.getByLabelText("Note"), "Seen to.");
    await user.click(form.getByRole("button", { name: "Close 2" }));
    expect(await form.findByText(/10003 .*: Someone else closed this exception./)).toBeTruthy();
    await user.click(form.getByRole("button", { name: "Close 1" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent.map(({ exceptionId, note }) => [exceptionId, note])).toEqual(
      [ids[0], ids[2], ids[2]].map((id) => [id, "Seen to."]),
    );
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
  });

  it("reports that are selected are deleted with one note, and can be brought back", async () => {
    const ids = ["c1", "c2"].map((end) => aReport().id.replace(/c1$/, end));
    serve({ unmatched: ids.map((id, index) => aReport({ id, reference: `63924594${index}` })) });
    const [sent, restored]: string[][] = [[], []];
    mockTrpc.mutation("paymentExceptions.deleteReport", ({ input }) => {
      sent?.push(input.reportId);
      return { reportId: input.reportId };
    });
    mockTrpc.mutation("paymentExceptions.restoreReport", ({ input }) => {
      restored?.push(input.reportId);
      return { restored: 1 };
    });
    const { user } = openExceptions();
    for (const index of [0, 1])
      await user.click(await screen.findByRole("checkbox", { name: `Select report 63924594${index}` }));
    await user.click(await enabled("Delete selected"));
    const form = within(await screen.findByRole("dialog", { name: "Delete 2 reports?" }));
    await user.type(form.getByLabelText("Note"), "Another lender's.");
    await user.click(form.getByRole("button", { name: "Delete 2" }));
    expect(await screen.findByText("2 deleted.")).toBeTruthy();
    expect(sent).toEqual(ids);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(restored).toEqual(ids));
  });
});
