import { z } from "zod";
import { isCalendarDate } from "../new-york.ts";
import { freeText, requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { whyNotPasteIds, whyNotRegisterIds } from "./registered-ids.ts";
import { BUSINESS_PAGE_SIZES, BUSINESS_STATUSES, LIEN_FILTERS, MOST_SELECTED } from "./rules.ts";

/** What narrows the businesses; the filter says whether there is a lien. */
export const BusinessFilters = z.strictObject({
  filter: z.enum(LIEN_FILTERS).default("Clear"),
  search: freeText(200).default(""),
  businessStatus: z.enum(BUSINESS_STATUSES).nullable().default(null),
  userId: UserId.nullable().default(null),
  /** Only those of which the verifier lists liens that are not known here. */
  unmatched: z.boolean().default(false),
});
export type BusinessFilters = z.infer<typeof BusinessFilters>;

/** One page of the businesses, newest first. */
export const ListBusinesses = BusinessFilters.extend({
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.literal(BUSINESS_PAGE_SIZES).default(50),
});
export type ListBusinesses = z.infer<typeof ListBusinesses>;

export const BusinessOfUser = z.strictObject({ userId: UserId });
export type BusinessOfUser = z.infer<typeof BusinessOfUser>;

/** Sends the businesses of pasted user ids to the verifier; with `retry` also those whose last request failed. */
export const RegisterBusinesses = z.strictObject({
  userIds: z.string().superRefine((userIds, context) => {
    const message = whyNotRegisterIds(userIds);
    if (message) context.addIssue({ code: "custom", message });
  }),
  retry: z.boolean().default(false),
});
export type RegisterBusinesses = z.infer<typeof RegisterBusinesses>;

/** The field in which user ids are pasted to be registered. */
export const PastedBusinesses = z.strictObject({
  userIds: z.string().superRefine((userIds, context) => {
    const message = whyNotPasteIds(userIds);
    if (message) context.addIssue({ code: "custom", message });
  }),
});

const SelectedUsers = z.array(UserId).min(1, "Select at least one business.").max(MOST_SELECTED);

/** Has a lien filed against the business of each of these users. */
export const FileLiens = z.strictObject({ userIds: SelectedUsers });
export type FileLiens = z.infer<typeof FileLiens>;

/**
 * Has a lien filed once more of whose filing no outcome is known. `sentAt` is when that one was sent, as the person saw it.
 */
export const FileLienAgain = z.strictObject({
  userId: UserId,
  sentAt: z.date(),
  reason: requiredText("Reason", 500),
});
export type FileLienAgain = z.infer<typeof FileLienAgain>;

/** A lien of the verifier's that is not known here, by the verifier's id. */
export const UnmatchedLien = z.strictObject({ vendorId: freeText(200).min(1) });
export type UnmatchedLien = z.infer<typeof UnmatchedLien>;

/** Has the verifier terminate a business's own lien. */
export const TerminateOwnLien = z.strictObject({ lienId: z.uuid() });
export type TerminateOwnLien = z.infer<typeof TerminateOwnLien>;

/** Records that a business's own lien was continued on a day (YYYY-MM-DD). */
export const ContinueLien = z.strictObject({
  lienId: z.uuid(),
  filedOn: z.string("Choose a day.").refine(isCalendarDate, "Choose a day."),
});
export type ContinueLien = z.infer<typeof ContinueLien>;

/** The documents of the liens of these users: one PDF, or several in a zip file. */
export const LienPdfs = z.strictObject({ userIds: SelectedUsers });
export type LienPdfs = z.infer<typeof LienPdfs>;
