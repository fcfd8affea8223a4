import type { ReadDb, Tx } from "@countinghouse/db";
import {
  APPROVAL_TEXTS,
  type ApprovalRuleTable,
  type Matter,
  NEW_ACCOUNT_DAYS,
  RISK_DAYS,
  whyWaits,
  withStandard,
} from "@countinghouse/validators/approvals/rules";
import { newYorkMidnight } from "@countinghouse/validators/new-york";
import { modeRule, PAYMENT_MODES } from "@countinghouse/validators/payments/kinds";
import { DomainError } from "../errors.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

/** What a verb says of itself to the rules, once it has done everything but commit. Cents. */
export interface ApprovalFacts {
  /** What it is: the rule of each has to let it through. */
  matters: readonly Matter[];
  /** What it is, in a line for whoever decides it. */
  title: string;
  userId: number | null;
  /** Of a batch: its total. */
  amountCents: number | null;
  /** The payment it began or recorded. */
  paymentId?: string;
  /** Of a batch: whom it takes how much from. */
  rows?: readonly { userId: number; amountCents: number }[];
  /** The card or account that money goes to or comes from. */
  instrument?: { cardId: number | null; bankAccountId: number | null };
  /** By which version of the rules it went itself, where it read them. */
  rulesVersion?: number;
  /** Does in the transaction what is done after it once it goes through; what it queues outside. It is rolled back. */
  simulate?: () => Promise<OutboxDraft[]>;
}

const DAY_MS = 86_400_000;

/** The rules that hold now, and their version: 0 where nobody has set any. */
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
 * Why a command of this admin waits for a second person: none where it does not. Throws CONFLICT where the command went by rules
 * that are others by now.
 */
export async function reasonsToWait(tx: Tx, now: Date, makerId: string, facts: ApprovalFacts) {
  const { version, rules } = await readRules(tx);
  const { matters, amountCents, userId, instrument, rulesVersion = version } = facts;
  if (rulesVersion !== version) throw new DomainError("CONFLICT", APPROVAL_TEXTS.rulesChanged);
  const asked = matters.map((matter) => rules[matter]);
  const about = {
    amountCents,
    dayCents: asked.some(({ dayOverCents }) => dayOverCents !== null)
      ? await sentAloneToday(tx, now, makerId)
      : null,
    isAtRisk: userId !== null && asked.some(({ atRisk }) => atRisk) && (await isAtRisk(tx, now, userId)),
    isNewAccount:
      instrument !== undefined &&
      asked.some(({ newAccount }) => newAccount) &&
      (await isNewAccount(tx, now, instrument)),
  };
  const reasons = matters.flatMap((matter) => whyWaits(matter, rules[matter], about));
  return { version, reasons };
}

const OUT = PAYMENT_MODES.filter((mode) => modeRule(mode).direction === "out");

/**
 * What an admin has paid out since midnight in New York that nobody else approved, in cents. Payments of one admin are counted one
 * after another: two at once never both stay under the limit.
 */
async function sentAloneToday(tx: Tx, now: Date, adminId: string): Promise<number> {
  await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${adminId}::uuid FOR NO KEY UPDATE`;
  const [sum] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT coalesce(sum(p.amount_cents), 0)::float8 AS cents FROM payment_intent p
    WHERE p.created_by_id = ${adminId}::uuid AND p.created_at >= ${newYorkMidnight(now)}
      AND p.kind::text = ANY(${[...OUT]}) AND p.state NOT IN ('FAILED', 'CANCELLED')
      AND NOT EXISTS (SELECT FROM approval a WHERE a.payment_id = p.id)`;
  return sum?.cents ?? 0;
}

/** Whether money of this customer came back lately. */
async function isAtRisk(tx: Tx, now: Date, userId: number): Promise<boolean> {
  const since = new Date(now.getTime() - RISK_DAYS * DAY_MS);
  const found = await tx.paymentIntent.findFirst({
    where: { userId, state: { in: ["RETURNED", "CHARGED_BACK"] }, updatedAt: { gt: since } },
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
