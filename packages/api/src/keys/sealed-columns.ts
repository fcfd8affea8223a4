/** A column of sealed values. */
export interface SealedColumn {
  table: string;
  column: string;
  /** What its rows are named by in the seal, in SQL. */
  id: string;
  idType: "int" | "uuid" | "text";
}

/** Every column whose values are sealed; a test holds the list against the database. The canaries are proofs of their own keys. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: "users", column: "ssn_sealed", id: "id", idType: "int" },
  { table: "users", column: "ein_sealed", id: "id", idType: "int" },
  { table: "bank_link", column: "access_token_sealed", id: "id", idType: "int" },
  { table: "bank_account", column: "number_sealed", id: "id", idType: "int" },
  { table: "card", column: "token_sealed", id: "id", idType: "int" },
  { table: "asset_report", column: "token_sealed", id: "id", idType: "int" },
  { table: "account_correction", column: "corrected_sealed", id: "event_id", idType: "uuid" },
  { table: "outbox_message", column: "payload", id: "id", idType: "uuid" },
  { table: "vendor_token", column: "sealed", id: "vendor", idType: "text" },
  { table: "import_file_part", column: "sealed", id: "file_id || ':' || sequence", idType: "text" },
  { table: "second_factor", column: "secret_sealed", id: "id", idType: "uuid" },
];

export const columnName = ({ table, column }: SealedColumn): string => `${table}.${column}`;
