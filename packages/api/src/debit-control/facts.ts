import { Prisma } from "@countinghouse/db";
import { DISCONNECT_DAYS } from "@countinghouse/validators/bank-links/rules";
import type {
  AccountFacts,
  AskedDebit,
  LinkNotice,
  NoticeOfChange,
  ReturnedPayment,
} from "@countinghouse/validators/debit-control/account-facts";
import {
  type CardFactsOfTries,
  type CardTrouble,
  whyNotChargeCard,
} from "@countinghouse/validators/debit-control/card-rules";
import {
  type DebitBlock,
  type ObtainedCure,
  whyNotDebit,
  whyNotPayTo,
} from "@countinghouse/validators/debit-control/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { NOT_IN_REPORTS, RESOLVED_BY_HAND } from "@countinghouse/validators/payments/rules";
import { type StoppingRemark, whyStopped } from "@countinghouse/validators/remarks/rules";
import { STOPPING_REMARK_SQL } from "../do-not-fund/person.ts";
import { type Readable, readPrepared } from "../read-prepared.ts";

interface Owned {
  id: number;
  userId: number;
  stopping: StoppingRemark | null;
}

interface StoredAccount extends Owned {
  returns: ReturnedPayment[] | null;
  changes: NoticeOfChange[] | null;
  cures: ObtainedCure[] | null;
  notice: LinkNotice | null;
}

interface StoredCard extends Owned {
  troubles: CardTrouble[] | null;
  cures: ObtainedCure[] | null;
}

/** As many as a customer has, of which the database keeps one plan; of a list of any length it would make one each time. */
const FEW = 4;

const shapeOf = (ids: readonly number[]): "few" | "many" => (ids.length > FEW ? "many" : "few");

function isOneOf(column: Prisma.Sql, ids: readonly number[]): Prisma.Sql {
  if (shapeOf(ids) === "many") return Prisma.sql`${column} = ANY (${[...ids]}::int[])`;
  return Prisma.sql`${column} IN (${Prisma.join(Array.from({ length: FEW }, (_, place) => ids[place] ?? ids[0]))})`;
}

/** A moment in milliseconds since 1970. */
const msOf = (column: string) => Prisma.raw(`(extract(epoch FROM ${column}) * 1000)::bigint`);

const newYorkDay = (column: string) => Prisma.raw(`(${column} AT TIME ZONE 'America/New_York')::date`);

const CURES = Prisma.sql`jsonb_agg(jsonb_build_object('cure', c.cure, 'obtainedOn', c.obtained_on::text,
        'recordedMs', ${msOf("c.recorded_at")}))`;

/**
 * What came back of the numbers of these accounts and of those that their earlier versions had, whoever had linked them, and what was
 * recorded of them. A correction is of the number alone.
 */
const ofAccounts = (ids: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT a.id, u.id AS "userId", ${STOPPING_REMARK_SQL} AS stopping,
    (SELECT jsonb_agg(jsonb_build_object('isRcc', i.kind = 'RCC', 'code', e.code,
        'sentOn', to_char(i.created_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD'), 'returnedOn', e.happened_on::text,
        'toldMs', ${msOf("e.received_at")},
        'isOfNumber', s.number_index = a.number_index AND s.routing = a.routing, 'amountCents', i.amount_cents, 'scheduleId', i.schedule_id,
        'isOpen', EXISTS (SELECT 1 FROM payment_schedule d WHERE d.id = i.schedule_id AND d.status = 'UNPAID'),
        'isDebit', i.payment_type = 'DEBIT')
        ORDER BY e.happened_on DESC, e.id)
      FROM numbers_of_account(a.id) n JOIN bank_account s ON s.number_index = n.number_index AND s.routing = n.routing
      JOIN payment_intent i ON i.bank_account_id = s.id
      JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN') AS returns,
    (SELECT jsonb_agg(jsonb_build_object('code', c.code, 'on', c.noticed_on::text, 'toldMs', ${msOf("e.received_at")},
        'isApplied', c.state = 'APPLIED', 'why', c.why) ORDER BY c.noticed_on DESC, c.event_id)
      FROM account_correction c JOIN bank_account s ON s.id = c.account_id JOIN processor_event e ON e.id = c.event_id
      WHERE s.number_index = a.number_index AND s.routing = a.routing) AS changes,
    (SELECT ${CURES} FROM numbers_of_account(a.id) n
      JOIN debit_cure c ON c.number_index = n.number_index AND c.routing = n.routing
      WHERE c.cure = 'authorisation' OR (c.number_index = a.number_index AND c.routing = a.routing)) AS cures,
    CASE WHEN coalesce(a.revoked_at, k.revoked_at) IS NOT NULL THEN jsonb_build_object('kind', 'revoked',
        'on', ${newYorkDay("coalesce(a.revoked_at, k.revoked_at)")}, 'toldMs', ${msOf("coalesce(a.revoked_at, k.revoked_at)")},
        'isTokenized', a.is_tokenized)
      WHEN k.disconnect_told_at IS NOT NULL THEN jsonb_build_object('kind', 'disconnected',
        'on', ${newYorkDay("k.disconnect_told_at")} + ${DISCONNECT_DAYS}::int, 'toldMs', ${msOf("k.disconnect_told_at")},
        'isTokenized', a.is_tokenized) END AS notice
  FROM bank_account a JOIN bank_link k ON k.id = a.bank_link_id JOIN users u ON u.id = k.user_id
  WHERE ${isOneOf(Prisma.sql`a.id`, ids)}`;

/**
 * The same of cards: which sales were declined or charged back. A decline is what the processor tells of a sale, with an answer or a
 * name of its own: a call that never reached it has neither, and what a person or the lack of a report has ended is none.
 */
const ofCards = (ids: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT k.id, u.id AS "userId", ${STOPPING_REMARK_SQL} AS stopping,
    (SELECT jsonb_agg(jsonb_build_object('kind', t.kind, 'code', t.code,
        'atMs', ${msOf("t.at")}, 'on', t.day::text) ORDER BY t.day DESC, t.at DESC)
      FROM card s JOIN payment_intent i ON i.card_id = s.id
      JOIN LATERAL (
        SELECT 'declined' AS kind, i.failure_code AS code, i.created_at AS at,
          (i.created_at AT TIME ZONE 'America/New_York')::date AS day
        WHERE i.kind = 'SALE' AND i.state = 'FAILED' AND i.failure_code NOT IN (${RESOLVED_BY_HAND}, ${NOT_IN_REPORTS})
          AND EXISTS (SELECT 1 FROM payment_attempt p WHERE p.intent_id = i.id AND p.outcome = 'FAILED'
            AND (p.answer IS NOT NULL OR p.provider_reference IS NOT NULL))
        UNION ALL
        SELECT 'chargedBack', e.code, e.received_at, e.happened_on FROM processor_event e
        WHERE e.intent_id = i.id AND e.kind = 'CHARGEBACK' AND i.state = 'CHARGED_BACK') t ON true
      WHERE s.token_index = k.token_index) AS troubles,
    (SELECT ${CURES} FROM debit_cure c WHERE c.token_index = k.token_index) AS cures
  FROM card k JOIN users u ON u.id = k.user_id WHERE ${isOneOf(Prisma.sql`k.id`, ids)}`;

const readAccounts = (db: Readable, ids: readonly number[]): Promise<StoredAccount[]> =>
  readPrepared<StoredAccount>(db, `debitControl.accounts.${shapeOf(ids)}`, ofAccounts(ids));

const readCards = (db: Readable, ids: readonly number[]): Promise<StoredCard[]> =>
  readPrepared<StoredCard>(db, `debitControl.cards.${shapeOf(ids)}`, ofCards(ids));

/** A remark of its holder stops every account and card, whatever came back of it. */
function stoppedBy({ userId, stopping }: Owned): DebitBlock | null {
  const message = whyStopped(userId, stopping);
  if (message === null || stopping === null) return null;
  return { kind: "remark", code: stopping.category, cure: null, since: stopping.on, message };
}

const NOTHING_ASKED: AskedDebit = { amountCents: null, scheduleId: null };

/** Tells of accounts and cards that were asked for why they are not debited, null where they are. */
export interface DebitControl {
  account(id: number, asked: AskedDebit): DebitBlock | null;
  /** The same where nothing is asked: also why what came back of it may not be presented again. */
  anyOf(id: number): DebitBlock | null;
  card(id: number): DebitBlock | null;
  /** Why nothing is paid to an account, whatever remark its holder has: that is held against payouts elsewhere. */
  payTo(accountId: number): DebitBlock | null;
}

/** What forbids to debit these accounts, to pay to them, and to charge these cards at `now`. One of which nothing is asked is not forbidden. */
export async function readDebitControl(
  db: Readable,
  { accountIds, cardIds }: { accountIds: readonly number[]; cardIds: readonly number[] },
  now: Date,
): Promise<DebitControl> {
  const stopped = { account: new Map<number, DebitBlock>(), card: new Map<number, DebitBlock>() };
  const stop = (kind: keyof typeof stopped, row: Owned) => {
    const block = stoppedBy(row);
    if (block !== null) stopped[kind].set(row.id, block);
  };
  const accounts = new Map<number, AccountFacts>();
  const cards = new Map<number, CardFactsOfTries>();
  if (accountIds.length > 0)
    for (const row of await readAccounts(db, accountIds)) {
      stop("account", row);
      accounts.set(row.id, {
        returns: row.returns ?? [],
        changes: row.changes ?? [],
        cures: row.cures ?? [],
        notice: row.notice,
      });
    }
  if (cardIds.length > 0)
    for (const row of await readCards(db, cardIds)) {
      stop("card", row);
      cards.set(row.id, { troubles: row.troubles ?? [], cures: row.cures ?? [] });
    }
  const today = newYorkDate(now);
  return {
    account: (id, asked) => {
      const facts = accounts.get(id);
      return stopped.account.get(id) ?? (facts ? whyNotDebit(today, facts, asked) : null);
    },
    anyOf: (id) => {
      const facts = accounts.get(id);
      if (facts === undefined) return null;
      const open = facts.returns.filter(({ isOpen, scheduleId }) => isOpen || scheduleId === null);
      const asked = [
        NOTHING_ASKED,
        ...open.map(({ amountCents, scheduleId }) => ({ amountCents, scheduleId })),
      ];
      const blocks = asked.map((each) => whyNotDebit(today, facts, each));
      return stopped.account.get(id) ?? blocks.find((block) => block !== null) ?? null;
    },
    card: (id) => {
      const facts = cards.get(id);
      return stopped.card.get(id) ?? (facts ? whyNotChargeCard(now, facts) : null);
    },
    payTo: (accountId) => {
      const facts = accounts.get(accountId);
      return facts ? whyNotPayTo(today, facts) : null;
    },
  };
}
