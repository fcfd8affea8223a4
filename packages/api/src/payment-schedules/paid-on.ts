import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

const FILLED_AT_ONCE = 2_000;

/**
 * Fills in the day on which instalments were paid that were paid before it was kept, as the trigger that keeps it does
 * (`keep_paid_on`), in parts; returns of how many. Each is asked for once.
 */
export async function fillPaidOn(services: Pick<Core, "db">): Promise<number> {
  let filled = 0;
  let part: number;
  do {
    part = await coordinate(
      services,
      (tx) => tx.$executeRaw`
      UPDATE payment_schedule s SET paid_on = p.day
      FROM (SELECT id, instalment_paid_on(id, amount_cents) AS day
        FROM (SELECT id, amount_cents FROM payment_schedule WHERE status = 'PAID' AND paid_on IS NULL
          ORDER BY id LIMIT ${FILLED_AT_ONCE} FOR UPDATE SKIP LOCKED) f) p
      WHERE s.id = p.id AND p.day IS NOT NULL`,
    );
    filled += part;
  } while (part === FILLED_AT_ONCE);
  return filled;
}
