import type { Prisma, ProcessorEventKind } from "@countinghouse/db";
import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach";
import type { CardException } from "@countinghouse/providers/cards";
import { dayOf } from "../../stored-values.ts";

/** One thing a processor reports about a payment, in words that both processors share. */
export interface Reported {
  provider: "payliance" | "tabapay";
  /** Names the event at the processor: told again, it is the same. */
  eventKey: string;
  kind: ProcessorEventKind;
  /** Our key of the call; null when the processor does not tell it. */
  key: string | null;
  /** The processor's name of the payment. */
  reference: string;
  amountCents: number;
  /** The bank's or the network's reason. */
  code: string;
  /** YYYY-MM-DD */
  day: string;
  /** Whose payment it is in the processor's words. */
  name: string;
  /** Nothing secret: it is kept and shown. */
  detail: Record<string, unknown>;
}

/** What a bank sent back. The words of a notification of change are an account number: they are left out. */
export const reportedReturn = (row: AchReturn): Reported => ({
  provider: "payliance",
  eventKey: `return:${row.reference}:${row.kind}:${row.code}`,
  kind: row.kind === "notificationOfChange" ? "NOTICE_OF_CHANGE" : "RETURN",
  key: row.key,
  reference: row.reference,
  amountCents: row.kind === "notificationOfChange" ? row.amountCents : row.returnedCents,
  code: row.code,
  day: row.returnedOn,
  name: row.name,
  detail: {
    kind: row.kind,
    accountLast4: row.accountLast4,
    ...(row.kind !== "notificationOfChange" && { addenda: row.addenda }),
  },
});

/** Money that has reached the bank. */
export const reportedSettlement = (row: AchSettlement): Reported => ({
  provider: "payliance",
  eventKey: `settlement:${row.reference}`,
  kind: "SETTLEMENT",
  key: row.key,
  reference: row.reference,
  amountCents: row.amountCents,
  code: "",
  day: row.settledOn,
  name: "",
  detail: { direction: row.direction, accountLast4: row.accountLast4 },
});

const EXCEPTION_KINDS: Record<string, ProcessorEventKind> = {
  CHARGEBACK: "CHARGEBACK",
  "CHARGEBACK REVERSAL": "CHARGEBACK_REVERSAL",
  REPRESENTMENT: "REPRESENTMENT",
};

/** What the card processor says of a contest that gave the money back. */
const isWon = (status: string): boolean => /^(closed|won)$/i.test(status.trim());

/**
 * A line of the daily exceptions report of the card processor. Of a contest that is not won, or not yet, no money comes
 * back: it is a report of its own, so that the one that tells of its end is not taken for a repetition.
 */
export function reportedException(row: CardException): Reported {
  const kind = EXCEPTION_KINDS[row.type.toUpperCase()] ?? "OTHER";
  const isContest = kind === "REPRESENTMENT" && !isWon(row.status);
  return {
    provider: "tabapay",
    eventKey: `exception:${row.exceptionId}${isContest ? ":contest" : ""}`,
    kind,
    key: row.key || null,
    reference: row.originalReference,
    amountCents: isContest ? 0 : row.amountCents,
    code: row.code,
    day: row.day,
    name: `${row.firstName} ${row.lastName}`.trim(),
    detail: {
      type: row.type,
      description: row.description,
      status: row.status,
      caseId: row.caseId,
      mid: row.mid,
      network: row.network,
      last4: row.last4,
      originalAmountCents: row.originalAmountCents,
    },
  };
}

/** A report as it was written down. */
export const reportedOf = (row: Prisma.ProcessorEventGetPayload<object>): Reported => ({
  provider: row.provider === "tabapay" ? "tabapay" : "payliance",
  eventKey: row.eventKey,
  kind: row.kind,
  key: row.paymentKey || null,
  reference: row.reference,
  amountCents: Number(row.amountCents),
  code: row.code,
  day: dayOf(row.happenedOn),
  name: row.name,
  detail: isRecord(row.detail) ? row.detail : {},
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
