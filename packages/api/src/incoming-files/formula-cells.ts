/** What stands before a cell without being seen. */
const UNSEEN = /^[\s\p{Cf}\u00a0]+/u;

/**
 * Whether a spreadsheet would run a cell: it begins with an equals sign, or with one of the other signs of a formula and calls
 * something. A negative amount, a telephone number and a dash are none.
 */
export function runsInSpreadsheet(cell: string): boolean {
  const text = cell.replace(UNSEEN, "");
  if (/^[=＝]/.test(text)) return true;
  return /^[+\-@＋－＠]/.test(text) && /[(|!]/.test(text.replace(/^[+-]?\$?\(?[\d.,\s]+\)?$/, ""));
}

const SEPARATORS = new Set([",", ";", "\t", "|"]);
/** A cell that is longer is judged by its beginning. */
const LOOKED_AT = 4_096;

/**
 * The line of the first cell that a spreadsheet would run, or null. Whatever the reader's separator is counts as one; a quote
 * opens only at the beginning of a cell, as spreadsheets read it.
 */
export async function lineOfFormula(pieces: AsyncIterable<Uint8Array>): Promise<number | null> {
  const decoder = new TextDecoder();
  const reader = createCellReader();
  for await (const piece of pieces) {
    const found = reader.take(decoder.decode(piece, { stream: true }));
    if (found !== null) return found;
  }
  return reader.take("\n");
}

type Reading = "blank" | "plain" | "quoted" | "after a quote";

function createCellReader() {
  let line = 1;
  let begunOn = 1;
  let cell = "";
  let reading: Reading = "blank";
  /** Takes one letter; returns whether it ends a cell that is run. */
  const step = (letter: string): boolean => {
    const isQuote = letter === '"';
    const isInside = reading === "quoted";
    if (isQuote && (reading === "blank" || reading === "after a quote")) reading = "quoted";
    else if (isQuote && isInside) reading = "after a quote";
    else if (!isInside && (letter === "\n" || letter === "\r" || SEPARATORS.has(letter))) {
      const runs = runsInSpreadsheet(cell);
      cell = "";
      reading = "blank";
      return runs;
    } else {
      if (cell === "") begunOn = line;
      if (!isInside && !(reading === "blank" && letter.trim() === "")) reading = "plain";
      if (cell.length < LOOKED_AT) cell += letter;
    }
    return false;
  };
  let before = "";
  return {
    take: (text: string): number | null => {
      for (const letter of text) {
        if (step(letter)) return begunOn;
        if (letter === "\r" || (letter === "\n" && before !== "\r")) line += 1;
        before = letter;
      }
      return null;
    },
  };
}
