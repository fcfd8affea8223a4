import type { PaymentKind, PaymentType, Prisma, ProcessorEventKind } from "@countinghouse/db";
import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach/port";
import type { CardException, CardTransaction } from "@countinghouse/providers/cards/port";
import { toIsoDay } from "../../stored-values.ts";

/** One event that a processor reports about a payment, in terms that both processors share. */
export interface Reported {
  provider: "payliance" | "tabapay";
  /** The processor's key of the event. A repeated report has the same key. */
  eventKey: string;
  kind: ProcessorEventKind;
  /** Our key of the call; null when the processor does not report it. */
  key: string | null;
  /** The processor's reference of the payment. */
  reference: string;
  amountCents: number;
  /** The reason code of the bank or the network. */
  code: string;
  /** YYYY-MM-DD */
  day: string;
  /** The name of the customer, as the processor has it. */
  name: string;
  /** Data without secrets: it is stored and shown. */
  detail: Record<string, unknown>;
  /** The corrected data of a notice of change. It may be an account number and is stored sealed. */
  corrected?: string;
}

/** Returns the report of a bank's return. The text of a notice of change is an account number, so `detail` omits it. */
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

/** Returns the report of a bank transfer that settled. */
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

/** The status of a contest. A closed contest may be lost or won. */
export type Contest = "open" | "closed" | "won";

/** Returns the status of the contest that a report is about, or null for any other report. */
export function parseContest({ kind, detail }: Pick<Reported, "kind" | "detail">): Contest | null {
  if (kind !== "REPRESENTMENT") return null;
  const status = typeof detail.status === "string" ? detail.status.trim() : "";
  if (/^won$/i.test(status)) return "won";
  return /closed/i.test(status) ? "closed" : "open";
}

/** The suffix of the event key for each status of a contest. */
const CONTEST_NAMES: Record<Contest, string> = { open: ":contest", closed: ":closed", won: "" };

/**
 * Returns the report of a line in the card processor's daily exceptions report. An open contest gives no money back. An open, a
 * closed and a won contest are three reports, so the end of a contest is not taken for a repetition.
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

/** Returns the report of a line in the card processor's report of a day: money that it took, sent or gave back. */
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

/** Returns the direction of the reported money: DEBIT from the customer, CREDIT to them; null when the report does not name it. */
export function reportedDirection({ kind, detail }: Pick<Reported, "kind" | "detail">): PaymentType | null {
  if (detail.direction === "debit") return "DEBIT";
  if (detail.direction === "credit") return "CREDIT";
  return kind === "CHARGEBACK" ? "DEBIT" : null;
}

/** Returns the undone sale of a report, by its reference at the processor or null; undefined when the report undoes no sale. */
export function reportedReversal({ detail }: Pick<Reported, "detail">): { sale: string | null } | undefined {
  if (detail.type !== REVERSAL) return undefined;
  const { originalReference: sale } = detail;
  return { sale: typeof sale === "string" && sale !== "" ? sale : null };
}

/** Returns true when a report may be about a payment of this kind: only a REFUND undoes a sale. */
export const mayBeOfKind = (reported: Pick<Reported, "detail">, kind: PaymentKind): boolean =>
  reportedReversal(reported) === undefined || kind === "REFUND";

/**
 * Returns the filter for our key of a call, as a processor reports it. The card processor does not distinguish upper and lower
 * case. Our keys are lower case; keys that a person matched are stored as reported.
 */
export const keyAsTold = (key: string): { in: string[] } => ({ in: [...new Set([key, key.toLowerCase()])] });

/** Returns true when a processor reports this key of ours, in any case. */
export const isKeyAsTold = (key: string, told: string): boolean => keyAsTold(told).in.includes(key);

/** Returns the last digits of the account or the card that a report names, or null. */
export function reportedLast4({ detail }: Pick<Reported, "detail">): string | null {
  const told = detail.accountLast4 ?? detail.last4;
  return typeof told === "string" && told !== "" ? told : null;
}

/** Returns the report in a stored row. */
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
