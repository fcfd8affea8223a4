import { z } from "zod";
import { BUSINESS_PAGE_SIZES, BUSINESS_STATUSES, LIEN_FILTERS, MOST_SELECTED } from "./business-rules.ts";
import { whyNotRegisterIds } from "./registered-ids.ts";
import { freeText } from "./text.ts";
import { UserId } from "./users.ts";

/** One page of the businesses, newest first; the filter says whether there is a lien. */
export const ListBusinesses = z.strictObject({
  page: z.number().int().min(1).max(100_000).default(1),
  pageSize: z.literal(BUSINESS_PAGE_SIZES).default(50),
  filter: z.enum(LIEN_FILTERS).default("Clear"),
  search: freeText(200).default(""),
  businessStatus: z.enum(BUSINESS_STATUSES).nullable().default(null),
  userId: UserId.nullable().default(null),
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

const SelectedUsers = z.array(UserId).min(1, "Select at least one business.").max(MOST_SELECTED);

/** Has a lien filed against the business of each of these users. */
export const FileLiens = z.strictObject({ userIds: SelectedUsers });
export type FileLiens = z.infer<typeof FileLiens>;

/** The documents of the liens of these users: one PDF, or several in a zip file. */
export const LienPdfs = z.strictObject({ userIds: SelectedUsers });
export type LienPdfs = z.infer<typeof LienPdfs>;
