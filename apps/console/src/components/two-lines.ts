/** Text of a cell that may be long: it takes the two lines a row has room for. The whole is in its tooltip. */
export const TWO_LINES_CLASS = "line-clamp-2 min-w-0 text-xs leading-4 wrap-anywhere whitespace-normal";

/** Around a table of such rows: they have one height, whichever of them need two lines. */
export const ROWS_OF_TWO_LINES_CLASS = "in-[[data-density=compact]]:[--row-h:2.25rem]";
