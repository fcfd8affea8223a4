import { Prisma, type Tx } from "@countinghouse/db";
import type { ReviewFacts } from "@countinghouse/validators/bulk-jobs/review";
import { EQUAL_WITHIN_MS, type ToldPayment } from "@countinghouse/validators/confirmations/rules";
import type { FlaggedUser } from "@countinghouse/validators/do-not-fund/rules";
import { newYorkDate, newYorkMidnight } from "@countinghouse/validators/new-york";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { payoffAmount } from "@countinghouse/validators/payments/payoff";
import { UNACCOUNTED_STATES, UNMOVED_STATES, UNPAID_STATES } from "@countinghouse/validators/payments/states";
import { readDebitControl } from "../debit-control/facts.ts";
import { FLAGGED_USER_SQL } from "../do-not-fund/person.ts";
import { paidOutSql } from "../ledger/paid-out.ts";
import { TAKES_MONEY_SQL } from "../ledger/takes-money.ts";
import {
  type PayerAccount,
  type PayerCard,
  type PayerFacts,
  type SourceOrReason,
  sourceOnRail,
} from "../payment-schedules/rules.ts";
import { DISCOUNT_TERMS_SQL, NEWEST_PAYMENT_SQL } from "../payments/payoff.ts";
import { type Readable, readPrepared } from "../read-prepared.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";

/** What is known of one user of a list before they are charged; amounts in cents, days YYYY-MM-DD. */
export interface PayerRow {
  userId: number;
  isKnown: boolean;
  firstname: string;
  lastname: string;
  email: string;
  /** The user under whom the customer came back last. */
  renewalId: number | null;
  flagged: FlaggedUser | null;
  isExternal: boolean;
  balanceCents: number;
  /** What pays everything off today. */
  payoffCents: number;
  newestPaymentId: string | null;
  /** Those that were taken from the customer within 24 hours and did not fail, the newest first. */
  takenLately: (Omit<ToldPayment, "createdAt"> & { createdAt: string; scheduleId: number | null })[];
  applicationId: number | null;
  paymentCents: number | null;
  paybackCents: number | null;
  discountDate: string | null;
  /** The earliest scheduled payment that is due and unpaid. */
  scheduleId: number | null;
  scheduleApplicationId: number | null;
  dueDate: string | null;
  scheduledCents: number | null;
  /** What is left of it. */
  dueCents: number | null;
  isUnderWay: boolean;
  paidTodayAt: Date | null;
  lastPaidAt: Date | null;
  requestedAt: Date | null;
  /** Whether a bank link of the customer can be asked. */
  hasLink: boolean;
  payer: PayerFacts;
}

type Stored = Omit<PayerRow, "payer" | "payoffCents" | "takenLately"> & {
  takenLately: PayerRow["takenLately"] | null;
  discountCents: number;
  letOffCents: number;
  termsUntil: string | null;
  accounts: Omit<PayerAccount, "block">[] | null;
  cards: Omit<PayerCard, "block">[] | null;
  preference: PayerFacts["preference"];
};

/** Who is asked for. Of one, as each payment asks, the database keeps one plan; of a list it makes one each time. */
function listed(userIds: readonly number[]): Prisma.Sql {
  const [only] = userIds;
  return userIds.length === 1
    ? Prisma.sql`(SELECT ${only}::int AS user_id, 1 AS place) p`
    : Prisma.sql`unnest(${[...userIds]}::int[]) WITH ORDINALITY AS p (user_id, place)`;
}

/** Every fact about the users, in the order of their ids, in one statement. */
function statement(userIds: readonly number[], now: Date): Prisma.Sql {
  const unpaid = [...UNPAID_STATES];
  const unmoved = [...UNMOVED_STATES];
  const open = [...UNACCOUNTED_STATES];
  return Prisma.sql`
  SELECT p.user_id AS "userId", u.id IS NOT NULL AS "isKnown", coalesce(u.firstname, '') AS firstname,
    coalesce(u.lastname, '') AS lastname, coalesce(u.email, '') AS email,
    ${Prisma.raw(RENEWAL_ID_SQL)} AS "renewalId",
    ${FLAGGED_USER_SQL} AS flagged, coalesce(u.is_external, false) AS "isExternal",
    coalesce(b.balance_cents, 0)::float8 AS "balanceCents", coalesce(d."discountCents", 0) AS "discountCents",
    coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate" AS "termsUntil", n.id AS "newestPaymentId", a.id AS "applicationId",
    a.payment_amount_cents::float8 AS "paymentCents", a.payback_amount_cents::float8 AS "paybackCents",
    a.discount_date::text AS "discountDate", s.id AS "scheduleId", s.application_id AS "scheduleApplicationId",
    s.payment_date::text AS "dueDate", s.amount_cents::float8 AS "scheduledCents",
    (s.amount_cents - s.paid_cents)::float8 AS "dueCents",
    coalesce(o.open, false) OR EXISTS (SELECT 1 FROM payment_intent i
      WHERE i.schedule_id = s.id AND i.state::text = ANY (${open}::text[])) AS "isUnderWay",
    CASE WHEN o.paid_at >= ${newYorkMidnight(now)} THEN o.paid_at END AS "paidTodayAt", o.paid_at AS "lastPaidAt",
    (SELECT max(t.requested_at) FROM bulk_item i JOIN bulk_batch t ON t.id = i.batch_id
      WHERE i.user_id = p.user_id AND t.kind <> 'BULK_BALANCE' AND t.state IN ('RUNNING', 'PAUSED')
        AND i.state IN ('WAITING', 'CLAIMED'))
      AS "requestedAt",
    (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'paymentType', i.payment_type, 'state', i.state,
        'amountCents', i.amount_cents, 'createdAt', i.created_at, 'createdBy', m.email, 'scheduleId', i.schedule_id)
        ORDER BY i.created_at DESC, i.id DESC)
      FROM payment_intent i LEFT JOIN admin m ON m.id = i.created_by_id
      WHERE i.user_id = u.id AND i.payment_type = 'DEBIT' AND NOT i.state::text = ANY (${unmoved}::text[])
        AND i.created_at > ${new Date(now.getTime() - EQUAL_WITHIN_MS)}) AS "takenLately",
    EXISTS (SELECT 1 FROM bank_link l WHERE l.user_id = p.user_id AND l.access_token_sealed IS NOT NULL) AS "hasLink",
    (SELECT jsonb_agg(jsonb_build_object('id', k.id, 'mask', k.mask, 'enabled', k.enabled,
        'isPrimary', k.is_primary, 'bankDown', (SELECT t.name FROM institution t
          WHERE t.id = l.institution_id AND t.status = 'DOWN')) ORDER BY k.id)
      FROM bank_account k JOIN bank_link l ON l.id = k.bank_link_id WHERE l.user_id = p.user_id AND k.replaced_at IS NULL) AS accounts,
    (SELECT jsonb_agg(jsonb_build_object('id', c.id, 'last4', c.last4, 'status', c.status, 'expiry', c.expiry,
        'isPrimary', c.is_primary) ORDER BY c.id)
      FROM card c WHERE c.user_id = p.user_id) AS cards,
    (SELECT jsonb_build_object('useBank', f.use_bank, 'bankNumber', f.bank_number, 'useBankUntil', f.use_bank_until,
        'useCard', f.use_card, 'cardNumber', f.card_number, 'useCardUntil', f.use_card_until)
      FROM payment_preference f WHERE f.user_id = p.user_id) AS preference
  FROM ${listed(userIds)}
  LEFT JOIN users u ON u.id = p.user_id
  LEFT JOIN user_balance b ON b.user_id = u.id
  ${Prisma.raw(DISCOUNT_TERMS_SQL)}
  ${Prisma.raw(NEWEST_PAYMENT_SQL)}
  LEFT JOIN LATERAL (SELECT * FROM application a WHERE a.user_id = u.id ORDER BY a.id DESC LIMIT 1) a ON true
  LEFT JOIN LATERAL (SELECT * FROM payment_schedule s WHERE s.user_id = u.id AND s.status = 'UNPAID'
    AND s.payment_date <= ${newYorkDate(now)}::date AND ${Prisma.raw(paidOutSql("s"))} ORDER BY s.payment_date, s.id LIMIT 1) s ON true
  LEFT JOIN LATERAL (SELECT max(i.created_at) FILTER (WHERE ${Prisma.raw(TAKES_MONEY_SQL)}) AS paid_at, bool_or(i.state::text = ANY (${open}::text[])) AS open
    FROM payment_intent i WHERE i.user_id = u.id AND i.payment_type = 'DEBIT'
      AND NOT i.state::text = ANY (${unpaid}::text[])) o ON true
  ORDER BY p.place`;
}

async function joinPayers(db: Readable, stored: readonly Stored[], now: Date): Promise<PayerRow[]> {
  const instruments = {
    accountIds: stored.flatMap(({ accounts }) => (accounts ?? []).map(({ id }) => id)),
    cardIds: stored.flatMap(({ cards }) => (cards ?? []).map(({ id }) => id)),
  };
  const control = await readDebitControl(db, instruments, now);
  return stored.map(({ accounts, cards, preference, discountCents, letOffCents, termsUntil, ...row }) => {
    const terms = { discountCents, letOffCents, discountDate: termsUntil };
    const payoffCents = payoffAmount(terms, row.balanceCents, newYorkDate(now));
    const { scheduleId, dueCents } = row;
    const asked = { scheduleId, amountCents: dueCents === null ? null : Math.min(dueCents, payoffCents) };
    return {
      ...row,
      takenLately: row.takenLately ?? [],
      payoffCents,
      payer: {
        preference,
        accounts: (accounts ?? []).map((each) => ({ ...each, block: control.account(each.id, asked) })),
        cards: (cards ?? []).map((each) => ({ ...each, block: control.card(each.id) })),
      },
    };
  });
}

/** What is known of these users at `now`, each once, in this order; unknown ones too. */
export async function readPayers(db: Readable, userIds: readonly number[], now: Date): Promise<PayerRow[]> {
  const name = `bulkJobs.payers.${userIds.length === 1 ? "one" : "many"}`;
  return joinPayers(db, await readPrepared<Stored>(db, name, statement(userIds, now)), now);
}

/** The same of one user inside a transaction; what is read there is what has been committed by then. */
export async function readPayer(tx: Tx, userId: number, now: Date): Promise<PayerRow> {
  const [row] = await readPayers(tx, [userId], now);
  if (row === undefined) throw new Error(`No facts of user ${userId}.`);
  return row;
}

/** From where a user is charged on a rail today, or why from nowhere. */
export const chooseSource = ({ payer }: PayerRow, rail: PaymentRail, now: Date): SourceOrReason =>
  sourceOnRail(newYorkDate(now), rail, payer);

/** The facts the rules of the review look at, of what it would be taken from, or why from nothing. */
export const reviewFacts = (
  row: PayerRow,
  source: SourceOrReason["source"],
  whyNoInstrument: string | null,
): ReviewFacts => ({
  userId: row.userId,
  isKnown: row.isKnown,
  flagged: row.flagged,
  isExternal: row.isExternal,
  balanceCents: row.balanceCents,
  payoffCents: row.payoffCents,
  isDue: row.scheduleId !== null,
  isUnderWay: row.isUnderWay,
  paidTodayAt: row.paidTodayAt,
  requestedAt: row.requestedAt,
  whyNoInstrument,
  bankDown: findBankDown(row.payer, source),
  instrumentPlace: isRemark(row.payer, whyNoInstrument) ? "remarks" : "accounts",
});

const findBankDown = ({ accounts }: PayerFacts, source: SourceOrReason["source"]): string | null =>
  source?.mode === "DEBIT" ? (accounts.find(({ id }) => id === source.instrumentId)?.bankDown ?? null) : null;

const isRemark = ({ accounts, cards }: PayerFacts, whyNot: string | null): boolean =>
  [...accounts, ...cards].some(({ block }) => block?.kind === "remark" && block.message === whyNot);
