import { Prisma, type Tx } from "@countinghouse/db";

/**
 * The ids of all banks that customers have linked, as `linked`, of a WITH RECURSIVE: from one id to the next by the index,
 * however many links there are. Accounts added by hand are at no bank: their id is empty.
 */
export const LINKED = `linked AS (
  SELECT min(institution_id) AS id FROM bank_link WHERE institution_id > ''
  UNION ALL
  SELECT (SELECT min(b.institution_id) FROM bank_link b WHERE b.institution_id > linked.id)
  FROM linked WHERE linked.id IS NOT NULL)`;

/** What a bank is called by a link to it, where `id` is the bank's. */
export const nameByLink = (id: string): string =>
  `(SELECT b.institution_name FROM bank_link b WHERE b.institution_id = ${id} LIMIT 1)`;

/** How many customers have an active link to a bank, where `id` is the bank's. */
export const customersSql = (id: string): string =>
  `(SELECT count(DISTINCT b.user_id)::int FROM bank_link b WHERE b.institution_id = ${id} AND b.is_active)`;

/** Takes down each bank that a customer has linked and that is not known yet; it is due to be asked about. */
export const addLinkedInstitutions = (tx: Tx, now: Date): Promise<number> => tx.$executeRaw`
  WITH RECURSIVE ${Prisma.raw(LINKED)}
  INSERT INTO institution (id, name, customers, next_check_at)
  SELECT id, ${Prisma.raw(nameByLink("linked.id"))}, ${Prisma.raw(customersSql("linked.id"))}, ${now} FROM linked
  WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM institution i WHERE i.id = linked.id)
  ORDER BY id ON CONFLICT DO NOTHING`;
