import type { MadeApplication } from "./application.ts";
import { addDays, isoDate } from "./days.ts";
import type { SeedContext } from "./seed-context.ts";

/**
 * Adds the days on which a user's advances are to be paid back; the last payment is the rest. What the ledger has is given
 * to them once all is loaded.
 */
export function addSchedules(context: SeedContext, applications: readonly MadeApplication[]): void {
  for (const { row, terms } of applications) {
    if (row.fundedAt === null && row.stage !== "contracted") continue;
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
        paidCents: 0,
        status: "UNPAID",
        paidOn: null,
        version: 1,
        createdAt: row.fundedAt ?? row.createdAt,
        updatedAt: row.updatedAt,
      });
    }
  }
}
