/** The rows of a list as a statement reads them: where they stand, the condition on them, and its values from $1 on. */
export interface ListedRows {
  from: string;
  condition: string;
  values: unknown[];
}

/** A text as it stands in a statement. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Texts as `IN` takes them in a statement. */
export const quotedList = (texts: readonly string[]): string => `(${texts.map(quoted).join(", ")})`;
