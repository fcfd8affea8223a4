import type { Statement } from "@countinghouse/db";
import type { SimilarRecordKind } from "@countinghouse/validators/similar-records/rules";

/** The users ($1 is the one asked about) who have a bank account in common with it, by the blind index. */
const SAME_ACCOUNT = `SELECT ol.user_id AS id,
    array_agg(DISTINCT ol.institution_name || ' •••• ' || oa.mask) AS matches
  FROM bank_link l JOIN bank_account a ON a.bank_link_id = l.id
    JOIN bank_account oa ON oa.number_index = a.number_index
    JOIN bank_link ol ON ol.id = oa.bank_link_id
  WHERE l.user_id = $1 AND ol.user_id <> $1 GROUP BY ol.user_id`;

const SAME_CARD = `SELECT o.user_id AS id, array_agg(DISTINCT '•••• ' || o.last4) AS matches
  FROM card c JOIN card o ON o.token_index = c.token_index
  WHERE c.user_id = $1 AND o.user_id <> $1 GROUP BY o.user_id`;

/** The users for whom `condition` between them (o) and the one asked about (u) holds. */
const sameUsers = (condition: string): string =>
  `SELECT o.id, '{}'::text[] AS matches FROM users u JOIN users o ON ${condition} WHERE u.id = $1 AND o.id <> $1`;

/** The phone is read first: planned as a join, the many users without one would make a scan of all look cheap. */
const SAME_PHONE = `SELECT o.id, '{}'::text[] AS matches FROM users o
  WHERE o.phone = (SELECT nullif(u.phone, '') FROM users u WHERE u.id = $1) AND o.id <> $1`;

const SAME: Record<SimilarRecordKind, string> = {
  accounts: SAME_ACCOUNT,
  debitCards: SAME_CARD,
  addresses: sameUsers(
    "lower(o.current_address) = lower(u.current_address) AND lower(o.zipcode) = lower(u.zipcode) AND o.current_address <> ''",
  ),
  phones: SAME_PHONE,
  ssns: sameUsers("o.ssn_index = u.ssn_index"),
  companyNames: sameUsers("lower(o.company_name) = lower(u.company_name) AND o.company_name <> ''"),
  einTaxes: sameUsers("o.ein_index = u.ein_index"),
};

/** Whoever shares it is found first and looked at afterwards: so no order of the result can outweigh the index. */
const statementFor = (kind: SimilarRecordKind): Statement => ({
  name: `similarRecords.${kind}`,
  text: `WITH same AS MATERIALIZED (${SAME[kind]}),
    shown AS MATERIALIZED (SELECT * FROM same ORDER BY id DESC LIMIT $2)
  SELECT s.id, s.matches, o.firstname, o.lastname, o.business_name AS "businessName", o.do_not_fund AS "doNotFund",
    EXISTS (SELECT FROM application a WHERE a.user_id = s.id AND a.stage = 'funded') AS funded,
    coalesce(o.ref_user_id = $1 OR u.ref_user_id = s.id OR o.ref_user_id = u.ref_user_id, false) AS renewal,
    (SELECT b.balance_cents::float8 FROM user_balance b WHERE b.user_id = s.id) AS "balanceCents"
  FROM shown s JOIN users o ON o.id = s.id JOIN users u ON u.id = $1 ORDER BY s.id DESC`,
});

/** For each kind: the users who share it with $1, at most $2 of them, the latest first. */
export const SIMILAR_RECORDS: Record<SimilarRecordKind, Statement> = {
  accounts: statementFor("accounts"),
  debitCards: statementFor("debitCards"),
  addresses: statementFor("addresses"),
  phones: statementFor("phones"),
  ssns: statementFor("ssns"),
  companyNames: statementFor("companyNames"),
  einTaxes: statementFor("einTaxes"),
};

/** What is owed by $1 and by whoever is the same customer or has a bank account in common with it. */
export const FUNDED_BALANCES: Statement = {
  name: "similarRecords.fundedBalances",
  text: `WITH related AS MATERIALIZED (
    SELECT $1::int AS id
    UNION SELECT u.ref_user_id FROM users u WHERE u.id = $1 AND u.ref_user_id IS NOT NULL
    UNION SELECT r.id FROM users r WHERE r.ref_user_id = $1
    UNION SELECT r.id FROM users u JOIN users r ON r.ref_user_id = u.ref_user_id WHERE u.id = $1
    UNION SELECT same.id FROM (${SAME_ACCOUNT}) same)
  SELECT r.id AS "userId", b.balance_cents::float8 AS "balanceCents",
    EXISTS (SELECT FROM application a WHERE a.user_id = r.id AND a.stage = 'funded') AS funded,
    EXISTS (SELECT FROM users n JOIN application a ON a.user_id = n.id
      WHERE n.ref_user_id = r.id AND a.stage = 'funded') AS "renewalFunded"
  FROM related r JOIN user_balance b ON b.user_id = r.id ORDER BY r.id`,
};
