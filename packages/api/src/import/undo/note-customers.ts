import type { Tx } from "@countinghouse/db";
import type { MadeChange } from "../book/changes.ts";

/** What an import has done of a customer; what stood before is told where columns were changed. */
export interface TouchedCustomer {
  userId: number;
  importKey: string;
  isMade: boolean;
  before?: Record<string, unknown>;
  versionBefore?: number;
  /** The opening balance that it replaced. */
  replacedOpeningId?: string | undefined;
  /** The rows of the book that it changed. */
  changed?: readonly MadeChange[] | undefined;
}

/**
 * Notes what an import has made or completed, in the transaction that did it, so that it can be undone. Of several changes of one
 * customer the first tells what stood before.
 */
export async function noteCustomers(
  tx: Tx,
  runId: string,
  customers: readonly TouchedCustomer[],
): Promise<void> {
  if (customers.length === 0) return;
  const rows = customers.map(
    ({ userId, importKey, isMade, before, versionBefore, replacedOpeningId, changed }) => ({
      user_id: userId,
      import_key: importKey,
      is_made: isMade,
      before: before ?? null,
      version_before: versionBefore ?? null,
      version_after: isMade ? 1 : versionBefore === undefined ? null : versionBefore + 1,
      replaced_opening_id: replacedOpeningId ?? null,
      changed: changed && changed.length > 0 ? changed : null,
    }),
  );
  await tx.$executeRaw`
    INSERT INTO import_customer (run_id, user_id, import_key, is_made, before, version_before, version_after, after_event_id,
      replaced_opening_id, changed)
    SELECT ${runId}::uuid, user_id, import_key, is_made, before, version_before, version_after,
      (SELECT coalesce(max(id), 0) FROM audit_event), replaced_opening_id, changed
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r
      (user_id int, import_key text, is_made boolean, before jsonb, version_before int, version_after int,
        replaced_opening_id uuid, changed jsonb)
    ON CONFLICT (run_id, user_id) DO UPDATE
    SET before = CASE WHEN excluded.before IS NULL THEN import_customer.before
        ELSE excluded.before || coalesce(import_customer.before, '{}') END,
      version_before = coalesce(import_customer.version_before, excluded.version_before),
      version_after = coalesce(excluded.version_after, import_customer.version_after),
      replaced_opening_id = coalesce(import_customer.replaced_opening_id, excluded.replaced_opening_id),
      changed = CASE WHEN excluded.changed IS NULL THEN import_customer.changed
        ELSE coalesce(import_customer.changed, '[]') || excluded.changed END`;
}
