import { PAYMENT_EXCEPTION_TEXTS as TEXT } from "@countinghouse/validators/payment-exceptions/rules";
import type { CloseException } from "@countinghouse/validators/payment-exceptions/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";

/** Takes what was booked otherwise than ordered off the list, with what was done about it. Throws NOT_FOUND, CONFLICT. */
export function closePaymentException(ctx: AdminCtx, input: CloseException & { requestId: string }) {
  const spec = { action: "paymentExceptions.close", capability: "paymentExceptions.resolve", input } as const;
  const { exceptionId, note } = input;
  return ctx.command(spec, async ({ tx, now }) => {
    const exception = found(
      await tx.paymentException.findUnique({
        where: { id: exceptionId },
        select: { kind: true, intentId: true, intent: { select: { userId: true } } },
      }),
      "There is no such exception.",
    );
    const { count } = await tx.paymentException.updateMany({
      where: { id: exceptionId, closedAt: null },
      data: { closedAt: now, closedById: ctx.actor.id, note },
    });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.notOpen);
    const { kind, intentId, intent } = exception;
    return {
      result: { exceptionId },
      audit: {
        subject: { type: "user", id: intent.userId },
        after: { exceptionId, kind, paymentId: intentId, note },
      },
    };
  });
}
