import type { Vault } from "@countinghouse/db/vault";
import { ImportedUser } from "@countinghouse/validators/users/imported-user";
import { canonicalJson } from "../../canonical-json.ts";
import { type ColumnMap, namedCells } from "./columns.ts";
import type { CsvRecord } from "./read-csv.ts";

/** A row that may become a user. */
export interface Candidate {
  record: CsvRecord;
  user: ImportedUser;
  /** What the row is known by when it comes again. */
  importKey: string;
}

/** The candidate of a row, or the reason why it can not be one. */
export function readCandidate(
  vault: Vault,
  source: string,
  { fields }: ColumnMap,
  record: CsvRecord,
): Candidate | string {
  if (record.damage) return record.damage;
  if (record.cells.length !== fields.length) {
    return `the row has ${record.cells.length} cells where the header has ${fields.length}`;
  }
  const parsed = ImportedUser.safeParse(namedCells(fields, record.cells));
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message).join(" ");
  return { record, user: parsed.data, importKey: importKeyOf(vault, source, parsed.data) };
}

/**
 * The id of the other system where there is one; else a digest of all that is known, upper and lower case aside.
 * The digest is keyed: with a plain one an SSN could be found by trying.
 */
function importKeyOf(vault: Vault, source: string, { externalId, ...identity }: ImportedUser): string {
  if (externalId) return `${source}:${externalId}`;
  const digest = vault.secretHash("import-key", canonicalJson(identity).toLowerCase());
  return `row:${Buffer.from(digest).toString("hex")}`;
}
