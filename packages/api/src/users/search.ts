import { normalizePhone } from "@countinghouse/validators/contact/phone";
import { normalizeSsn } from "@countinghouse/validators/contact/ssn";
import { can, type Role } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { type Identifier, identifiersOfUsers, type ToIndexes } from "./identifiers.ts";

const SEARCH_TEXT = "users_search_text(id, firstname, lastname, email, phone, business_name, company_name)";

/** The most words of one search. Further words hardly narrow the result. */
const MOST_WORDS = 5;

/** The typed forms of an apostrophe: phones and word processors write it curly. */
export const APOSTROPHES = /['‘’ʼ`´]/g;

/** A parsed query. */
export interface Search {
  kind: "everyone" | "words" | "prefix";
  patterns: string[];
  /** A whole SSN. */
  ssn: string | null;
  /** The last four digits of an SSN, for a role that may see it in full. */
  ssnLast4: string | null;
  /** Other identifiers that the text may be: of an application, a payment, a batch, a deal, an EIN, the end of a card or account. */
  identifiers: readonly Identifier[];
}

const NO_SSN = { ssn: null, ssnLast4: null };

/** Returns the search without identifiers, which `find` looks up with a reason for each. */
export const wordsOnly = (search: Search): Search => ({ ...search, identifiers: [] });

/**
 * Returns the search that a query means for the actor. Counts a search by a whole SSN before it runs, and leaves an event
 * (`Reading.noteSsn`). Throws LIMITED.
 */
export async function searchBy(
  { actor, reading }: Pick<AdminCtx, "actor" | "reading">,
  query: string,
): Promise<Search> {
  const search = searchFor(query, actor.role);
  if (search.ssn !== null) await reading.noteSsn(search.ssn);
  return search;
}

/**
 * Returns the search that a query means: "#10001" is an id, "555-7919" a part of a phone number, "Delgado, Maria" two words. A trigram
 * needs three characters; fewer characters are the start of a name. Services call `searchBy`, which counts.
 */
export function searchFor(query: string, role: Role): Search {
  if (query === "") return { kind: "everyone", patterns: [], identifiers: [], ...NO_SSN };
  const identifiers = identifiersOfUsers(query, role);
  const ssn = normalizeSsn(query);
  const words = (ssn ?? normalizePhone(query) ?? phonePart(query) ?? query)
    .split(/[\s,]+/)
    .map((word) => word.replace(/^#(?=\d+$)/, ""))
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  if (words.every((word) => word.length < 3)) {
    const starts = words.length === 1 ? words : [query, ...words];
    const patterns = starts.flatMap((start) => [`${escapeLike(start.toLowerCase())}%`, start]);
    return { kind: "prefix", patterns, identifiers, ...NO_SSN };
  }
  const ssnLast4 = /^\d{4}$/.test(query) && can(role, "users.revealSsn") ? query : null;
  const patterns = words.map((word) => `%${escapeLike(word).replace(APOSTROPHES, "_")}%`);
  return { kind: "words", patterns, ssn, ssnLast4, identifiers };
}

/** Returns the digits of a part of a phone number, such as "555-7919"; null for any other text. */
const phonePart = (query: string): string | null =>
  /^[\d(][\d\s().\u2010-\u2015-]*\d$/.test(query) && /[().\u2010-\u2015-]/.test(query)
    ? query.replace(/\D/g, "")
    : null;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Returns the values for `searchCondition`, in order. `toIndexes` makes the blind indexes of a whole SSN or EIN. */
export const searchValues = (search: Search, toIndexes: ToIndexes): unknown[] => [
  ...search.identifiers.map(({ value, sealed }) => (sealed ? toIndexes(sealed, String(value)) : value)),
  ...(search.ssn === null ? [] : [toIndexes("ssn", search.ssn)]),
  ...(search.ssnLast4 === null ? [] : [search.ssnLast4]),
  ...search.patterns,
];

/** Returns the shape of a search. Searches of the same shape share one prepared statement. */
export const searchShape = ({ kind, patterns, ssn, ssnLast4, identifiers }: Search): string =>
  [...[kind, patterns.length, ssn !== null, ssnLast4 !== null], ...identifiers.map(({ name }) => name)].join(
    ".",
  );

/** Returns the SQL condition of a search, with parameters numbered after `parameters`. */
export function searchCondition(search: Search, parameters: number): string {
  if (search.kind === "everyone") return "true";
  let parameter = parameters;
  // ARRAY(…) is evaluated first, so that the indexes are used; a plain subquery would prevent that.
  const identified = search.identifiers
    .map(({ select }) => `id = ANY (ARRAY(SELECT p.user_id FROM (${select(`$${++parameter}`)}) p)) OR `)
    .join("");
  const ssn = search.ssn === null ? "" : `ssn_index = ANY($${++parameter}::bytea[]) OR `;
  const last4 = search.ssnLast4 === null ? "" : `ssn_last4 = $${++parameter} OR `;
  if (search.kind === "prefix")
    return `${identified}${ssn}(${startsOfNames(search.patterns.length / 2, parameter)})`;
  const all = (text: string) =>
    search.patterns.map((_, index) => `${text} ILIKE $${parameter + index + 1}`).join(" AND ");
  return `${identified}${ssn}${last4}(${all(SEARCH_TEXT)}) OR (${all("current_address")})`;
}

/** Returns the condition that the whole query starts a name, or that each of its words does: "Jo Li". */
function startsOfNames(count: number, lastParameter: number): string {
  const [whole, ...words] = Array.from({ length: count }, (_, index) => {
    const pattern = lastParameter + 2 * index + 1;
    return `(${startOfName(pattern, pattern + 1)})`;
  });
  return words.length === 0 ? `${whole}` : `${whole} OR (${words.join(" AND ")})`;
}

const startOfName = (pattern: number, exact: number): string =>
  `lower(firstname) LIKE $${pattern} OR lower(lastname) LIKE $${pattern} OR lower(business_name) LIKE $${pattern}
   OR id = (CASE WHEN $${exact}::text ~ '^[0-9]{1,9}$' THEN $${exact}::int END)`;
