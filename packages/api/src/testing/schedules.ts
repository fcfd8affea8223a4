import { randomUUID } from "node:crypto";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { payOut } from "./customers.ts";
import type { TestApi } from "./harness.ts";
import type { Payable } from "./payable.ts";

export type ScheduleRow = RouterOutputs["paymentSchedules"]["search"]["schedules"][number];
type Process = RouterInputs["paymentSchedules"]["process"];

/** Payments of $412.50 on these days, of an advance that is paid out; it is 2026-11-20 in New York. Returns them as the screen has them. */
export async function addSchedule(
  api: TestApi,
  { userId, applicationId }: Pick<Payable, "userId" | "applicationId">,
  days: readonly string[] = ["2026-11-24"],
): Promise<ScheduleRow[]> {
  await payOut(api, applicationId);
  await api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.createMany({
      data: days.map((day) => ({ userId, applicationId, paymentDate: new Date(day), amountCents: 41_250 })),
    }),
  );
  return readSchedules(api, userId);
}

/** Nothing is due any more, whoever it belongs to. */
export const payEverything = ({ database }: Pick<TestApi, "database">) =>
  database.unsafeTransaction(
    (tx) => tx.$executeRaw`UPDATE payment_schedule SET status = 'PAID', paid_cents = amount_cents`,
  );

/** The scheduled payments of a user as the screen has them. */
export const readSchedules = async (api: TestApi, userId: number): Promise<ScheduleRow[]> =>
  (await (await api.as("VIEWER")).paymentSchedules.search({ userId })).schedules;

/** An order to collect a payment as the screen sends it, from what it shows. */
export const toProcess = (row: ScheduleRow | undefined, changed: Partial<Process> = {}): Process => ({
  requestId: randomUUID(),
  scheduleId: row?.id ?? 0,
  amountCents: row?.leftCents ?? 0,
  confirmed: {
    seen: { balanceCents: row?.balanceCents ?? null, newestPaymentId: row?.newestPaymentId ?? null },
    equalPaymentId: null,
  },
  ...changed,
});
