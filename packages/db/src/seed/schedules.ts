import type { MadeApplication } from "./application.ts";
import { addDays, isoDate } from "./days.ts";
import { paymentsMade } from "./repayment.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";

/** Adds the days on which a user's advances are paid back. What the ledger has is paid; the last payment is the rest. */
export function addSchedules(
  context: SeedContext,
  { situation, applications }: { situation: Situation; applications: MadeApplication[] },
): void {
  for (const { row, terms } of applications) {
    if (row.fundedAt === null && row.stage !== "contracted") continue;
    const repaid = row === applications.at(-1)?.row ? situation.repayment : "complete";
    const made =
      row.fundedAt === null ? 0 : paymentsMade(context, terms.payments, new Date(row.fundedAt), repaid);
    let leftCents = terms.paybackCents;
    for (let number = 0; number < terms.payments; number++) {
      const amountCents = Math.min(terms.paymentCents, leftCents);
      leftCents -= amountCents;
      context.rows.payment_schedule.push({
        id: ++context.ids.schedule,
        userId: row.userId,
        applicationId: row.id,
        paymentDate: isoDate(addDays(new Date(terms.firstPaymentDate), 7 * number)),
        amountCents,
        status: number < made ? "PAID" : "UNPAID",
        version: 1,
        updatedAt: row.updatedAt,
      });
    }
  }
}
