/** How the cells of a column are read (`cells.ts`). */
export type ColumnKind =
  | "id"
  | "text"
  | "longText"
  | "email"
  | "phone"
  | "ssn"
  | "ein"
  | "state"
  | "zip"
  | "naics"
  | "birthDate"
  | "date"
  | "moment"
  | "money"
  | "integer"
  | "rate"
  | "factor"
  | "yesNo"
  | "digits"
  | "last4"
  | "routing"
  | "expiry"
  | "choice";

export interface Column {
  kind: ColumnKind;
  /** The header of the template, in words. */
  title: string;
  /** What is in it, as the documentation says it. */
  about: string;
  /** Other headers it is known by; case, spaces and punctuation make no difference. */
  synonyms: readonly string[];
  /** A row without it, or with one that can not be read, is refused. */
  required?: true;
  /** The columns that do instead of a required one. */
  or?: readonly string[];
  /** A header that reads like this column and means another. */
  not?: string;
  /** Of a choice: what may stand there. */
  choices?: readonly string[];
  /** What else says one of them, in small letters. */
  means?: Readonly<Record<string, readonly string[]>>;
  /** A row with one that can not be read is refused, where an empty one is not: it would say the opposite. */
  decisive?: true;
}

/** A column of a sheet. */
export const column = (
  kind: ColumnKind,
  title: string,
  about: string,
  synonyms: readonly string[] = [],
  more: Pick<Column, "required" | "or" | "not" | "choices" | "means" | "decisive"> = {},
): Column => ({ kind, title, about, synonyms, ...more });

/** Marks a required column. */
export const required = { required: true } as const;
/** What may stand in a choice. */
export const choice = (...choices: string[]) => ({ choices });
