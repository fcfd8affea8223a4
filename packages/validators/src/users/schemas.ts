import { z } from "zod";
import { APPROVAL_NOTE_LENGTH } from "../approvals/rules.ts";
import { REVEALED_FIELDS } from "../masking.ts";
import { Cursor, pageLimit, RowId, SortDirection } from "../paging.ts";
import { freeText, requiredText } from "../text.ts";
import { LAST_PAYMENTS, NEXT_DUE, PAST_DUE, USER_BALANCES, USER_STAGES, USER_TAGS } from "./filters.ts";
import { USER_SORT_COLUMNS, USERS_PAGE_SIZE } from "./rules.ts";

export const UserId = RowId;
export type UserId = z.infer<typeof UserId>;

/** The filters of a list of users. A listed user matches all of them. */
export const UserFilters = z.strictObject({
  stage: z.enum(USER_STAGES).nullable().default(null),
  balance: z.enum(USER_BALANCES).nullable().default(null),
  nextDue: z.enum(NEXT_DUE).nullable().default(null),
  pastDue: z.enum(PAST_DUE).nullable().default(null),
  lastPayment: z.enum(LAST_PAYMENTS).nullable().default(null),
  tags: z.array(z.enum(USER_TAGS)).max(USER_TAGS.length).default([]),
});
export type UserFilters = z.infer<typeof UserFilters>;

const NO_FILTERS: UserFilters = {
  stage: null,
  balance: null,
  nextDue: null,
  pastDue: null,
  lastPayment: null,
  tags: [],
};

/** Selects the users whose number and sums are computed. */
export const SumUsers = z.strictObject({
  query: freeText(200).default(""),
  filters: UserFilters.default(NO_FILTERS),
});
export type SumUsers = z.infer<typeof SumUsers>;

/** Requests one page of the users list. An empty query lists all users; a null cursor starts at the top. */
export const ListUsers = z.strictObject({
  query: freeText(200).default(""),
  filters: UserFilters.default(NO_FILTERS),
  sort: z.enum(USER_SORT_COLUMNS).default("id"),
  direction: SortDirection.default("asc"),
  cursor: Cursor.nullable().default(null),
  limit: pageLimit(USERS_PAGE_SIZE),
});
export type ListUsers = z.infer<typeof ListUsers>;

export const GetUser = z.strictObject({ id: UserId });
export type GetUser = z.infer<typeof GetUser>;

/** Requests one number of a user in full. The audit records the reason. */
export const RevealNumber = z.strictObject({
  userId: UserId,
  field: z.enum(REVEALED_FIELDS),
  reason: requiredText("Reason", 200),
});
export type RevealNumber = z.infer<typeof RevealNumber>;

/** Finds the user under whom a customer came back. */
export const GetRenewal = z.strictObject({ userId: UserId });
export type GetRenewal = z.infer<typeof GetRenewal>;

export const MarkManuallyApproved = z.strictObject({
  userId: UserId,
  /** The reason of the admin; required when the approval rules demand one. */
  reason: z.string().trim().max(APPROVAL_NOTE_LENGTH).default(""),
});
export type MarkManuallyApproved = z.infer<typeof MarkManuallyApproved>;

/** A text that may name customers, applications, payments or batches. */
export const Find = z.strictObject({ text: freeText(200).pipe(z.string().min(2)) });
export type Find = z.infer<typeof Find>;
