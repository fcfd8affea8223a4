import type pg from "pg";
import type { Prisma } from "../generated/prisma/client.ts";
import { copyRows, type Row } from "./copy-rows.ts";
import { addDays, newYorkDay } from "./days.ts";
import { RETURNS_AFTER_DAYS } from "./payment-story.ts";
import { createRandom, type Random, uuidAt } from "./random.ts";
import type { RecentPayment } from "./recent-payments.ts";

type EventRow = Row<Prisma.ProcessorEventCreateManyInput>;

/** What is told of a payment; without a stage it was applied. */
interface Told {
  kind: EventRow["kind"];
  code: string;
  stage?: "MATCH" | "AMOUNT" | "STATE";
  /** How often it was tried again since: from five times on a person has to. */
  attempts?: number;
  /** Cents by which the amount that is told differs. */
  offCents?: number;
}

/** Of the payments of each kind in their order, what came of the first, the second and so on. */
const OF_DEBITS: readonly Told[] = [
  { kind: "RETURN", code: "R01" },
  { kind: "RETURN", code: "R09" },
  { kind: "NOTICE_OF_CHANGE", code: "C01" },
  { kind: "RETURN", code: "R02", stage: "AMOUNT", attempts: 5, offCents: -500 },
  { kind: "RETURN", code: "R01" },
];
const OF_SALES: readonly Told[] = [
  { kind: "CHARGEBACK", code: "10.4" },
  { kind: "CHARGEBACK_REVERSAL", code: "10.4", stage: "STATE", attempts: 6 },
  { kind: "CHARGEBACK", code: "13.2" },
];
/** Of payments that nobody here knows. */
const STRANGERS: readonly [Pick<RecentPayment, "kind" | "name" | "amountCents" | "last4">, Told][] = [
  [
    { kind: "DEBIT", name: "Rosalind Okafor", amountCents: 18_750, last4: "2207" },
    { kind: "RETURN", code: "R03", stage: "MATCH" },
  ],
  [
    { kind: "SALE", name: "Teodor Brandt", amountCents: 9_900, last4: "7741" },
    { kind: "CHARGEBACK", code: "10.4", stage: "MATCH" },
  ],
  [
    { kind: "DEBIT", name: "Ines Calloway", amountCents: 31_200, last4: "5086" },
    { kind: "RETURN", code: "R10", stage: "MATCH", attempts: 5 },
  ],
];

const PROBLEMS = {
  MATCH: "No matching payment found.",
  AMOUNT: "The processor's amount does not match our payment.",
  STATE: "The processor reversed a chargeback, but no chargeback is on file.",
} as const;

/** What the processors call things, and the words they add. */
const CARD_TYPES: Partial<Record<Told["kind"], string>> = { CHARGEBACK_REVERSAL: "CHARGEBACK REVERSAL" };
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  "10.4": "Other fraud, card absent",
  "13.2": "Cancelled recurring",
};

/** A report of a payment comes in so many days after it. */
const DAYS_LATER = RETURNS_AFTER_DAYS;

/**
 * Adds what processors reported of some recent payments, three days after each: returns, chargebacks and a correction of
 * details that were applied, with what they did to the ledger, and some that could not be. Returns the payments of which
 * nothing was reported.
 */
export async function addReports(
  client: pg.ClientBase,
  payments: readonly RecentPayment[],
  now: Date,
): Promise<RecentPayment[]> {
  const random = createRandom(OF_DEBITS.length);
  const ofKind = (kind: RecentPayment["kind"]) => payments.filter((payment) => payment.kind === kind);
  const [debits, sales] = [ofKind("DEBIT"), ofKind("SALE")];
  const known = [pairs(debits, OF_DEBITS), pairs(sales, OF_SALES)].flat();
  const strangers = STRANGERS.map(([stranger, told], index): [RecentPayment, Told] => {
    const at = addDays(now, -2 * DAYS_LATER - index);
    const key = `unknown-${index + 1}`;
    return [{ ...stranger, id: null, userId: 0, key, reference: `seed-${key}`, at }, told];
  });
  const events = [...known, ...strangers].map(([payment, told]) => makeEvent(random, payment, told, now));
  await copyRows(client, "processor_event", events);
  for (const event of events) if (isUndoing(event)) await undo(client, random, event);
  return [...debits.slice(OF_DEBITS.length), ...sales.slice(OF_SALES.length)];
}

/** Why banks send debits back, and of how many in a hundred returns. */
const RETURN_CODES = [
  ["R01", 70],
  ["R02", 8],
  ["R03", 6],
  ["R08", 6],
  ["R10", 2],
  ["R16", 2],
  ["R09", 6],
] as const;

/** Adds that these payments came back, three days after each, with what that did to the ledger. */
export async function addReturns(
  client: pg.ClientBase,
  payments: readonly RecentPayment[],
  now: Date,
): Promise<void> {
  const random = createRandom(RETURN_CODES.length);
  const events = payments.map((payment) =>
    makeEvent(random, payment, { kind: "RETURN", code: random.weighted(RETURN_CODES) }, now),
  );
  await copyRows(client, "processor_event", events);
  for (const event of events) await undo(client, random, event);
}

function pairs(payments: readonly RecentPayment[], plan: readonly Told[]): [RecentPayment, Told][] {
  return plan.flatMap((told, index): [RecentPayment, Told][] => {
    const payment = payments[index];
    return payment ? [[payment, told]] : [];
  });
}

function makeEvent(random: Random, payment: RecentPayment, told: Told, now: Date): EventRow {
  const receivedAt = addDays(payment.at, DAYS_LATER);
  const isCard = payment.kind === "SALE";
  const { kind, code, stage = null, attempts = 0, offCents = 0 } = told;
  const day = newYorkDay(receivedAt);
  const triedAt = attempts === 0 ? null : addDays(receivedAt, 1 / 2);
  return {
    id: uuidAt(random, receivedAt),
    provider: isCard ? "tabapay" : "payliance",
    eventKey: isCard
      ? `exception:EX-${payment.key}`
      : `return:${payment.reference}:${bankKind(told)}:${code}`,
    kind,
    intentId: payment.id,
    reference: payment.reference,
    paymentKey: payment.key,
    name: payment.name,
    amountCents: payment.amountCents + offCents,
    code,
    detail: JSON.stringify(isCard ? cardDetail(payment, told) : bankDetail(payment, told)),
    happenedOn: day,
    answerBy: null,
    receivedAt,
    appliedAt: stage === null ? receivedAt : null,
    problem: stage === null ? "" : PROBLEMS[stage],
    stage,
    attempts,
    triedAt,
    // The worker goes on where nobody has to see to it yet.
    nextTryAt: stage !== null && attempts === 0 ? now : null,
    deletedAt: null,
    deletedById: null,
    recordedAsId: null,
  };
}

const bankKind = ({ kind }: Told): string =>
  kind === "NOTICE_OF_CHANGE" ? "notificationOfChange" : "returnedAfterSettlement";

const bankDetail = ({ last4 }: RecentPayment, told: Told) => ({
  kind: bankKind(told),
  accountLast4: last4,
  ...(told.kind !== "NOTICE_OF_CHANGE" && { addenda: "" }),
});

const cardDetail = ({ last4, amountCents, key }: RecentPayment, { kind, code }: Told) => ({
  type: CARD_TYPES[kind] ?? kind,
  description: DESCRIPTIONS[code] ?? "",
  status: kind === "CHARGEBACK" ? "Chargeback Received" : "Closed",
  caseId: `CB-${key}`,
  mid: "0044",
  network: "Visa",
  last4,
  originalAmountCents: amountCents,
});

const isUndoing = ({ kind, appliedAt }: EventRow): boolean =>
  appliedAt !== null && (kind === "RETURN" || kind === "CHARGEBACK");

/** Takes back what the payment did to the ledger, entry by entry, as the machine does it. */
async function undo(client: pg.ClientBase, random: Random, event: EventRow): Promise<void> {
  const [id, kind, state] = [
    uuidAt(random, new Date(event.receivedAt)),
    ...(event.kind === "RETURN"
      ? (["return", "RETURNED"] as const)
      : (["chargeback", "CHARGED_BACK"] as const)),
  ];
  const { intentId, happenedOn, receivedAt } = event;
  await client.query(
    `INSERT INTO ledger_transaction (id, intent_id, kind, sequence, effective_on, reverses_id, created_at)
     SELECT $1, intent_id, $3, 1, $4, id, $5 FROM ledger_transaction WHERE intent_id = $2 AND kind = 'payment'`,
    [id, intentId, kind, happenedOn, receivedAt],
  );
  await client.query(
    `INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
     SELECT $1, e.account_id, -e.amount_cents FROM ledger_entry e
     JOIN ledger_transaction t ON t.id = e.transaction_id AND t.intent_id = $2 AND t.kind = 'payment' ORDER BY e.id`,
    [id, intentId],
  );
  await client.query(
    `UPDATE user_balance b SET balance_cents = balance_cents + i.amount_cents
     FROM payment_intent i WHERE i.id = $1 AND b.user_id = i.user_id`,
    [intentId],
  );
  await client.query(`UPDATE payment_intent SET state = $2::"PaymentState", updated_at = $3 WHERE id = $1`, [
    intentId,
    state,
    receivedAt,
  ]);
}
