import { normalizeEin } from "@countinghouse/validators/contact/ein";
import { normalizePhone } from "@countinghouse/validators/contact/phone";
import { normalizeSsn } from "@countinghouse/validators/contact/ssn";
import { whyNotReveal } from "@countinghouse/validators/masking";
import { PROCESSORS } from "@countinghouse/validators/processor-transactions/rules";
import { can, type Role } from "@countinghouse/validators/roles";

/** The kind of record that an identifier names. */
export type FoundKind = "user" | "application" | "payment" | "batch";

/** One way to read a text as an identifier, and to look it up by an index. */
export interface Probe {
  kind: FoundKind;
  /** The reason of a hit, as the admin reads it. */
  reason: string;
  /** Selects the key of a hit as text, and the id of its user. `place` is the parameter of the value. */
  select: (place: string) => string;
  value: unknown;
}

/** Returns the blind indexes of a whole number, one for each key that look-ups use. */
export type ToIndexes = (field: "ssn" | "ein", digits: string) => Buffer[];

/** A way to look up users other than by words. */
export interface Identifier extends Pick<Probe, "select" | "value"> {
  /** Identifiers of the same name share one prepared statement. */
  name: string;
  /** Set for a number that is looked up by its blind index. */
  sealed?: "ein";
}

/**
 * Returns the identifiers of users that a text may be, other than their words: of an application, a payment, a batch with its customers, a
 * deal, an EIN, a card or an account.
 */
export function identifiersOfUsers(text: string, role: Role): Identifier[] {
  const ein = normalizeEin(text);
  // The search by words finds the id of a user.
  const probes = [...idProbes(text).filter(({ kind }) => kind !== "user"), ...uuidProbes(text)];
  return [...probes, ...referenceProbes(text), ...instrumentProbes(text, role)]
    .map(
      ({ kind, reason, select, value }): Identifier => ({
        name: reason.replace(/ (?:begins so|ends in \d+)$/, ""),
        select: kind === "batch" ? customersOfBatches : select,
        value,
      }),
    )
    .concat(
      ein === null || whyNotReveal(role, "ein") !== null
        ? []
        : [
            {
              name: "EIN",
              select: (place) => `SELECT id AS user_id FROM users WHERE ein_index = ANY(${place}::bytea[])`,
              value: ein,
              sealed: "ein",
            },
          ],
    );
}

const LARGEST_ID = 2_147_483_647;
const PROVIDERS = PROCESSORS.map((provider) => `'${provider}'`).join(", ");

/** Returns all identifiers that a text may be, for this role. Plain words are none: the search by words finds them. */
export function probesFor(text: string, role: Role, toIndexes: ToIndexes): Probe[] {
  return [
    ...idProbes(text),
    ...uuidProbes(text),
    ...referenceProbes(text),
    ...personProbes(text, role, toIndexes),
    ...endingProbes(text, role),
  ];
}

function idProbes(text: string): Probe[] {
  const [, digits = ""] = /^#?(\d{1,10})$/.exec(text) ?? [];
  const value = Number(digits);
  if (digits === "" || value < 1 || value > LARGEST_ID) return [];
  const byId = (kind: FoundKind, table: string, userId: string, reason: string): Probe => ({
    kind,
    reason,
    select: (place) => `SELECT id::text AS key, ${userId} AS user_id FROM ${table} WHERE id = ${place}::int`,
    value,
  });
  return [
    byId("user", "users", "id", "User id"),
    byId("application", "application", "user_id", "Application id"),
  ];
}

/** The start of a UUID that is long enough to look it up: at least eight digits. */
const UUID_START = /^[0-9a-f]{8}(-[0-9a-f]{0,4}){0,3}(-[0-9a-f]{0,12})?$/;

function uuidProbes(text: string): Probe[] {
  const lower = text.toLowerCase();
  if (!UUID_START.test(lower) || /^\d+$/.test(lower)) return [];
  const range = [fill(lower, "0"), fill(lower, "f")];
  const word = lower.length === UUID_SHAPE.length ? "id" : "id begins so";
  const byRange = (kind: FoundKind, table: string, userId: string, what: string): Probe => ({
    kind,
    reason: `${what} ${word}`,
    select: (place) => `SELECT id::text AS key, ${userId} AS user_id FROM ${table}
      WHERE id BETWEEN (${place}::uuid[])[1] AND (${place}::uuid[])[2]`,
    value: range,
  });
  return [
    byRange("payment", "payment_intent", "user_id", "Payment"),
    byRange("batch", "bulk_batch", "NULL::int", "Batch"),
  ];
}

/** Selects the customers in a batch, which has no customer of its own. */
const customersOfBatches = (place: string): string =>
  `SELECT user_id FROM bulk_item WHERE batch_id BETWEEN (${place}::uuid[])[1] AND (${place}::uuid[])[2]`;

const UUID_SHAPE = "00000000-0000-0000-0000-000000000000";

/** Returns the first or the last UUID that begins with `start`. */
const fill = (start: string, digit: string): string =>
  start + UUID_SHAPE.slice(start.length).replaceAll("0", digit);

/** A longer word without a digit counts as a reference: one card reference in forty has no digit. */
const LONGEST_NAME = 19;

/** Returns look-ups of a payment's key or reference, or of a CRM deal, for a single word that is no name. */
function referenceProbes(text: string): Probe[] {
  if (!/^[\w:.-]{6,120}$/.test(text)) return [];
  if (!/\d/.test(text) && text.length <= LONGEST_NAME) return [];
  const probe = (kind: FoundKind, reason: string, select: Probe["select"]): Probe => ({
    kind,
    reason,
    select,
    value: text,
  });
  return [
    probe(
      "payment",
      "Payment key",
      (place) =>
        `SELECT id::text AS key, user_id FROM payment_intent WHERE business_key = ${place}::text
         UNION SELECT i.id::text, i.user_id FROM payment_attempt t JOIN payment_intent i ON i.id = t.intent_id
         WHERE t.provider_key IN (${place}::text, lower(${place}::text))`,
    ),
    probe(
      "payment",
      "Processor's reference",
      (place) =>
        `SELECT i.id::text AS key, i.user_id FROM payment_attempt t JOIN payment_intent i ON i.id = t.intent_id
         WHERE t.provider IN (${PROVIDERS}) AND t.provider_reference = ${place}::text`,
    ),
    probe(
      "user",
      "Deal",
      (place) => `SELECT user_id::text AS key, user_id FROM deal WHERE deal_id = ${place}::text`,
    ),
  ];
}

/** Returns look-ups of a whole SSN, EIN, phone number or e-mail address, in any usual notation. */
function personProbes(text: string, role: Role, toIndexes: ToIndexes): Probe[] {
  const [ssn, ein, phone] = [normalizeSsn(text), normalizeEin(text), normalizePhone(text)];
  const byColumn = (column: string, reason: string, value: string): Probe => ({
    kind: "user",
    reason,
    select: (place) => `SELECT id::text AS key, id AS user_id FROM users WHERE ${column} = ${place}::text`,
    value,
  });
  const byIndex = (field: "ssn" | "ein", reason: string, digits: string): Probe => ({
    kind: "user",
    reason,
    select: (place) =>
      `SELECT id::text AS key, id AS user_id FROM users WHERE ${field}_index = ANY(${place}::bytea[])`,
    value: toIndexes(field, digits),
  });
  return [
    ...(ssn === null ? [] : [byIndex("ssn", "SSN", ssn)]),
    ...(ein === null || whyNotReveal(role, "ein") !== null ? [] : [byIndex("ein", "EIN", ein)]),
    ...(phone === null ? [] : [byColumn("phone", "Phone", phone)]),
    ...(/^\S+@\S+$/.test(text) ? [byColumn("email", "E-mail", text.toLowerCase())] : []),
  ];
}

/** Returns look-ups by the last four digits of an SSN, a card or an account, for roles that may use them. */
const endingProbes = (text: string, role: Role): Probe[] => [
  ...(can(role, "users.revealSsn")
    ? ending(
        text,
        "SSN",
        (place) => `SELECT id::text AS key, id AS user_id FROM users WHERE ssn_last4 = ${place}::text`,
      )
    : []),
  ...instrumentProbes(text, role),
];

const instrumentProbes = (text: string, role: Role): Probe[] =>
  can(role, "users.findByInstrument")
    ? [
        ...ending(
          text,
          "Card",
          (place) => `SELECT user_id::text AS key, user_id FROM card WHERE last4 = ${place}::text`,
        ),
        ...ending(
          text,
          "Account",
          (place) => `SELECT user_id::text AS key, user_id FROM bank_account WHERE mask = ${place}::text`,
        ),
      ]
    : [];

const ending = (text: string, what: string, select: Probe["select"]): Probe[] =>
  /^\d{4}$/.test(text) ? [{ kind: "user", reason: `${what} ends in ${text}`, select, value: text }] : [];
