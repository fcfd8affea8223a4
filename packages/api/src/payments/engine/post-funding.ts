import { FUNDED_EVENT } from "@countinghouse/validators/funnel/rules";
import { isPaid } from "@countinghouse/validators/payments/states";
import { writeAsJob } from "../../job-writes.ts";
import { addPaymentDates } from "./funded-dates.ts";
import { lockIntent } from "./intent-row.ts";
import type { EngineServices } from "./payments-engine.ts";

/** The journey step of a funding (specification 2 section 4) and its place in the funnel. */
const FUNDED = { name: "Funded", eventId: FUNDED_EVENT };

/**
 * Writes the follow-up of a funding that went through: the journey event and the payment dates. It has its own transaction, because
 * the money has moved in any case. An unfinished funding stays due for the next worker. Returns true when the follow-up is
 * finished. A failure is logged and returns false.
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
