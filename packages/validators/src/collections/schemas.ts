import { z } from "zod";
import { EXPORT_FORMATS } from "../exports/cells.ts";
import { UserId } from "../users/schemas.ts";
import { COLLECTION_MOST_USERS, COLLECTION_ZIPS, whyNotGetUsers } from "./rules.ts";

/** The users of pasted ids, as they are handed to collections. */
export const ListCollection = z.strictObject({
  userIds: z.string().superRefine((userIds, context) => {
    const message = whyNotGetUsers(userIds);
    if (message) context.addIssue({ code: "custom", message });
  }),
});
export type ListCollection = z.infer<typeof ListCollection>;

const Users = z
  .array(UserId)
  .min(1, "Get users first.")
  .max(COLLECTION_MOST_USERS)
  .transform((ids) => [...new Set(ids)]);

/** The table of these users as a file. */
export const ExportCollection = z.strictObject({
  userIds: Users,
  format: z.enum(EXPORT_FORMATS).default("csv"),
});
export type ExportCollection = z.output<typeof ExportCollection>;

/** Documents of these users in one zip file. */
export const ZipCollection = z.strictObject({ type: z.enum(COLLECTION_ZIPS), userIds: Users });
export type ZipCollection = z.output<typeof ZipCollection>;
