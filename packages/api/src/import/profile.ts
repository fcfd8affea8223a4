import type { Database } from "@countinghouse/db";
import { writeAsJob } from "../job-writes.ts";
import type { ImportContext } from "./import-users.ts";
import type { Mapping } from "./reading/layout.ts";

/** What was said of the columns of a source's files before; nothing where nobody has. */
export async function readProfile(db: Pick<Database, "read">, source: string): Promise<Mapping> {
  const profile = await db.read.importProfile.findUnique({ where: { source } });
  return (profile?.mapping ?? {}) as Mapping;
}

/** Keeps what was said of the columns, for the next file of the source. */
export const saveProfile = (context: ImportContext, mapping: Mapping): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    const { source } = context.run;
    const kept = { mapping: { ...mapping }, updatedAt: now };
    await tx.importProfile.upsert({ where: { source }, create: { source, ...kept }, update: kept });
    return { result: undefined, audit: null };
  });
