import type { UploadState } from "@countinghouse/validators/uploads/rules";
import type { ListUploads } from "@countinghouse/validators/uploads/schemas";
import type { AdminCtx } from "../context.ts";

/** What was uploaded, or was to be, the latest first, a page at a time. */
export async function listUploads(ctx: AdminCtx, { cursor, limit }: ListUploads) {
  const rows = await ctx.db.upload.findMany({
    where: cursor
      ? {
          OR: [
            { createdAt: { lt: cursor.createdAt } },
            { createdAt: cursor.createdAt, id: { lt: cursor.id } },
          ],
        }
      : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    select: {
      id: true,
      fileName: true,
      sizeBytes: true,
      state: true,
      reason: true,
      leasedUntil: true,
      createdAt: true,
      remotePath: true,
      createdBy: { select: { email: true } },
    },
  });
  const uploads = rows.slice(0, limit).map(({ createdBy, leasedUntil, remotePath, ...upload }) => ({
    ...upload,
    ...shownState(upload, leasedUntil, ctx.now()),
    remoteName: remotePath?.split("/").at(-1) ?? null,
    uploadedBy: createdBy.email,
  }));
  const last = uploads.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { uploads, nextCursor: hasMore ? { createdAt: last.createdAt, id: last.id } : null };
}

const LOST = "The upload was interrupted. The file may have arrived.";

/** One whose attempt was to be over long ago was interrupted. */
function shownState(
  { state, reason }: { state: UploadState; reason: string },
  leasedUntil: Date | null,
  now: Date,
): { state: UploadState; reason: string } {
  const isLost = state === "SENDING" && leasedUntil !== null && leasedUntil < now;
  return isLost ? { state: "UNKNOWN", reason: LOST } : { state, reason };
}
