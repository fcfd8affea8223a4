import type { ListRecontracts } from "@countinghouse/validators/files/schemas";
import type { AdminCtx } from "../context.ts";

/**
 * The contracts of a user that were drawn up again, the latest first, each with the file of it. The file is null until
 * the contract is signed.
 */
export async function listRecontracts(ctx: AdminCtx, { userId }: ListRecontracts) {
  const rows = await ctx.db.recontract.findMany({
    where: { userId },
    orderBy: [{ requestedAt: "desc" }, { id: "desc" }],
    select: { id: true, applicationId: true, fileId: true, reason: true, requestedAt: true, signedAt: true },
  });
  const files = await ctx.db.userFile.findMany({
    where: { userId, id: { in: rows.flatMap(({ fileId }) => fileId ?? []) } },
    select: { id: true, name: true, type: true, contentType: true, sizeBytes: true },
  });
  const byId = new Map(files.map((file) => [file.id, file]));
  return rows.map(({ fileId, ...row }) => ({ ...row, file: byId.get(fileId ?? "") ?? null }));
}
