import type pg from "pg";

/** Who sends us customers; their names are made up. */
const PARTNERS = [
  ["mkt1", "Northgate Marketplace"],
  ["brk1", "Cobalt Broker Network"],
  ["gigapp", "Gig App Partner"],
  ["taxapp", "Tax App Partner"],
  ["bank", "Community Bank Referral"],
] as const;

/** Of every three people one came by a partner. */
const PEOPLE_A_PARTNER_CUSTOMER = 3;

/** The partner who sent a person, by their id alone: drawing it would change all that is drawn after it. */
export function findPartner(userId: number): string | null {
  if (userId % PEOPLE_A_PARTNER_CUSTOMER !== 0) return null;
  return PARTNERS[Math.floor(userId / PEOPLE_A_PARTNER_CUSTOMER) % PARTNERS.length]?.[0] ?? null;
}

/** Adds the partners. Must come before the users they sent. */
export async function addPartners(client: pg.ClientBase): Promise<void> {
  await client.query(
    "INSERT INTO partner (code, name) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
    [PARTNERS.map(([code]) => code), PARTNERS.map(([, name]) => name)],
  );
}

/**
 * The last phase each application came to, by its stage. What was begun ends somewhere before the bank is linked, what is
 * looked at before the credit check; only what a person looked at has the phases of that (110 and 120).
 */
const LAST_PHASE = `CASE a.stage
  WHEN 'started' THEN 10 + 10 * (a.id % 5)
  WHEN 'underwriting' THEN CASE a.alloy_status WHEN 'Manual Review' THEN 110 ELSE 60 + 10 * (a.id % 3) END
  WHEN 'declined' THEN 70 + 10 * (a.id % 2)
  WHEN 'offered' THEN 130 + 10 * (a.id % 3)
  WHEN 'contracted' THEN 190
  ELSE 230 END`;

/** Phases up to the offer lie between application and decision, those up to the funding between decision and that. */
const HAPPENED_AT = `CASE
  WHEN e.id <= 130 THEN a.created_at + (a.updated_at - a.created_at) * (e.id / 130.0)
  WHEN e.id < 220 THEN a.updated_at
    + (coalesce(a.funded_at, a.updated_at + interval '20 hours') - a.updated_at) * ((e.id - 130) / 90.0)
  WHEN e.id = 220 THEN a.funded_at
  ELSE (a.first_payment_date + time '12:00') AT TIME ZONE 'America/New_York' END`;

/** Phases at which an amount is known: from the offer on. */
const FIRST_WITH_AMOUNT = 130;

/** Adds the way of every application so far, phase by phase, and where it was declined. The same each time. */
export async function addJourneys(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO journey_event (id, user_id, application_id, event_id, name, amount_cents, happened_at)
     SELECT md5('phase ' || a.id || ' ' || e.id)::uuid, a.user_id, a.id, e.id, e.name,
       CASE WHEN e.id >= ${FIRST_WITH_AMOUNT} THEN a.approved_amount_cents END, ${HAPPENED_AT}
     FROM application a JOIN funnel_event e ON e.id <= ${LAST_PHASE}
     WHERE (e.id NOT IN (110, 120) OR a.alloy_status = 'Manual Review' OR a.manually_approved_at IS NOT NULL)
       AND ${HAPPENED_AT} <= $1`,
    [now],
  );
  await client.query(
    `INSERT INTO journey_event (id, user_id, application_id, name, happened_at)
     SELECT md5('declined ' || id)::uuid, user_id, id, 'Declined', updated_at
     FROM application WHERE stage = 'declined' AND updated_at <= $1`,
    [now],
  );
}
