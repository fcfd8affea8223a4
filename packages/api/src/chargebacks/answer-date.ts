import { ANSWER_DATE_SAVED, whyNotAnswerBy } from "@countinghouse/validators/chargebacks/rules";
import type { SetAnswerDate } from "@countinghouse/validators/chargebacks/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";

/**
 * Sets the last day on which a chargeback can be answered. Throws NOT_FOUND, RULE for a day that no network gives, CONFLICT when another
 * day was set in the meantime.
 */
export function setAnswerDate(ctx: AdminCtx, input: SetAnswerDate & { requestId: string }) {
  const { chargebackId: id, answerBy, was } = input;
  const spec = { action: "chargebacks.setAnswerDate", capability: "chargebacks.process", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const chargeback = found(
      await tx.processorEvent.findFirst({
        where: { id, kind: "CHARGEBACK" },
        select: { receivedAt: true, intentId: true },
      }),
      "There is no such chargeback.",
    );
    refuseWhen(whyNotAnswerBy(answerBy, newYorkDate(chargeback.receivedAt)));
    const { count } = await tx.processorEvent.updateMany({
      where: { id, answerBy: was === null ? null : new Date(was) },
      data: { answerBy: new Date(answerBy) },
    });
    if (count === 0)
      throw new DomainError("CONFLICT", "Someone else changed the answer date. Reload and try again.");
    return {
      result: { answerBy, message: ANSWER_DATE_SAVED },
      audit: {
        subject: { type: "processor-report", id },
        before: { paymentId: chargeback.intentId, answerBy: was },
        after: { answerBy },
      },
    };
  });
}
