import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Core } from "../core.ts";
import { type Asked, askEach, type Held, LATELY_DAYS, MONTH_DAYS, MOST_COMPARED } from "./found.ts";
import { whyUnanswered } from "./unanswered.ts";

interface Known {
  userId: number;
  businessId: string;
  status: string;
  lienId: string | null;
  lienVendorId: string | null;
  lienStatus: string | null;
}

/** Businesses of which nothing is awaited: changed lately, or due this day of the month. $1 is now. */
const BUSINESSES = `
  SELECT b.user_id AS "userId", b.business_id AS "businessId", b.status, l.id::text AS "lienId",
    l.vendor_id AS "lienVendorId", l.status AS "lienStatus"
  FROM business b LEFT JOIN LATERAL (SELECT * FROM business_lien l WHERE l.user_id = b.user_id
    ORDER BY l.created_at DESC LIMIT 1) l ON true
  WHERE b.business_id IS NOT NULL
    AND (b.updated_at > $1::timestamptz - interval '${LATELY_DAYS} days'
      OR b.user_id % ${MONTH_DAYS} = extract(day FROM $1::timestamptz)::int % ${MONTH_DAYS})
  ORDER BY b.updated_at DESC LIMIT ${MOST_COMPARED}`;

/** Holds what is kept of businesses and liens against what the verifier says of them. */
export async function compareVerifier(
  { db, now }: Pick<Core, "db" | "now">,
  verification: BusinessVerification,
): Promise<Asked> {
  const known = await db.read.sql<Known & Record<string, unknown>>(
    { name: "drift.businesses", text: BUSINESSES },
    [now()],
  );
  const held: Held[] = [];
  const unanswered = await askEach(
    known,
    async ({ userId, businessId, status, lienId, lienVendorId, lienStatus }) => {
      const theirs = await verification.business(businessId);
      held.push({
        what: "business",
        subject: String(userId),
        userId,
        differs: theirs.status === status ? null : { ours: status, theirs: theirs.status },
      });
      if (lienId === null || lienVendorId === null || lienStatus === null) return;
      const lien = (await verification.liens(businessId)).find(({ id }) => id === lienVendorId);
      held.push({
        what: "lien",
        subject: lienId,
        userId,
        differs:
          lien?.status === lienStatus
            ? null
            : { ours: lienStatus, theirs: lien?.status ?? "the verifier does not list it" },
      });
    },
    whyUnanswered,
  );
  return { held, unanswered };
}
