import type { PaymentKind, PaymentType, Prisma, ProcessorEventKind } from "@countinghouse/db";
import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach/port";
import type { CardException, CardTransaction } from "@countinghouse/providers/cards/port";
import { toIsoDay } from "../../stored-values.ts";

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
  /** What a notification of change says is right: it may be an account number, and is kept sealed. */
  corrected?: string;
}

/** What a bank sent back. The words of a notification of change are an account number: they are no detail. */
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
  ...(row.kind === "notificationOfChange" && { corrected: row.addenda }),
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

/** Where a contest stands. One that is only said to be closed may have been lost as well as won. */
export type Contest = "open" | "closed" | "won";

/** Where the contest stands that a report tells of; null of any other report. */
export function parseContest({ kind, detail }: Pick<Reported, "kind" | "detail">): Contest | null {
  if (kind !== "REPRESENTMENT") return null;
  const status = typeof detail.status === "string" ? detail.status.trim() : "";
  if (/^won$/i.test(status)) return "won";
  return /closed/i.test(status) ? "closed" : "open";
}

/** What a contest is called at its processor's beside the one that was won. */
const CONTEST_NAMES: Record<Contest, string> = { open: ":contest", closed: ":closed", won: "" };

/**
 * A line of the daily exceptions report of the card processor. Of a contest that goes on no money comes back: it is a
 * report of its own, and so is one that was closed, so that the one that tells of its end is not taken for a repetition.
 */
export function reportedException(row: CardException): Reported {
  const kind = EXCEPTION_KINDS[row.type.toUpperCase()] ?? "OTHER";
  const contest = parseContest({ kind, detail: { status: row.status } });
  return {
    provider: "tabapay",
    eventKey: `exception:${row.exceptionId}${contest === null ? "" : CONTEST_NAMES[contest]}`,
    kind,
    key: row.key || null,
    reference: row.originalReference,
    amountCents: contest === "open" ? 0 : row.amountCents,
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

const REVERSAL: CardTransaction["type"] = "reversal";

/** A line of the card processor's report of a day: money that it took, sent or gave back. */
export const reportedTransaction = (row: CardTransaction): Reported => ({
  provider: "tabapay",
  eventKey: `transaction:${row.reference}`,
  kind: "SETTLEMENT",
  key: row.key || null,
  reference: row.reference,
  amountCents: row.settledCents,
  code: "",
  day: row.day,
  name: `${row.firstName} ${row.lastName}`.trim(),
  detail: {
    type: row.type,
    ...(row.type === REVERSAL && { originalReference: row.originalReference }),
    status: row.status,
    direction: row.type === "pull" ? "debit" : "credit",
    last4: row.last4,
    network: row.network,
    mid: row.mid,
  },
});

/** Which way the money went that a report tells of: DEBIT from the customer, CREDIT to them; null where it does not tell. */
export function reportedDirection({ kind, detail }: Pick<Reported, "kind" | "detail">): PaymentType | null {
  if (detail.direction === "debit") return "DEBIT";
  if (detail.direction === "credit") return "CREDIT";
  return kind === "CHARGEBACK" ? "DEBIT" : null;
}

/** What a report of a sale that was undone tells of that sale: its name at the processor, or null; undefined of any other report. */
export function reportedReversal({ detail }: Pick<Reported, "detail">): { sale: string | null } | undefined {
  if (detail.type !== REVERSAL) return undefined;
  const { originalReference: sale } = detail;
  return { sale: typeof sale === "string" && sale !== "" ? sale : null };
}

/** Whether a report may be about a payment of this kind: a sale is undone by a REFUND alone. */
export const mayBeOfKind = (reported: Pick<Reported, "detail">, kind: PaymentKind): boolean =>
  reportedReversal(reported) === undefined || kind === "REFUND";

/**
 * Where a payment is found by our key of its call, as a processor tells it: the card processor tells no upper from lower case.
 * Ours are written in lower case, those that a person has matched as they were told.
 */
export const keyAsTold = (key: string): { in: string[] } => ({ in: [...new Set([key, key.toLowerCase()])] });

/** Whether a processor tells this key of ours, in whatever case. */
export const isKeyAsTold = (key: string, told: string): boolean => keyAsTold(told).in.includes(key);

/** The last digits of the account or the card that a report names; null where it names none. */
export function reportedLast4({ detail }: Pick<Reported, "detail">): string | null {
  const told = detail.accountLast4 ?? detail.last4;
  return typeof told === "string" && told !== "" ? told : null;
}

/** A report as it was written down. */
export const toReported = (row: Prisma.ProcessorEventGetPayload<object>): Reported => ({
  provider: row.provider === "tabapay" ? "tabapay" : "payliance",
  eventKey: row.eventKey,
  kind: row.kind,
  key: row.paymentKey || null,
  reference: row.reference,
  amountCents: Number(row.amountCents),
  code: row.code,
  day: toIsoDay(row.happenedOn),
  name: row.name,
  detail: isRecord(row.detail) ? row.detail : {},
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
