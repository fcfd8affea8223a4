import { FILE_LINK_SECONDS, whyNotZipFiles } from "@countinghouse/validators/files/rules";
import type { ZipFiles } from "@countinghouse/validators/files/schemas";
import { predictLength } from "client-zip";
import { z } from "zod";
import type { AuditDraft } from "../audit.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { entryNames } from "./names.ts";
import { openSessionTicket, sealSessionTicket } from "./session-tickets.ts";
import {
  NO_SUCH_FILE,
  type OpenedFile,
  STORED_FILE,
  type StoredFile,
  storedSizes,
  ZIP_FAILURE,
} from "./stored.ts";
import { zipStream } from "./zip-stream.ts";

const GRANT = { kind: "zip", action: "files.zip", capability: "files.download" } as const;

/** Where the zip file of a ticket is had. */
export const ZIP_PATH = "/api/files/zip";

const Granted = z.object({ userId: z.int(), fileIds: z.array(z.uuid()), expiresAt: z.date() });

/**
 * The address of a zip file of these files of a user, good for a minute and for the session that asked; each file leaves
 * its audit event. Throws NOT_FOUND when a file is not this user's or has no bytes, RULE when they are too many, UNAVAILABLE.
 */
export async function linkZip(
  ctx: AdminCtx<WithPorts<"objectStorage">>,
  input: ZipFiles & { requestId: string },
) {
  const { userId, requestId } = input;
  const files = await readStoredFiles(ctx.db, input);
  refuseWhen(whyNotZipFiles(files));
  await storedSizes(ctx, files, ZIP_FAILURE);
  const fileIds = files.map(({ id }) => id);
  await ctx.reading.note({ userIds: [userId] });
  const { kind, action, capability } = GRANT;
  const spec = { action, capability, input };
  const { expiresAt } = await ctx.command(spec, ({ now }) => {
    const granted = { userId, fileIds, expiresAt: new Date(now.getTime() + FILE_LINK_SECONDS * 1000) };
    return Promise.resolve({ result: granted, audit: zipAudit(files) });
  });
  const ticket = sealSessionTicket(ctx, kind, requestId, expiresAt);
  return { url: `${ZIP_PATH}/${ticket}`, fileName: zipName(userId), expiresAt };
}

function zipAudit(files: readonly StoredFile[]): [AuditDraft, ...AuditDraft[]] {
  const [first, ...rest] = files.map(({ id, userId, applicationId, type }) => ({
    subject: { type: "user_file", id },
    after: { userId, applicationId, type, purpose: "zip" },
  }));
  if (!first) throw new DomainError("NOT_FOUND", NO_SUCH_FILE);
  return [first, ...rest];
}

const zipName = (userId: number): string => `files_user-${userId}.zip`;

/**
 * The zip file of a ticket, made while it is sent: one object is open at a time. Whoever holds the ticket must still be
 * signed in, in the same session, and still allowed to.
 */
export async function openZip(
  services: Core & WithPorts<"objectStorage">,
  ticket: string,
): Promise<OpenedFile> {
  const opened = await openSessionTicket(services, GRANT, ticket);
  if (!opened.ok) return opened;
  const granted = Granted.parse(opened.granted);
  const files = await readStoredFiles(services.db.read, granted);
  const names = entryNames(files);
  const sizes = await storedSizes({ services }, files, ZIP_FAILURE);
  const entries = files.map((file, index) => ({
    file,
    name: names[index] ?? "",
    size: sizes[index] ?? 0,
    lastModified: file.createdAt,
  }));
  return {
    ok: true,
    fileName: zipName(granted.userId),
    contentType: "application/zip",
    sizeBytes: Number(predictLength(entries)),
    stream: zipStream((left) => contents(services, entries, left)),
  };
}

type Entry = { file: StoredFile; name: string; size: number; lastModified: Date };

/** Ends in an error, and with it the download, when an object went away or changed since it was looked at. */
async function* contents(
  { ports, log }: Pick<Core, "log"> & WithPorts<"objectStorage">,
  entries: readonly Entry[],
  signal: AbortSignal,
) {
  for (const { file, name, size, lastModified } of entries) {
    const object = await ports.objectStorage.get(file.objectKey);
    if (object?.sizeBytes !== size) {
      await object?.stream.cancel();
      log.warn({ fileId: file.id }, "a file changed while its zip file was made");
      throw new DomainError("NOT_FOUND", ZIP_FAILURE);
    }
    const through = new TransformStream<Uint8Array, Uint8Array>();
    yield { name, lastModified, input: object.stream.pipeThrough(through, { signal }) };
  }
}

async function readStoredFiles(db: AdminCtx["db"], { userId, fileIds }: ZipFiles): Promise<StoredFile[]> {
  const ids = [...new Set(fileIds.map((id) => id.toLowerCase()))];
  const rows = await db.userFile.findMany({
    where: { userId, id: { in: ids } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: STORED_FILE,
  });
  if (rows.length < ids.length) throw new DomainError("NOT_FOUND", NO_SUCH_FILE);
  return rows;
}
