/** How many rows a statement of a page can be written to read: each is a statement of its own to the database. */
const WRITTEN = [16, 26, 51, 101, 201] as const;

/**
 * The number of rows to write into the statement of a page of `limit` rows: those, and at least one more, which tells whether there
 * are further ones. It is no parameter: PostgreSQL takes one for a tenth of all rows, so that it would keep no plan and plan anew for
 * each call, which takes longer than to read the page. Throws for more rows than a page has.
 */
export function rowsToRead(limit: number): number {
  const rows = WRITTEN.find((written) => written > limit);
  if (rows === undefined) throw new Error(`A page has no ${limit} rows.`);
  return rows;
}
