import type { OpenedLink } from "@countinghouse/providers/object-storage/port";
import { FILE_LINK_SECONDS, whyNotPreviewFile } from "@countinghouse/validators/files/rules";
import type { LinkFile } from "@countinghouse/validators/files/schemas";
import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { safeFileName, servedContentType } from "./names.ts";
import {
  EXPIRED_LINK,
  FILE_FAILURE,
  INVALID_LINK,
  MISSING_FILE,
  NO_SUCH_FILE,
  type OpenedFile,
  STORED_FILE,
  storedSizes,
} from "./stored.ts";

/**
 * A link to one file, good for a minute, to be saved or looked at; that it was given out stands in the audit. Throws
 * NOT_FOUND without such a file or its bytes, RULE for a preview of what is not shown and for a link that was asked for
 * too long ago, UNAVAILABLE.
 */
export async function linkFile(
  ctx: AdminCtx<WithPorts<"objectStorage">>,
  input: LinkFile & { requestId: string },
) {
  const { fileId, purpose } = input;
  const row = await ctx.db.userFile.findUnique({ where: { id: fileId }, select: STORED_FILE });
  const file = found(row, NO_SUCH_FILE);
  if (purpose === "preview") refuseWhen(whyNotPreviewFile(file));
  await storedSizes(ctx, [file], FILE_FAILURE);
  const { id, userId, applicationId, type } = file;
  await ctx.reading.note({ userIds: [userId] });
  const spec = { action: "files.link", capability: "files.download", input } as const;
  const { expiresAt } = await ctx.command(spec, ({ now }) =>
    Promise.resolve({
      result: { expiresAt: new Date(now.getTime() + FILE_LINK_SECONDS * 1000) },
      audit: { subject: { type: "user_file", id }, after: { userId, applicationId, type, purpose } },
    }),
  );
  const fileName = safeFileName(file);
  const contentType = servedContentType(file);
  // Signed anew rather than kept: what opens a file lies in no table.
  const url = await ctx.services.ports.objectStorage.signedUrl(file.objectKey, {
    expiresInSeconds: secondsLeft(ctx.now(), expiresAt),
    fileName,
    contentType,
    disposition: purpose === "preview" ? "inline" : "attachment",
  });
  return { url, fileName, contentType, expiresAt };
}

/** Throws RULE when a repeated request comes after its link has expired: a new one leaves its own audit event. */
function secondsLeft(now: Date, expiresAt: Date): number {
  const seconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  if (seconds < 1) throw new DomainError("RULE", FILES_MESSAGES.linkExpired);
  return seconds;
}

type Presented = Pick<Extract<OpenedLink, { ok: true }>, "disposition">;
type Opened = Extract<OpenedFile, { ok: true }> & Presented;

/**
 * What a link to storage of our own opens; `url` is the address that was asked for. Storage elsewhere serves its links
 * itself, and none of them opens anything here. Throws what storage throws.
 */
export async function openStoredLink(
  { ports }: WithPorts<"objectStorage">,
  url: string,
): Promise<Opened | Exclude<OpenedFile, { ok: true }>> {
  const link = ports.objectStorage.openLink?.(url) ?? INVALID_LINK;
  if (!link.ok) return link.reason === "expired" ? EXPIRED_LINK : INVALID_LINK;
  const { key, ...presented } = link;
  const object = await ports.objectStorage.get(key);
  return object ? { ...presented, stream: object.stream, sizeBytes: object.sizeBytes } : MISSING_FILE;
}
