import type { ReadDb, Tx } from "@countinghouse/db";
import type { DrawnPayment, StandingPayment } from "@countinghouse/validators/edit-user/schedule";
import { isUnaccounted } from "@countinghouse/validators/payments/states";
import { toIsoDay } from "../stored-values.ts";

interface StandingRow extends StandingPayment {
  id: number;
}

/** The payments of an application in order, with what keeps each where it is; amounts in cents. */
export async function standingPayments(
  db: Pick<ReadDb, "paymentSchedule" | "paymentAllocation"> | Tx,
  applicationId: number,
): Promise<StandingRow[]> {
  const rows = await db.paymentSchedule.findMany({
    where: { applicationId },
    orderBy: { paymentDate: "asc" },
    select: {
      id: true,
      paymentDate: true,
      amountCents: true,
      paidCents: true,
      intents: { select: { state: true } },
    },
  });
  const allocated = new Set(
    (
      await db.paymentAllocation.findMany({
        where: { scheduleId: { in: rows.map(({ id }) => id) } },
        distinct: "scheduleId",
        select: { scheduleId: true },
      })
    ).map(({ scheduleId }) => scheduleId),
  );
  return rows.map(({ id, paymentDate, amountCents, paidCents, intents }) => ({
    id,
    paymentDate: toIsoDay(paymentDate),
    amountCents: Number(amountCents),
    isFixed: paidCents > 0n || intents.some(({ state }) => isUnaccounted(state)),
    wasTried: intents.length > 0 || allocated.has(id),
  }));
}

/**
 * Makes the unpaid payments of an application those that were drawn; the fixed ones are not touched. A payment keeps
 * its row while its day stays, and one that was tried before keeps it on another day too.
 */
export async function replaceUnpaid(
  tx: Tx,
  { userId, applicationId }: { userId: number; applicationId: number },
  standing: readonly StandingRow[],
  drawn: readonly DrawnPayment[],
): Promise<void> {
  const free = standing.filter(({ isFixed }) => !isFixed);
  const freeByDay = new Map(free.map((row) => [row.paymentDate, row]));
  const days = new Set(drawn.map(({ paymentDate }) => paymentDate));
  const leaving = free.filter(({ paymentDate }) => !days.has(paymentDate));
  const moving = leaving.filter(({ wasTried }) => wasTried);
  await tx.paymentSchedule.deleteMany({
    where: { id: { in: leaving.filter(({ wasTried }) => !wasTried).map(({ id }) => id) } },
  });
  const coming = drawn.filter(({ paymentDate }) => !freeByDay.has(paymentDate));
  const changed = [
    ...drawn.flatMap(({ paymentDate, amountCents }) => {
      const row = freeByDay.get(paymentDate);
      return row && row.amountCents !== amountCents ? [{ id: row.id, paymentDate, amountCents }] : [];
    }),
    ...moving.flatMap(({ id }, index) => {
      const payment = coming[index];
      return payment ? [{ id, ...payment }] : [];
    }),
  ];
  for (const { id, paymentDate, amountCents } of changed)
    await tx.paymentSchedule.update({
      where: { id },
      data: { paymentDate: new Date(paymentDate), amountCents, version: { increment: 1 } },
    });
  await tx.paymentSchedule.createMany({
    data: coming.slice(moving.length).map(({ paymentDate, amountCents }) => ({
      userId,
      applicationId,
      paymentDate: new Date(paymentDate),
      amountCents,
    })),
  });
}
