import { isCalendarDate } from "@countinghouse/validators/new-york";
import { createParser } from "nuqs";

/** A day in the address, YYYY-MM-DD. */
export const parseAsDay = createParser({
  parse: (text) => (isCalendarDate(text) ? text : null),
  serialize: String,
});
