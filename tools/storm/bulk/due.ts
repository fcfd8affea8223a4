import { randomUUID } from "node:crypto";
import { previewBulkPayments } from "../../../packages/api/src/bulk-jobs/preview.ts";
import { createCommand } from "../../../packages/api/src/command.ts";
import type { AdminCtx } from "../../../packages/api/src/context.ts";
import type { Services } from "../../../packages/api/src/services.ts";
import { newYorkDate } from "../../../packages/validators/src/new-york.ts";
import type { ListedItem } from "./admins.ts";

/** Not every customer has a debt and a card to pay it with. */
export const customersFor = (due: number): number => 300 + 4 * due;

/** As many fit into the textarea. */
const REVIEWED_AT_ONCE = 500;
/** Whole dollars: no cents that mean something to the sandbox. */
const LEAST_DOLLARS = 10;
const AMOUNTS = 1500;

/** What one customer owes today, as it was reviewed. */
export interface Due extends ListedItem {
  scheduleId: number;
}

/** Has so many customers owe something today, and reviews them for a bulk debit. */
export async function makeDue(services: Services, admin: AdminCtx, customers: number): Promise<Due[]> {
  await scheduleForToday(services);
  const debtors = await services.db.read.userBalance.findMany({
    where: { balanceCents: { gt: 0 } },
    orderBy: { userId: "asc" },
    select: { userId: true },
  });
  const due: Due[] = [];
  for (let first = 0; first < debtors.length; first += REVIEWED_AT_ONCE) {
    const userIds = debtors
      .slice(first, first + REVIEWED_AT_ONCE)
      .map(({ userId }) => userId)
      .join("\n");
    const { rows } = await previewBulkPayments(admin, { kind: "BULK_DEBIT", version: 2, userIds });
    for (const { userId, scheduleId, reasons, payoffCents, dueCents } of rows) {
      const owedDollars = Math.floor(payoffCents / 100);
      if (scheduleId === null || reasons.length > 0 || owedDollars < LEAST_DOLLARS) continue;
      // What is paid in part is due again.
      if (dueCents === null || dueCents > LEAST_DOLLARS * 100) continue;
      const dollars = Math.min(LEAST_DOLLARS + (due.length % AMOUNTS), owedDollars);
      due.push({ userId, scheduleId, amountCents: dollars * 100 });
      if (due.length === customers) return due;
    }
  }
  throw new Error(`Only ${due.length} customers can be charged by card.`);
}

/** So many applications in one transaction: a cluster that waits for its standby has no more time for one. */
const SCHEDULED_AT_ONCE = 50;

/** Everybody with an advance has a payment scheduled for today. */
async function scheduleForToday(services: Services): Promise<void> {
  const applications = await services.db.read.application.findMany({
    where: { fundedAt: { not: null } },
    distinct: ["userId"],
    orderBy: [{ userId: "asc" }, { id: "desc" }],
    select: { id: true, userId: true },
  });
  for (let first = 0; first < applications.length; first += SCHEDULED_AT_ONCE)
    await schedule(services, applications.slice(first, first + SCHEDULED_AT_ONCE));
}

async function schedule(
  services: Services,
  applications: readonly { id: number; userId: number }[],
): Promise<void> {
  const command = createCommand(services, { kind: "job", name: "storm" });
  const input = { requestId: randomUUID() };
  await command({ action: "storm.schedule", capability: null, input }, async ({ tx, now }) => {
    const paymentDate = new Date(newYorkDate(now));
    await tx.paymentSchedule.updateMany({
      where: {
        userId: { in: applications.map(({ userId }) => userId) },
        status: "UNPAID",
        paidCents: 0,
        paymentDate: { lte: paymentDate },
      },
      data: { amountCents: LEAST_DOLLARS * 100 },
    });
    const { count } = await tx.paymentSchedule.createMany({
      data: applications.map(({ id, userId }) => ({
        userId,
        applicationId: id,
        paymentDate,
        amountCents: LEAST_DOLLARS * 100,
      })),
      skipDuplicates: true,
    });
    return { result: null, audit: { subject: { type: "storm", id: 0 }, after: { count } } };
  });
}
