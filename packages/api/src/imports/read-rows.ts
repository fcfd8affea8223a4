import { randomUUID } from "node:crypto";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, found } from "../errors.ts";
import { openSealed } from "./sealed-files.ts";

export { IMPORT_REPORT_PATH } from "@countinghouse/validators/import/job-rules";

/**
 * Writes refused rows, or findings, of an import into `sink` as CSV, to be mended and imported again. `onStart` is told the
 * name of the file before the first byte. It may hold secrets: the audit says who has had it. Throws FORBIDDEN, INVALID,
 * NOT_FOUND, and RULE where it was deleted.
 */
export async function readImportRows(
  ctx: AdminCtx,
  services: Pick<Core, "db" | "vault">,
  fileId: string,
  sink: Writable,
  onStart: (fileName: string) => void,
): Promise<void> {
  const { data: id } = z.uuid().safeParse(fileId);
  if (id === undefined) throw new DomainError("INVALID", "This is not a file id.");
  const input = { requestId: randomUUID(), id };
  const spec = { action: "imports.readRows", capability: "imports.manage", input } as const;
  const file = await ctx.command(spec, async ({ tx }) => {
    const row = found(
      await tx.importFile.findFirst({ where: { id, kind: { not: "UPLOADED" } } }),
      "There is no such file.",
    );
    const audit = { subject: { type: "import", id: row.jobId }, after: { file: row.name, kind: row.kind } };
    return { result: { name: row.name, sizeBytes: row.sizeBytes, id: row.id }, audit };
  });
  const parts = openSealed(services, { ...file, sha256: new Uint8Array() });
  const first = await parts.next();
  onStart(file.name);
  if (first.done) return;
  sink.write(first.value);
  await pipeline(parts, sink, { end: false });
}
