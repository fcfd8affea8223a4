import { Prisma, type ReadDb, type Tx } from "@countinghouse/db";
import type {
  AccountFacts,
  AskedDebit,
  CardFactsOfTries,
  CardTrouble,
  DebitBlock,
  NoticeOfChange,
  ReturnedPayment,
} from "@countinghouse/validators/debit-control/rules";
import { whyNotChargeCard, whyNotDebit } from "@countinghouse/validators/debit-control/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { type StoppingRemark, whyStopped } from "@countinghouse/validators/remarks/rules";
import { STOPPING_REMARK_SQL } from "../do-not-fund/person.ts";

interface Owned {
  id: number;
  userId: number;
  stopping: StoppingRemark | null;
}

interface StoredAccount extends Owned {
  returns: ReturnedPayment[] | null;
  changes: NoticeOfChange[] | null;
  authorisation: string | null;
  correction: string | null;
}

interface StoredCard extends Owned {
  troubles: CardTrouble[] | null;
  authorisation: string | null;
}

/** What came back of the numbers of these accounts, whoever had linked them, and what was recorded of them since. */
const ofAccounts = (ids: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT a.id, u.id AS "userId", ${STOPPING_REMARK_SQL} AS stopping,
    (SELECT jsonb_agg(jsonb_build_object('isRcc', i.kind = 'RCC', 'code', e.code,
        'sentOn', to_char(i.created_at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD'), 'returnedOn', e.happened_on::text,
        'amountCents', i.amount_cents, 'scheduleId', i.schedule_id,
        'isOpen', EXISTS (SELECT 1 FROM payment_schedule d WHERE d.id = i.schedule_id AND d.status = 'UNPAID'),
        'isDebit', i.payment_type = 'DEBIT')
        ORDER BY e.happened_on DESC, e.id)
      FROM bank_account s JOIN payment_intent i ON i.bank_account_id = s.id
      JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN'
      WHERE s.number_index = a.number_index AND s.routing = a.routing) AS returns,
    (SELECT jsonb_agg(jsonb_build_object('code', c.code, 'on', c.noticed_on::text, 'isApplied', c.state = 'APPLIED',
        'why', c.why) ORDER BY c.noticed_on DESC, c.event_id)
      FROM account_correction c JOIN bank_account s ON s.id = c.account_id
      WHERE s.number_index = a.number_index AND s.routing = a.routing) AS changes,
    (SELECT max(c.obtained_on)::text FROM debit_cure c
      WHERE c.number_index = a.number_index AND c.routing = a.routing AND c.cure = 'authorisation') AS authorisation,
    (SELECT max(c.obtained_on)::text FROM debit_cure c
      WHERE c.number_index = a.number_index AND c.routing = a.routing AND c.cure = 'correction') AS correction
  FROM bank_account a JOIN bank_link k ON k.id = a.bank_link_id JOIN users u ON u.id = k.user_id
  WHERE a.id = ANY (${[...ids]}::int[])`;

/** The same of cards: which sales were declined or charged back. */
const ofCards = (ids: readonly number[]): Prisma.Sql => Prisma.sql`
  SELECT k.id, u.id AS "userId", ${STOPPING_REMARK_SQL} AS stopping,
    (SELECT jsonb_agg(jsonb_build_object('kind', t.kind, 'code', t.code,
        'atMs', (extract(epoch FROM t.at) * 1000)::bigint,
        'on', to_char(t.at AT TIME ZONE 'America/New_York', 'YYYY-MM-DD')) ORDER BY t.at DESC)
      FROM card s JOIN payment_intent i ON i.card_id = s.id
      JOIN LATERAL (
        SELECT 'declined' AS kind, i.failure_code AS code, i.created_at AS at
        WHERE i.kind = 'SALE' AND i.state = 'FAILED' AND EXISTS (
          SELECT 1 FROM payment_attempt p WHERE p.intent_id = i.id AND p.outcome = 'FAILED')
        UNION ALL
        SELECT 'chargedBack', e.code, e.happened_on::timestamp AT TIME ZONE 'America/New_York' FROM processor_event e
        WHERE e.intent_id = i.id AND e.kind = 'CHARGEBACK' AND i.state = 'CHARGED_BACK') t ON true
      WHERE s.token_index = k.token_index) AS troubles,
    (SELECT max(c.obtained_on)::text FROM debit_cure c
      WHERE c.token_index = k.token_index AND c.cure = 'authorisation') AS authorisation
  FROM card k JOIN users u ON u.id = k.user_id WHERE k.id = ANY (${[...ids]}::int[])`;

type Db = Pick<ReadDb, "sql"> | Tx;

const readAccounts = (db: Db, ids: readonly number[]): Promise<StoredAccount[]> =>
  "sql" in db
    ? db.sql<StoredAccount>(
        { name: "debitControl.accounts", text: ofAccounts(ids).text },
        ofAccounts(ids).values,
      )
    : db.$queryRaw<StoredAccount[]>(ofAccounts(ids));

const readCards = (db: Db, ids: readonly number[]): Promise<StoredCard[]> =>
  "sql" in db
    ? db.sql<StoredCard>({ name: "debitControl.cards", text: ofCards(ids).text }, ofCards(ids).values)
    : db.$queryRaw<StoredCard[]>(ofCards(ids));

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
}

/** What forbids to debit these accounts and to charge these cards at `now`. One of which nothing is asked is not forbidden. */
export async function readDebitControl(
  db: Db,
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
        cured: { authorisation: row.authorisation, correction: row.correction },
      });
    }
  if (cardIds.length > 0)
    for (const row of await readCards(db, cardIds)) {
      stop("card", row);
      cards.set(row.id, { troubles: row.troubles ?? [], authorisedOn: row.authorisation });
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
      const open = facts.returns.filter(({ isOpen }) => isOpen);
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
  };
}
