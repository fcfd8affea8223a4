import { z } from "zod";
import { RowId } from "../paging.ts";
import { storableText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { FILE_STAGES, LINK_PURPOSES, MOST_FILES_IN_ZIP } from "./rules.ts";

const FileId = z.uuid();
const FileType = storableText().min(1).max(40);

/** The files of a user: of one type, of one application, of funded applications or of all. */
export const ListFiles = z.strictObject({
  userId: UserId,
  type: FileType.nullable().default(null),
  applicationId: RowId.nullable().default(null),
  stage: z.enum(FILE_STAGES).default("funded"),
});
export type ListFiles = z.infer<typeof ListFiles>;

export const LinkFile = z.strictObject({ fileId: FileId, purpose: z.enum(LINK_PURPOSES) });
export type LinkFile = z.infer<typeof LinkFile>;

/** Files of one user, each once, to be had as one zip file. */
export const ZipFiles = z.strictObject({
  userId: UserId,
  fileIds: z.array(FileId).min(1).max(MOST_FILES_IN_ZIP),
});
export type ZipFiles = z.infer<typeof ZipFiles>;

export const ListRecontracts = z.strictObject({ userId: UserId });
export type ListRecontracts = z.infer<typeof ListRecontracts>;
