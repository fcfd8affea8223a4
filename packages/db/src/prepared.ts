const NAMED = /^\/\* ([\w.]+) \*\//;

/** The text of a raw statement that is prepared under this name, within transactions too, so that the database keeps its plan. */
export const preparedText = (name: string, text: string): string => `/* ${name} */ ${text}`;

/**
 * The name that a statement is prepared under, empty for none. What Prisma writes itself has none: of a list of values it has a
 * text for each length.
 */
export const preparedName = ({ sql }: { sql: string }): string => NAMED.exec(sql)?.[1] ?? "";
