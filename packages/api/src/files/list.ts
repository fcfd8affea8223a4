import type { ListFiles } from "@countinghouse/validators/files/schemas";
import type { AdminCtx } from "../context.ts";

/** More than a customer ever has; the newest come first. */
const MOST_FILES = 1_000;

/**
 * The files of a user that fit the filters, newest first, and all types and applications there are to filter by. What a
 * file is called and holds is told, where it lies is not.
 */
export async function listFiles(ctx: AdminCtx, { userId, type, applicationId, stage }: ListFiles) {
  const rows = await ctx.db.userFile.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST_FILES,
    select: LISTED,
  });
  const chosen = rows.filter(
    (row) =>
      (type === null || row.type === type) &&
      (applicationId === null || row.application?.id === applicationId) &&
      (stage === "all" || row.application?.stage === "funded"),
  );
  return {
    userFiles: chosen.map(({ application, ...file }) => ({
      ...file,
      applicationId: application?.id ?? null,
    })),
    types: [...new Set(rows.map((row) => row.type))].sort(),
    applications: fileApplications(rows),
  };
}

const LISTED = {
  id: true,
  type: true,
  name: true,
  contentType: true,
  sizeBytes: true,
  ipAddress: true,
  info: true,
  createdAt: true,
  application: { select: { id: true, stage: true } },
} as const;

function fileApplications<Application extends { id: number }>(
  rows: readonly { application: Application | null }[],
): Application[] {
  const found = rows.flatMap(({ application }) => application ?? []);
  return [...new Map(found.map((application) => [application.id, application])).values()].sort(
    (one, other) => other.id - one.id,
  );
}
