import type { Tx } from "@countinghouse/db";
import { FUNDING_MODES, isFundingKind } from "@countinghouse/validators/payments/kinds";
import {
  ENDED_FUNDING_STATES,
  isUnaccounted,
  isUnmoved,
  UNACCOUNTED_STATES,
  UNMOVED_STATES,
} from "@countinghouse/validators/payments/states";
import type { JournalEntry } from "./journal-entry.ts";

/** What keeps a payment of the journal from being written: another one that is being asked about, or one that stands for good. */
export type InPlace = "ASKED_ABOUT" | "FOR_GOOD" | null;

/**
 * Whether another payment stands here where the database lets one stand alone: of its business key, of its instalment, of
 * its advance. One that moved nothing keeps only the key.
 */
export async function standsInPlace(tx: Tx, entry: JournalEntry): Promise<InPlace> {
  const { intentId, businessKey, kind, applicationId, scheduleId, secondFunding } = entry;
  const others = await tx.paymentIntent.findMany({
    where: {
      id: { not: intentId },
      OR: [
        { businessKey, state: { notIn: [...UNMOVED_STATES] } },
        ...(scheduleId === null
          ? []
          : [{ scheduleId, isDuplicate: false, state: { in: [...UNACCOUNTED_STATES] } }]),
        ...(applicationId === null || secondFunding || !isFundingKind(kind)
          ? []
          : [
              {
                applicationId,
                kind: { in: [...FUNDING_MODES] },
                secondFunding: false,
                isDuplicate: false,
                state: { notIn: [...ENDED_FUNDING_STATES] },
              },
            ]),
      ],
    },
    select: { state: true },
  });
  if (others.some(({ state }) => !isUnaccounted(state))) return "FOR_GOOD";
  return others.length > 0 ? "ASKED_ABOUT" : null;
}

/** Whether the business key is held by a payment that moved nothing, so that this one takes a key of its own. */
export async function isKeyIdle(tx: Tx, businessKey: string): Promise<boolean> {
  const holder = await tx.paymentIntent.findUnique({ where: { businessKey }, select: { state: true } });
  return holder !== null && isUnmoved(holder.state);
}
