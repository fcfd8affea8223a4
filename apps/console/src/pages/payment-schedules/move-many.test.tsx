import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { openSchedules } from "./testing/page.tsx";
import { aSchedule } from "./testing/schedules.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T15:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const OVERDUE = [aSchedule(1, "2026-11-10"), aSchedule(2, "2026-11-11"), aSchedule(3, "2026-11-12")];

async function openMoving() {
  const page = openSchedules({ schedules: OVERDUE, at: "/admin/payment-schedules?due=overdue" });
  for (const day of ["2026-11-10", "2026-11-12"])
    await page.user.click(
      await screen.findByRole("checkbox", { name: `Select payment of ${day} of user 10001` }),
    );
  const move = await screen.findByRole("button", { name: "Move" });
  await waitFor(() => expect(move.getAttribute("aria-disabled")).toBeNull());
  await page.user.click(move);
  const dialog = within(await screen.findByRole("dialog", { name: "Move 2 payments" }));
  const to = async (day: string) => {
    await page.user.clear(dialog.getByLabelText("To the day"));
    await page.user.type(dialog.getByLabelText("To the day"), day);
    await page.user.click(dialog.getByRole("button", { name: /^Move \d payment/ }));
  };
  return { ...page, dialog, to };
}

it("moves each of the selected payments as if it were moved in its row, under a request of its own", async () => {
  const sent: RouterInputs["paymentSchedules"]["move"][] = [];
  mockTrpc.mutation("paymentSchedules.move", ({ input }) => {
    sent.push(input);
    return { id: input.id, version: 2 };
  });
  const { to } = await openMoving();
  await to("2026-11-25");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ id, version, paymentDate }) => [id, version, paymentDate])).toEqual([
    [1, 1, "2026-11-25"],
    [3, 1, "2026-11-25"],
  ]);
  expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(2);
});

it("says of each that is refused why, and pressed again moves those alone", async () => {
  const sent: number[] = [];
  mockTrpc.mutation("paymentSchedules.move", ({ input }) => {
    sent.push(input.id);
    if (input.id === 3 && sent.length < 3)
      throw mockTrpc.refusal("CONFLICT", { message: "Someone else changed this payment." });
    return { id: input.id, version: 2 };
  });
  const { dialog, to, user } = await openMoving();
  await to("2026-11-25");
  expect(
    await dialog.findByText(/2026-11-12 of user 10001: Someone else changed this payment\./),
  ).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Move 1 payment" }));
  await waitFor(() => expect(sent).toEqual([1, 3, 3]));
});

it("is refused for a day before today, and sends nothing", async () => {
  const { dialog, to } = await openMoving();
  await to("2026-11-20");
  expect(await dialog.findByText("The date can not be before today.")).toBeTruthy();
});
