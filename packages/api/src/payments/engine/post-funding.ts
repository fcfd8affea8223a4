import type { PaymentKind, Tx } from "@countinghouse/db";
import { FUNDED_EVENT } from "@countinghouse/validators/funnel/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { isPaid } from "@countinghouse/validators/payments/states";
import { writeAsJob } from "../../job-writes.ts";
import { allocateExcess } from "../../ledger/allocate.ts";
import { datesToAdd } from "../dates-to-add.ts";
import { lockIntent } from "./intent-row.ts";
import type { EngineServices } from "./payments-engine.ts";

/** The step in the user's life that a funding is (specification 2 section 4), and its place in the funnel. */
const FUNDED = { name: "Funded", eventId: FUNDED_EVENT };

/**
 * What follows from a funding that went through: the journey event and the payment dates. It has a transaction of its
 * own, because the money has moved whatever becomes of this; a funding that is not finished stays due and is taken up
 * by the next worker. Returns whether it is finished; a failure is logged and told as false.
 */
export async function finishFunding(services: EngineServices, intentId: string): Promise<boolean> {
  try {
    return await writeAsJob(services, "payments", async ({ tx, now: happenedAt }) => {
      const intent = await lockIntent(tx, intentId, { wait: true });
      if (intent === null || !isPaid(intent.state)) return { result: false, audit: null };
      const { postFundedAt } = await tx.paymentIntent.findUniqueOrThrow({
        where: { id: intentId },
        select: { postFundedAt: true },
      });
      if (postFundedAt !== null) return { result: true, audit: null };
      const { kind, userId, applicationId } = intent;
      const application =
        applicationId === null
          ? null
          : await tx.application.findUnique({
              where: { id: applicationId },
              select: { approvedAmountCents: true },
            });
      const amountCents = application?.approvedAmountCents ?? null;
      await tx.journeyEvent.create({
        data: { userId, applicationId, intentId, ...FUNDED, amountCents, happenedAt },
      });
      const paymentDates =
        applicationId === null
          ? 0
          : await addPaymentDates(tx, { intentId, kind, userId, applicationId }, happenedAt);
      await tx.paymentIntent.update({
        where: { id: intentId },
        data: { postFundedAt: happenedAt, dueAt: null },
      });
      const after = { paymentId: intentId, applicationId, step: FUNDED.name, paymentDates };
      const event = { subject: { type: "user", id: userId }, after };
      return {
        result: true,
        audit: { action: "payments.finishFunding", requestId: intentId, events: [event] },
      };
    });
  } catch (error) {
    services.log.error({ paymentId: intentId, error: String(error) }, "post funding actions failed");
    return false;
  }
}

/**
 * Adds the days on which the advance is to be paid back, where those that are there do not stand for it already; what the
 * customer had paid too much pays the first of them. Returns how many were added.
 */
async function addPaymentDates(
  tx: Tx,
  {
    intentId,
    kind,
    userId,
    applicationId,
  }: { intentId: string; kind: PaymentKind; userId: number; applicationId: number },
  now: Date,
): Promise<number> {
  // Who edits the terms meanwhile draws what is here, or is waited for.
  await tx.$executeRaw`SELECT 1 FROM application WHERE id = ${applicationId} FOR UPDATE`;
  const dates = await datesToAdd(tx, applicationId, { withFurther: false, today: newYorkDate(now) });
  await tx.paymentSchedule.createMany({
    data: dates.map(({ paymentDate, amountCents }) => ({
      userId,
      applicationId,
      paymentDate: new Date(paymentDate),
      amountCents,
    })),
  });
  const { id: transactionId } = await tx.ledgerTransaction.findFirstOrThrow({
    where: { intentId, kind: "disbursement" },
    select: { id: true },
  });
  // Dates of an advance that came back stand for the one that is sent again: what is not sent of it goes from their end.
  const from = dates.length === 0 && kind === "RECREDIT" ? "newest" : "oldest";
  await allocateExcess(tx, { userId, transactionId }, { paymentId: intentId, from });
  return dates.length;
}
