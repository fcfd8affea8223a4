import { modeRule } from "@countinghouse/validators/payments/kinds";
import { givingBackMode, REVERT_TEXTS as TEXT } from "@countinghouse/validators/reverts/rules";
import { holdItem } from "../bulk-jobs/engine/begin-item.ts";
import type { ClaimedItem, RunningBatch } from "../bulk-jobs/engine/claim.ts";
import type { WriteTools } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import type { Written } from "../job-writes.ts";
import { beginPayment } from "../payments/begin-payment.ts";
import { businessKey } from "../payments/business-key.ts";
import { chooseInstrument } from "../payments/choose-instrument.ts";
import { whyNotGiveBackNow } from "../payments/given-back.ts";
import { GIVABLE, toGivable } from "./facts.ts";

/**
 * Writes down the payment that gives back what a row's batch has taken from its customer, with every rule checked again under
 * the locks of the customer and of what is given back. Returns its id; null where the row was taken from this worker meanwhile.
 * Throws RULE, and then nothing was written.
 */
export async function beginGiveBack(
  tools: WriteTools,
  { batch, item }: { batch: RunningBatch; item: ClaimedItem },
): Promise<Written<string | null>> {
  const { tx, now } = tools;
  if (!(await holdItem(tx, item))) return { result: null, audit: null };
  const { userId, amountCents } = item;
  const source = await tx.bulkItem.findFirst({
    where: { userId, batch: { revertedBy: { some: { id: batch.id } } } },
    select: { intentId: true },
  });
  const parentId = source?.intentId ?? null;
  if (parentId === null) throw new DomainError("RULE", TEXT.tookNothing);
  // Whatever gives it back waits here, and the database adds it all up once more.
  await tx.$executeRaw`SELECT 1 FROM payment_intent WHERE id = ${parentId}::uuid FOR UPDATE`;
  const taken = await tx.paymentIntent.findUniqueOrThrow({ where: { id: parentId }, select: GIVABLE });
  const { leftCents, whyNot } = toGivable(taken);
  const mode = givingBackMode(taken.kind);
  if (mode === null || whyNot !== null) throw new DomainError("RULE", `${whyNot ?? TEXT.notLinked}.`);
  if (leftCents !== amountCents) throw new DomainError("RULE", TEXT.rowChanged);
  refuseWhen(await whyNotGiveBackNow(tx, { parent: taken, amountCents, since: taken.createdAt }));
  const instrumentId = modeRule(mode).rail === "CARD" ? taken.cardId : taken.bankAccountId;
  const instrument = await chooseInstrument(
    tx,
    { userId, mode, instrumentId, amountCents, scheduleId: null },
    now,
  );
  const paymentId = await beginPayment(tools, {
    userId,
    applicationId: taken.applicationId,
    kind: mode,
    paymentType: "CREDIT",
    businessKey: businessKey.giveBack(parentId, taken.children.length + 1),
    amountCents,
    createdById: batch.requestedById,
    parentId,
    instrument,
  });
  await tx.bulkItem.update({
    where: { id: item.id },
    data: { intentId: paymentId, last4: instrument.last4 },
  });
  const after = {
    paymentId,
    givesBack: parentId,
    batchId: batch.id,
    mode,
    amountCents,
    last4: instrument.last4,
  };
  return {
    result: paymentId,
    audit: {
      action: "bulkJobs.giveBack",
      requestId: batch.id,
      events: [{ subject: { type: "user", id: userId }, after }],
    },
  };
}
