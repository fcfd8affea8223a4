import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { choose, expectReason, findRow, openSchedules } from "./testing/page.tsx";
import { aSchedule } from "./testing/schedules.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T15:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("changing a payment in its row", () => {
  async function edit(day: string) {
    const page = openSchedules();
    const row = await findRow(day);
    await choose(page.user, row, "Edit");
    const form = within(screen.getByRole("form", { name: `Change the payment of ${day} of user 10001` }));
    const sent: RouterInputs["paymentSchedules"]["update"][] = [];
    mockTrpc.mutation("paymentSchedules.update", ({ input }) => {
      sent.push(input);
      return { id: input.id, version: 2, message: "Payment schedule updated successfully!" };
    });
    const save = async (date: string, amount: string) => {
      for (const [label, text] of [
        ["Payment Date", date],
        ["Payment Amount", amount],
      ] as const) {
        await page.user.clear(form.getByLabelText(label));
        if (text) await page.user.type(form.getByLabelText(label), text);
      }
      await page.user.click(form.getByRole("button", { name: "Save" }));
    };
    return { ...page, form, sent, save };
  }

  it("sends day, amount and the version that was read, and shows the server's message", async () => {
    const { save, sent } = await edit("2026-11-24");
    await save("2026-11-26", "1,000.50");
    expect(await screen.findByText("Payment schedule updated successfully!")).toBeTruthy();
    expect(sent).toMatchObject([{ id: 2, version: 1, paymentDate: "2026-11-26", amountCents: 100_050 }]);
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("asks for both", async () => {
    const { save, sent } = await edit("2026-11-24");
    await save("", "");
    expect(await screen.findByText("Please Input Payment Date!")).toBeTruthy();
    expect(screen.getByText("Please Input Payment Amount!")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it.each([
    ["2026-11-20", "The date can not be before today."],
    ["2026-12-01", "There is already a payment on 2026-12-01."],
  ])("to %s is refused: %s", async (date, message) => {
    const { save, sent } = await edit("2026-11-24");
    await save(date, "10.00");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("leaves a day alone that is past already", async () => {
    const past = aSchedule(7, "2026-11-10");
    const page = openSchedules({ schedules: [past] });
    await choose(page.user, await findRow("2026-11-10"), "Edit");
    const form = within(screen.getByRole("form"));
    mockTrpc.mutation("paymentSchedules.update", ({ input }) => ({
      id: input.id,
      version: 2,
      message: "Saved",
    }));
    await page.user.click(form.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Saved")).toBeTruthy();
  });

  it("says 'Payment Schedules Update Failed' with the reason when it was refused, and keeps what was typed", async () => {
    const { save, form } = await edit("2026-11-24");
    mockTrpc.mutation("paymentSchedules.update", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Someone else changed this payment." });
    });
    await save("2026-11-26", "10.00");
    const said = within(await form.findByRole("alert"));
    expect(said.getByText("Payment Schedules Update Failed")).toBeTruthy();
    expect(said.getByText("Someone else changed this payment.")).toBeTruthy();
    expect(form.getByLabelText("Payment Date")).toHaveProperty("value", "2026-11-26");
  });

  it("says 'Something went wrong' when it failed", async () => {
    const { save, form } = await edit("2026-11-24");
    mockTrpc.mutation("paymentSchedules.update", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await save("2026-11-26", "10.00");
    expect((await form.findByRole("alert")).textContent).toBe("Something went wrong");
  });

  it("asks 'Sure to cancel?' before it leaves the row as it was", async () => {
    const { user, form, sent } = await edit("2026-11-24");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Sure to cancel?" }));
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect(screen.getByRole("form")).toBeTruthy();
    await user.click(form.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Cancel editing" }));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    expect(sent).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^Actions of 2026-11-24/),
    );
  });

  it("holds the other rows until it is saved or cancelled", async () => {
    const page = await edit("2026-11-24");
    const other = await findRow("2026-12-08");
    for (const name of ["Edit", "Process Payment"])
      await expectReason(page.user, other, name, "Save or cancel the other row first.");
  });
});
