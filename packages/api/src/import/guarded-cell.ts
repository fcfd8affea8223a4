/** A spreadsheet would store it as another number: it has a zero in front, or more digits than a cell shows, or reads like 1E5 or 08/27. */
const IS_CHANGED = /^(?:0\d+|[-+]?\d{12,}|\d+E\d+|\d{1,2}\/\d{2})$/i;

/** A text of a CSV file as ="00017", which a spreadsheet keeps and the import reads as 00017; null where it needs no guard. */
export const guardedCell = (text: string): string | null => (IS_CHANGED.test(text) ? `="${text}"` : null);

/** Whether a text is guarded already. */
export const isGuarded = (text: string): boolean => /^="[^"=;,\t]*"$/.test(text);
