import { Prisma, type Tx } from "@countinghouse/db";
import type { AutomationSource } from "@countinghouse/validators/automation/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import type { SwitchName } from "@countinghouse/validators/settings/rules";
import { vendorOfRail } from "@countinghouse/validators/vendors/rules";
import { type PayerRow, readPayers } from "../bulk-jobs/payer-facts.ts";
import type { WriteTools } from "../core.ts";
import { paidOutSql } from "../ledger/paid-out.ts";
import { UNKEPT_SQL } from "../promises/paid.ts";
import { type Readable, readPrepared } from "../read-prepared.ts";
import { amountToTake, type Plan, planPayment } from "./rules.ts";

/** What only payment automation asks about a customer. */
export interface AutomationFacts {
  userId: number;
  isOn: boolean;
  isOfPartner: boolean;
  /** True when a promise for a later day holds a debit back. */
  isPromised: boolean;
  /** By the account's id: what was in it when its bank was last asked, in cents. */
  balances: Record<string, number> | null;
}

type Stored = AutomationFacts & Record<string, unknown>;

const whoIsDue = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (SELECT 1 FROM payment_schedule s
  WHERE s.user_id = u.id AND s.status = 'UNPAID' AND s.payment_date <= ${newYorkDate(now)}::date
    AND ${Prisma.raw(paidOutSql("s"))})`;

/** A promise for a later day that was not kept yet, unless the setting lets debits come before it. */
const isPromised = (now: Date): Prisma.Sql => Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(UNKEPT_SQL)}
    AND p.user_id = u.id AND p.due_on > ${newYorkDate(now)}::date)
  AND NOT EXISTS (SELECT FROM setting g WHERE g.name = ${BEFORE_PROMISE} AND g.cents = 1)`;
const BEFORE_PROMISE: SwitchName = "debitsBeforePromise";

const statement = (which: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  SELECT u.id AS "userId", u.run_payment_automation AS "isOn", u.partner_code IS NOT NULL AS "isOfPartner",
    ${isPromised(now)} AS "isPromised",
    (SELECT jsonb_object_agg(k.id, x.cents) FROM bank_account k JOIN bank_link l ON l.id = k.bank_link_id
      JOIN LATERAL (SELECT coalesce(e->>'availableCents', e->>'currentCents')::bigint AS cents
        FROM balance_record r CROSS JOIN LATERAL jsonb_array_elements(r.accounts) e
        WHERE r.user_id = u.id AND r.bank_link_id = l.id AND e->>'accountId' = k.provider_account_id
        ORDER BY r.created_at DESC, r.id DESC LIMIT 1) x ON x.cents IS NOT NULL
      WHERE l.user_id = u.id) AS balances
  FROM users u WHERE ${which} ORDER BY u.id`;

/** A customer whose next scheduled payment is due, and what is to be done about it. */
export interface DuePayment {
  userId: number;
  /** Who is flagged Do Not Fund, where this customer is the same person. */
  flaggedId: number | null;
  scheduleId: number;
  /** YYYY-MM-DD */
  dueOn: string;
  dueCents: number;
  /** What would be taken of it. */
  takeCents: number;
  source: Exclude<AutomationSource, "All">;
  plan: Plan;
  plaidBalanceCents: number | null;
}

/** When it is planned, and which outside systems have no settings here. */
type Planning = Pick<WriteTools, "now" | "vendorsOff">;

const RAILS = ["ACH", "CARD"] as const satisfies readonly PaymentRail[];

/** Everybody of whom a scheduled payment of today or before is unpaid, by their ids, each with the plan for it. */
export async function readDue(db: Readable, when: Planning): Promise<DuePayment[]> {
  const { now } = when;
  const facts = await readPrepared<Stored>(db, "automation.due", statement(whoIsDue(now), now));
  if (facts.length === 0) return [];
  const payers = await readPayers(
    db,
    facts.map(({ userId }) => userId),
    now,
  );
  const byUser = new Map(facts.map((each) => [each.userId, each]));
  return payers.flatMap((payer) => duePayment(payer, byUser.get(payer.userId), when) ?? []);
}

function duePayment(payer: PayerRow, facts: AutomationFacts | undefined, when: Planning): DuePayment | null {
  const { userId, scheduleId, dueDate, dueCents, requestedAt } = payer;
  if (facts === undefined || scheduleId === null || dueDate === null || dueCents === null) return null;
  const plan = planDue(payer, facts, { ...when, isRequested: requestedAt !== null, failedRail: null });
  return {
    userId,
    flaggedId: payer.flagged?.userId ?? null,
    scheduleId,
    dueOn: dueDate,
    dueCents,
    takeCents: amountToTake(dueCents, payer.payoffCents),
    source: facts.isOfPartner ? "GF" : "LP",
    plan,
    plaidBalanceCents: lastBalance(payer, facts, plan),
  };
}

/** Of the account that is debited, else of the primary one. */
function lastBalance({ payer }: PayerRow, { balances }: AutomationFacts, { sources }: Plan): number | null {
  const debited = sources.find(({ mode }) => mode === "DEBIT")?.instrumentId;
  const account = debited ?? payer.accounts.find(({ isPrimary }) => isPrimary)?.id;
  return account === undefined ? null : (balances?.[account] ?? null);
}

/** What is done about a payment of this customer at `now`. */
export const planDue = (
  payer: PayerRow,
  facts: AutomationFacts,
  {
    now,
    vendorsOff,
    isRequested,
    failedRail,
  }: Planning & { isRequested: boolean; failedRail: PaymentRail | null },
): Plan =>
  planPayment(newYorkDate(now), {
    isOn: facts.isOn,
    doNotFund: payer.flagged !== null,
    isExternal: payer.isExternal,
    payoffCents: payer.payoffCents,
    isUnderWay: payer.isUnderWay,
    isRequested,
    isPaidToday: payer.paidTodayAt !== null,
    isPromised: facts.isPromised,
    payer: payer.payer,
    failedRail,
    railsOff: RAILS.filter((rail) => vendorsOff.includes(vendorOfRail(rail))),
  });

/** What payment automation asks about one customer, inside a transaction. */
export async function readAutomationFacts(tx: Tx, userId: number, now: Date): Promise<AutomationFacts> {
  const isAsked = Prisma.sql`u.id = ${userId}`;
  const [facts] = await readPrepared<Stored>(tx, "automation.facts", statement(isAsked, now));
  if (facts === undefined) throw new Error(`No facts of user ${userId}.`);
  return facts;
}
