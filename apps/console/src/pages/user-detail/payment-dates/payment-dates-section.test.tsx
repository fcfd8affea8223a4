import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { type PaymentDate, PaymentDatesSection } from "./payment-dates-section.tsx";

const aDate = (id: number, paymentDate: string, changes: Partial<PaymentDate> = {}): PaymentDate => ({
  id,
  applicationId: 501,
  paymentDate,
  amountCents: 41_250,
  paidCents: 0,
  leftCents: 41_250,
  status: "UNPAID",
  version: 1,
  ...changes,
});

const DATES = [
  aDate(1, "2026-11-17", { status: "PAID" }),
  aDate(2, "2026-11-24"),
  aDate(3, "2026-12-01"),
  aDate(4, "2026-12-08"),
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T15:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

function openDates({ role = "EMPLOYEE", dates = DATES }: { role?: Role; dates?: PaymentDate[] } = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("paymentSchedules.list", () => dates);
  return renderPage(<PaymentDatesSection userId={USER_ID} hasTurn />);
}

async function openEditor(day: string) {
  const page = openDates();
  const edit = await screen.findByRole("button", { name: `Edit ${day}` });
  await waitFor(() => expect(edit.getAttribute("aria-disabled")).toBeNull());
  await page.user.click(edit);
  const sent: RouterInputs["paymentSchedules"]["move"][] = [];
  mockTrpc.mutation("paymentSchedules.move", ({ input }) => {
    sent.push(input);
    return { id: input.id, version: input.version + 1 };
  });
  const form = within(screen.getByRole("form", { name: `Move the payment of ${day}` }));
  const type = async (text: string) => {
    const field = form.getByLabelText("Payment Date");
    await page.user.clear(field);
    if (text) await page.user.type(field, text);
    await page.user.click(form.getByRole("button", { name: "Save" }));
  };
  return { ...page, form, sent, type };
}

describe("the table", () => {
  it("shows each payment with its day, amount and whether it is paid", async () => {
    openDates();
    const table = within(await screen.findByRole("table", { name: "Payment Dates" }));
    const [, first] = table.getAllByRole("row");
    expect(within(first as HTMLElement).getByText("2026-11-17")).toBeTruthy();
    expect(within(first as HTMLElement).getByText("$412.50")).toBeTruthy();
    const looks = (status: string) => table.getAllByText(status)[0]?.className;
    expect(looks("PAID")).toContain("text-success-fg");
    expect(looks("UNPAID")).toContain("text-warning-fg");
  });

  it("says that there are none, and that loading failed", async () => {
    openDates({ dates: [] });
    expect(await screen.findByText("No Payment Dates Found")).toBeTruthy();
  });

  it("shows a failed load as failed, with Retry", async () => {
    const { user } = openDates();
    mockTrpc.query("paymentSchedules.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    mockTrpc.query("paymentSchedules.list", () => DATES);
    await user.click(retry);
    expect(await screen.findByText("2026-12-01")).toBeTruthy();
  });

  it("holds what is paid, and everything for a VIEWER, with the reason", async () => {
    openDates({ role: "VIEWER" });
    expect(await screen.findAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toHaveLength(4);
  });

  it("a paid payment can not be moved", async () => {
    openDates();
    expect(await screen.findByText("This payment is already paid.")).toBeTruthy();
  });
});

describe("moving a payment", () => {
  it("names the limits, sends the version that was read, shows the table again and says that it worked", async () => {
    const { form, type, sent } = await openEditor("2026-12-01");
    expect(form.getByText("Between 2026-11-25 and 2026-12-07.")).toBeTruthy();
    await type("2026-12-04");
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
    expect(sent).toMatchObject([{ id: 3, version: 1, paymentDate: "2026-12-04" }]);
    expect(await screen.findByText("Action performed successfully!")).toBeTruthy();
  });

  it.each([
    ["2026-11-24", "2026-11-20", "The date can not be before today."],
    ["2026-12-01", "2026-11-24", "The date can not be before 2026-11-25."],
    ["2026-12-01", "2026-12-09", "The date can not be after 2026-12-08."],
    ["2026-12-01", "", "Please Input Payment Date!"],
  ])("from %s to %j is refused: %s", async (day, typed, message) => {
    const { type, sent } = await openEditor(day);
    await type(typed);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("Cancel leaves the day as it was, and frees the other rows", async () => {
    const { user, form } = await openEditor("2026-12-01");
    expect(document.activeElement).toBe(form.getByLabelText("Payment Date"));
    const other = screen.getByRole("button", { name: "Edit 2026-12-08" });
    expect(other.getAttribute("aria-disabled")).toBe("true");
    await user.click(form.getByRole("button", { name: "Cancel" }));
    expect(screen.getByText("2026-12-01")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Edit 2026-12-08" }).getAttribute("aria-disabled")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit 2026-12-01" }));
  });

  it("a refusal of the server stands in the row", async () => {
    const { type } = await openEditor("2026-12-01");
    mockTrpc.mutation("paymentSchedules.move", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Someone else changed this payment." });
    });
    await type("2026-12-04");
    expect(await screen.findByText("Someone else changed this payment.")).toBeTruthy();
  });
});
