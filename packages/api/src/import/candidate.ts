import type { Vault } from "@countinghouse/db/vault";
import type { BookRow, CellFinding } from "@countinghouse/validators/import/rows";
import { readRow } from "@countinghouse/validators/import/rows";
import type { UserField } from "@countinghouse/validators/import/user-columns";
import { canonicalJson } from "../canonical-json.ts";
import type { Layout } from "./reading/open-table.ts";
import type { CsvRecord } from "./reading/read-csv.ts";

/** What is kept of a customer as text, by field. */
export type UserTexts = Partial<Record<UserField, string>>;

/** A row of the customers' sheet that may become a user, or complete one. */
export interface Candidate {
  record: CsvRecord;
  user: UserTexts;
  /** What the row is known by when it comes again. */
  importKey: string;
  /** A keyed digest of all that it says, upper and lower case aside. */
  content: string;
  /** Of its SSN and EIN, as the database may have them: one under each key; none without. */
  ssnIndexes: string[];
  einIndexes: string[];
  findings: CellFinding[];
}

/** A row as the fields of its sheet, or the reason why it is none; `strict` takes none that ends early. */
export function namedCells(
  { headings, tab }: Layout,
  record: CsvRecord,
  strict = false,
): Record<string, string> | string {
  if (record.damage) return record.damage;
  const { lacking = 0 } = record;
  const cells = strict && lacking > 0 ? record.cells.slice(0, -lacking) : record.cells;
  const beyond = cells.slice(headings.length).some((cell) => cell.trim() !== "");
  // Columns without a name at the end are none; a workbook keeps no empty cells at the end of a row.
  const named = headings.findLastIndex(({ header }) => header.trim() !== "") + 1;
  if (beyond || (cells.length < named && tab === null))
    return `the row has ${cells.length} cells where the header has ${headings.length}`;
  return Object.fromEntries(
    headings.flatMap(({ field }, index) => (field ? [[field, cells[index] ?? ""]] : [])),
  );
}

/** What is said of a row beside what its cells say. */
export const rowFindings = ({ lacking = 0 }: CsvRecord): CellFinding[] =>
  lacking === 0
    ? []
    : [
        {
          kind: "mended",
          field: "",
          text: `the row ends ${lacking === 1 ? "a cell" : `${lacking} cells`} early, which is taken as empty.`,
        },
      ];

/** Why a row is no candidate; `kind` is the reason without what differs from row to row. */
export interface NoCandidate {
  reason: string;
  kind?: string | undefined;
}

/** The candidate of a row, or the reason why it can not be one. */
export function readCandidate(
  vault: Vault,
  { source, layout, strict }: { source: string; layout: Layout; strict: boolean },
  record: CsvRecord,
): Candidate | NoCandidate {
  const cells = namedCells(layout, record, strict);
  if (typeof cells === "string") return { reason: cells };
  const { row, findings, refused, refusedKind } = readRow("users", cells, layout.spelling, strict);
  if (refused) return { reason: refused, kind: refusedKind };
  const user = userTexts(row);
  return {
    record,
    user,
    importKey: makeImportKey(vault, source, user),
    content: toDigest(vault, user),
    ssnIndexes: user.ssn ? vault.blindIndexes("ssn", user.ssn).map(hex) : [],
    einIndexes: user.ein ? vault.blindIndexes("ein", user.ein).map(hex) : [],
    findings: [...rowFindings(record), ...findings],
  };
}

const userTexts = (row: BookRow): UserTexts =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, String(value)]));

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The fields that do not say who a customer is. */
const NO_IDENTITY: readonly string[] = [
  "balance",
  "balanceDate",
  "doNotFund",
  "doNotFundReason",
  "zohoId",
  "runPaymentAutomation",
  "isExternal",
  "externalAgency",
];

/**
 * The id of the other system where there is one; else a digest of all that is known, upper and lower case aside.
 * The digest is keyed: with a plain one an SSN could be found by trying.
 */
function makeImportKey(vault: Vault, source: string, { externalId, ...known }: UserTexts): string {
  if (externalId) return externalKey(source, externalId);
  const identity = Object.fromEntries(
    Object.entries(known).filter(([field]) => !NO_IDENTITY.includes(field)),
  );
  return `${UNNAMED}${toDigest(vault, identity)}`;
}

const toDigest = (vault: Vault, texts: Readonly<Record<string, string | undefined>>): string =>
  hex(vault.secretHash("import-key", canonicalJson(texts).toLowerCase()));

/** How what has an id in another system is known here. */
export const externalKey = (source: string, id: string): string => `${source}:${id}`;

/** How the keys of rows begin that had no id. */
export const UNNAMED = "row:";
