import type { ProcessorEventKind } from "@countinghouse/db";
import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach";
import type { CardException } from "@countinghouse/providers/cards";

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
  detail: { direction: row.direction },
});

const EXCEPTION_KINDS: Record<string, ProcessorEventKind> = {
  CHARGEBACK: "CHARGEBACK",
  "CHARGEBACK REVERSAL": "CHARGEBACK_REVERSAL",
  REPRESENTMENT: "REPRESENTMENT",
};

/** A line of the daily exceptions report of the card processor. */
export const reportedException = (row: CardException): Reported => ({
  provider: "tabapay",
  eventKey: `exception:${row.exceptionId}`,
  kind: EXCEPTION_KINDS[row.type.toUpperCase()] ?? "OTHER",
  key: row.key || null,
  reference: row.originalReference,
  amountCents: row.amountCents,
  code: row.code,
  day: row.day,
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
});
