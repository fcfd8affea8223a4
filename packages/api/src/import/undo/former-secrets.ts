import type { Tx } from "@countinghouse/db";
import type { SealedPlace, Vault } from "@countinghouse/db/vault";
import { changedUserRow } from "../new-user-row.ts";

interface Found {
  userId: number;
  ssn: string | null;
  ein: string | null;
}

/**
 * The secrets that stood in customers before an import changed them, as columns sealed and indexed by the keys in use now; and who
 * has one of which no key is left, with the reason.
 */
export async function secretsOfBefore(
  tx: Tx,
  vault: Vault,
  runId: string,
  userIds: readonly number[],
): Promise<{ open: Map<number, Record<string, unknown>>; closed: Map<number, string> }> {
  const open = new Map<number, Record<string, unknown>>();
  const closed = new Map<number, string>();
  const found = await tx.$queryRaw<Found[]>`
    SELECT user_id AS "userId", before ->> 'ssn_sealed' AS ssn, before ->> 'ein_sealed' AS ein
    FROM import_customer WHERE run_id = ${runId}::uuid AND user_id = ANY(${[...userIds]}::int[])
      AND (before ->> 'ssn_sealed' IS NOT NULL OR before ->> 'ein_sealed' IS NOT NULL)`;
  for (const { userId, ssn, ein } of found) {
    try {
      const opened = {
        ...(ssn === null ? {} : { ssn: unseal(vault, userId, "ssn_sealed", ssn) }),
        ...(ein === null ? {} : { ein: unseal(vault, userId, "ein_sealed", ein) }),
      };
      const row = changedUserRow(vault, { id: userId, version: 0 }, opened, new Date(0));
      open.set(
        userId,
        Object.fromEntries(
          Object.entries(row).filter(([column, value]) => SECRET.test(column) && value !== null),
        ),
      );
    } catch {
      closed.set(userId, "the key of a number that stood here before is not there any more");
    }
  }
  return { open, closed };
}

const SECRET = /^(ssn|ein)_/;

function unseal(vault: Vault, rowId: number, column: SealedPlace["column"], hex: string): string {
  return vault.open({ table: "users", column, rowId }, Buffer.from(hex.replace(/^\\x/, ""), "hex"));
}
