import { z } from "zod";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { pageLimit, RowId } from "../paging.ts";
import { storableText } from "../text.ts";
import {
  AUDIT_OTHERS,
  AUDIT_PAGE_SIZE,
  AUDIT_SHOWN,
  HISTORY_TYPES,
  MOST_AUDIT_SELECTED,
  TOO_MANY_SELECTED,
} from "./rules.ts";

const Day = z.string().refine((text) => text === "" || isCalendarDate(text), INVALID_DATE);

const OTHERS = Object.keys(AUDIT_OTHERS) as (keyof typeof AUDIT_OTHERS)[];

const filters = {
  /** The id of an admin, or what acted that is none; empty for everybody. */
  who: z.union([z.uuid(), z.enum(OTHERS), z.literal("")]).default(""),
  /** An action (`notes.create`) or the area of several (`notes`); empty for all. */
  what: storableText()
    .max(60)
    .regex(/^[A-Za-z]*(\.[A-Za-z_.]+)?$/)
    .default(""),
  /** Changes alone, or reads as well. An action that is asked for is always found. */
  show: z.enum(AUDIT_SHOWN).default("all"),
  /** The customer it concerned, whichever of what is theirs. */
  userId: RowId.nullable().default(null),
  /** The first and the last day in New York (YYYY-MM-DD), or empty. */
  from: Day.default(""),
  to: Day.default(""),
  /** One thing with a history of its own. */
  of: z
    .strictObject({ type: z.enum(HISTORY_TYPES), id: z.union([z.uuid(), z.string().regex(/^\d{1,9}$/)]) })
    .nullable()
    .default(null),
};

/** What narrows the audit. */
export const AuditFilters = z.strictObject(filters);
export type AuditFilters = z.infer<typeof AuditFilters>;

/** Ids of events as an address has them: with commas between. */
const EventIds = z
  .string()
  .regex(/^(\d{1,18}(,\d{1,18})*)?$/)
  .transform((text) => (text === "" ? [] : text.split(",")))
  .refine((ids) => ids.length <= MOST_AUDIT_SELECTED, TOO_MANY_SELECTED)
  .prefault("");

/** What a file of the audit holds: what filters find, of it some events alone, or all but some. */
export const AuditFile = AuditFilters.extend({ only: EventIds, except: EventIds });
export type AuditFile = z.infer<typeof AuditFile>;

const paging = {
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable()
    .default(null),
  limit: pageLimit(AUDIT_PAGE_SIZE),
};

/** One page of the audit, the newest first. The cursor is the id of the last event seen. */
export const ListAudit = z.strictObject({
  ...filters,
  ...paging,
});
export type ListAudit = z.infer<typeof ListAudit>;

const { what, userId, from, to } = filters;

/** One page of what whoever asks did, the newest first. */
export const ListMyActions = z.strictObject({ what, userId, from, to, ...paging });
export type ListMyActions = z.infer<typeof ListMyActions>;
