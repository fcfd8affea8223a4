import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { chooseRowAction, expectRowReason } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentSchedulesPage from "../payment-schedules-page.tsx";
import type { Schedule } from "../use-process-payment.ts";
import { SCHEDULES } from "./schedules.ts";

type Asked = RouterInputs["paymentSchedules"]["search"];

/** Opens the page for an admin of this role. Returns with it what was asked of the server. */
export function openSchedules({
  role = "EMPLOYEE",
  at = "/admin/payment-schedules",
  schedules = SCHEDULES,
}: {
  role?: Role;
  at?: string;
  schedules?: Schedule[];
} = {}) {
  signIn();
  const asked: Asked[] = [];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("paymentSchedules.search", ({ input }) => {
    asked.push(input);
    const of = input.userId ?? null;
    return {
      schedules: of === null ? schedules : schedules.filter(({ userId }) => userId === of),
      nextCursor: null,
    };
  });
  mockTrpc.query("paymentSchedules.sums", () => [
    { due: "overdue", payments: 12, cents: 340_000 },
    { due: "today", payments: 0, cents: 0 },
    { due: "week", payments: 3, cents: 123_750 },
    { due: "paid", payments: 1_040, cents: 9_876_543 },
  ]);
  return { ...renderPage(<PaymentSchedulesPage />, { at }), asked };
}

export const table = () => within(screen.getByRole("table", { name: "Payment Schedules" }));
export const findRow = async (day: string) => {
  const cell = await screen.findByRole("cell", { name: new RegExp(`^${day}`) });
  const row = cell.closest("tr");
  if (!row) throw new Error(`There is no row of ${day}.`);
  return within(row);
};
type Row = ReturnType<typeof within>;
const MENU = /^Actions of/;

export const choose = (user: UserEvent, row: Row, name: string): Promise<void> =>
  chooseRowAction(user, MENU, name, row);
export const expectReason = (
  user: UserEvent,
  row: Row,
  name: string,
  reason: string | RegExp,
): Promise<void> => expectRowReason(reason, user, MENU, name, row);
