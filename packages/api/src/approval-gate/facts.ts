import type { ReadDb, Tx } from "@countinghouse/db";
import {
  APPROVAL_TEXTS,
  type ApprovalRuleTable,
  MATTERS,
  type Matter,
  type MatterFacts,
  type MoneyWay,
  NEW_ACCOUNT_DAYS,
  RISK_DAYS,
  whyWaits,
  withStandard,
} from "@countinghouse/validators/approvals/rules";
import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import { newYorkMidnight } from "@countinghouse/validators/new-york";
import { modeRule, PAYMENT_MODES } from "@countinghouse/validators/payments/kinds";
import { RETURNED_STATES, UNMOVED_STATES } from "@countinghouse/validators/payments/states";
import { PAYOUT_HOLD } from "@countinghouse/validators/payout-hold/rules";
import { DomainError } from "../errors.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

/** The facts that a verb reports to the approval rules, once it has done everything except the commit. Cents. */
export interface ApprovalFacts {
  /** The matters of the command; the rule of each one has to let it through */
  matters: readonly Matter[];
  /** One line for the admin who decides */
  title: string;
  userId: number | null;
  /** The amount, or the total of a batch */
  amountCents: number | null;
  /** The payment that the verb began or recorded */
  paymentId?: string;
  /** The batch that the verb started */
  batchId?: string;
  /** The customers of a batch, each with the amount */
  rows?: readonly { userId: number; amountCents: number }[];
  /** The card or account that the money goes to or comes from */
  instrument?: { cardId: number | null; bankAccountId: number | null };
  /** The version of the rules that the verb itself applied, if it read them */
  rulesVersion?: number;
  /** Runs the later steps of the command in the transaction and returns the messages that they queue. The caller rolls it back. */
  simulate?: () => Promise<OutboxDraft[]>;
}

const DAY_MS = 86_400_000;

/** Returns the current rules and their version; the version is 0 until an admin sets rules. */
export async function readRules(
  tx: Pick<ReadDb, "approvalRules"> | Tx,
): Promise<{ version: number; rules: ApprovalRuleTable }> {
  const held = await (tx as Pick<ReadDb, "approvalRules">).approvalRules.findFirst({
    orderBy: { version: "desc" },
  });
  return {
    version: held?.version ?? 0,
    rules: withStandard((held?.rules ?? {}) as Partial<ApprovalRuleTable>),
  };
}

/**
 * Returns why a command of this admin waits for a second person; empty if it does not wait. Throws CONFLICT when the command applied
 * another version of the rules.
 */
export async function reasonsToWait(tx: Tx, now: Date, makerId: string, facts: ApprovalFacts) {
  const { version, rules } = await readRules(tx);
  const { matters, amountCents, userId, instrument, rulesVersion = version } = facts;
  if (rulesVersion !== version) throw new DomainError("CONFLICT", APPROVAL_TEXTS.rulesChanged);
  const asked = matters.map((matter) => rules[matter]);
  const counted = matters.find((matter) => rules[matter].dayOverCents !== null);
  const { day: way }: Partial<MatterFacts> = counted === undefined ? {} : MATTERS[counted];
  const about = {
    amountCents,
    dayCents: way === undefined ? null : await aloneToday(tx, now, makerId, { ...facts, way }),
    isAtRisk: userId !== null && asked.some(({ atRisk }) => atRisk) && (await isAtRisk(tx, now, userId)),
    isNewAccount:
      instrument !== undefined &&
      asked.some(({ newAccount }) => newAccount) &&
      (await isNewAccount(tx, now, instrument)),
  };
  const reasons = matters.flatMap((matter) => whyWaits(matter, rules[matter], about));
  return { version, reasons };
}

/** The kinds of single payments, and below of batches, that each sum of the day counts. */
const KINDS: Readonly<Record<MoneyWay, readonly string[]>> = {
  out: PAYMENT_MODES.filter((mode) => modeRule(mode).direction === "out"),
  in: PAYMENT_MODES.filter((mode) => modeRule(mode).direction === "in"),
  byHand: ["MANUAL"],
};
const BATCHES: Readonly<Record<MoneyWay, readonly BulkKind[]>> = {
  out: ["REVERT"],
  in: ["BULK_DEBIT", "BULK_ACH", "AUTOMATION"],
  byHand: [],
};

/** The command itself: the sum of stored payments leaves its payment or batch out, and its amount is added. */
type Counted = Pick<ApprovalFacts, "paymentId" | "batchId" | "amountCents"> & { way: MoneyWay };

/**
 * Returns what an admin has sent, taken or recorded since midnight in New York without another admin's approval, with this command.
 * Cents. The sum covers single payments, held payments that leave after midnight, and unfinished rows of batches. Locks the row of the
 * admin, so that two simultaneous requests are counted one after the other and never both stay under the limit.
 */
async function aloneToday(
  tx: Tx,
  now: Date,
  adminId: string,
  { way, paymentId, batchId, amountCents }: Counted,
): Promise<number> {
  await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${adminId}::uuid FOR NO KEY UPDATE`;
  const midnight = newYorkMidnight(now);
  const longestHoldAgo = new Date(midnight.getTime() - PAYOUT_HOLD.most * 60_000);
  const [sum] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT (
      (SELECT coalesce(sum(p.amount_cents), 0) FROM payment_intent p
        WHERE p.created_by_id = ${adminId}::uuid AND p.created_at >= ${longestHoldAgo}
          AND coalesce(p.held_until, p.created_at) >= ${midnight}
          AND p.kind::text = ANY(${[...KINDS[way]]}) AND p.state::text <> ALL(${[...UNMOVED_STATES]})
          AND p.id IS DISTINCT FROM ${paymentId ?? null}::uuid
          AND NOT EXISTS (SELECT FROM approval a WHERE a.payment_id = p.id)
          AND NOT EXISTS (SELECT FROM bulk_item i JOIN approval a ON a.batch_id = i.batch_id WHERE i.intent_id = p.id)
          AND NOT EXISTS (SELECT FROM automation_item f JOIN bulk_item i ON i.id = f.item_id
            JOIN approval a ON a.batch_id = i.batch_id WHERE f.first_intent_id = p.id))
      + (SELECT coalesce(sum(i.amount_cents), 0) FROM bulk_batch b JOIN bulk_item i ON i.batch_id = b.id
          LEFT JOIN payment_intent p ON p.id = i.intent_id
        WHERE b.requested_by_id = ${adminId}::uuid AND b.state IN ('RUNNING', 'PAUSED')
          AND b.kind::text = ANY(${[...BATCHES[way]]}) AND b.id IS DISTINCT FROM ${batchId ?? null}::uuid
          AND i.state IN ('WAITING', 'CLAIMED') AND (p.id IS NULL OR p.state::text = ANY(${[...UNMOVED_STATES]}))
          AND NOT EXISTS (SELECT FROM approval a WHERE a.batch_id = b.id))
    )::float8 AS cents`;
  return (sum?.cents ?? 0) + (amountCents ?? 0);
}

/** Returns true if a payment of this customer was returned or charged back within RISK_DAYS. */
async function isAtRisk(tx: Tx, now: Date, userId: number): Promise<boolean> {
  const since = new Date(now.getTime() - RISK_DAYS * DAY_MS);
  const found = await tx.paymentIntent.findFirst({
    where: { userId, state: { in: [...RETURNED_STATES] }, updatedAt: { gt: since } },
    select: { id: true },
  });
  return found !== null;
}

async function isNewAccount(
  tx: Tx,
  now: Date,
  { cardId, bankAccountId }: NonNullable<ApprovalFacts["instrument"]>,
): Promise<boolean> {
  const createdAt = { gt: new Date(now.getTime() - NEW_ACCOUNT_DAYS * DAY_MS) };
  const account =
    cardId === null
      ? await tx.bankAccount.findFirst({ where: { id: bankAccountId ?? 0, createdAt }, select: { id: true } })
      : await tx.card.findFirst({ where: { id: cardId, createdAt }, select: { id: true } });
  return account !== null;
}
