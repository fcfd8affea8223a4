import {
  COLLECTION_ZIP_NAMES,
  COLLECTION_ZIPS,
  type CollectionZip,
  NOT_INCLUDED_NAME,
} from "@countinghouse/validators/collections/rules";
import type { ZipCollection } from "@countinghouse/validators/collections/schemas";
import { FILE_LINK_SECONDS } from "@countinghouse/validators/files/rules";
import { COLLECTIONS_MESSAGES as MESSAGES } from "@countinghouse/validators/messages";
import { z } from "zod";
import type { AuditDraft } from "../audit.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { refuseWhen } from "../errors.ts";
import { openSessionTicket, sealSessionTicket } from "../files/session-tickets.ts";
import type { OpenedFile } from "../files/stored.ts";
import { zipStream } from "../files/zip-stream.ts";
import { type CollectionDocument, readDocuments, toAsked } from "./documents.ts";
import { type DocumentServices, fetchDocuments } from "./fetch-documents.ts";

/** Where the documents of a ticket are had. */
export const COLLECTION_ZIP_PATH = "/api/files/collections";

export const COLLECTION_ZIP_FAILURE = MESSAGES.failed;

const GRANT = { kind: "collections", action: "collections.zip", capability: "collections.export" } as const;

/** Why there is nothing to save (specification 2, section 8). */
const WHY_NONE: Readonly<Record<CollectionZip, string>> = {
  bulk: MESSAGES.noAssetReport,
  contracts: MESSAGES.noFile,
  user: MESSAGES.noAssetReport,
};

const Granted = z.object({
  type: z.enum(COLLECTION_ZIPS),
  fileIds: z.array(z.uuid()),
  reportIds: z.array(z.int()),
  expiresAt: z.date(),
});

/**
 * The address of a zip file of documents of these users, good for a minute and for the session that asked: the newest asset
 * report or the newest contract of each, or every report of one. It leaves an audit event with all users, and one for each
 * document. Throws RULE when there is none.
 */
export async function zipCollection(ctx: AdminCtx, input: ZipCollection & { requestId: string }) {
  const { type, userIds, requestId } = input;
  const { kind, action, capability } = GRANT;
  await ctx.reading.note({ userIds });
  const granted = await ctx.command({ action, capability, input }, async ({ now }) => {
    const documents = await readDocuments(ctx.db, type, toAsked(type, userIds));
    refuseWhen(documents.length === 0 ? WHY_NONE[type] : null);
    const fileIds = documents.flatMap(({ subject, id }) => (subject === "user_file" ? [id] : []));
    const reportIds = documents.flatMap(({ subject, id }) => (subject === "asset_report" ? [id] : []));
    const expiresAt = new Date(now.getTime() + FILE_LINK_SECONDS * 1000);
    return {
      result: { type, fileIds, reportIds, expiresAt },
      audit: [exportDraft(requestId, input, documents), ...documents.map(readingDraft)],
    };
  });
  const ticket = sealSessionTicket(ctx, kind, requestId, granted.expiresAt);
  return {
    url: `${COLLECTION_ZIP_PATH}/${ticket}`,
    fileName: COLLECTION_ZIP_NAMES[type],
    documents: granted.fileIds.length + granted.reportIds.length,
    expiresAt: granted.expiresAt,
  };
}

const exportDraft = (
  requestId: string,
  { type, userIds }: ZipCollection,
  documents: readonly CollectionDocument[],
): AuditDraft => ({
  subject: { type: "collection", id: requestId },
  after: { type, users: userIds.length, userIds, documents: documents.length },
});

const readingDraft = ({ subject, id, userId }: CollectionDocument): AuditDraft => ({
  subject: { type: subject, id },
  after: { userId, purpose: "collection" },
});

/**
 * The zip file of a ticket, made while it is sent. Whoever holds the ticket must still be signed in, in the same session, and
 * still allowed to. What can not be had is named in a text beside the documents; an outage ends the download.
 */
export async function openCollectionZip(
  services: Pick<Core, "db" | "now"> & DocumentServices,
  ticket: string,
): Promise<OpenedFile> {
  const opened = await openSessionTicket(services, GRANT, ticket);
  if (!opened.ok) return opened;
  const { type, ...asked } = Granted.parse(opened.granted);
  const documents = await readDocuments(services.db.read, type, asked);
  return {
    ok: true,
    fileName: COLLECTION_ZIP_NAMES[type],
    contentType: "application/zip",
    sizeBytes: null,
    stream: zipStream((left) => entries(services, documents, left)),
  };
}

async function* entries(
  services: Pick<Core, "db" | "now"> & DocumentServices,
  documents: readonly CollectionDocument[],
  left: AbortSignal,
) {
  const missing: string[] = [];
  for await (const { document, content } of fetchDocuments(services, documents, left)) {
    if (content === null) missing.push(document.name);
    else yield { name: document.name, lastModified: document.at, input: content };
  }
  if (missing.length > 0)
    yield { name: NOT_INCLUDED_NAME, lastModified: services.now(), input: notIncluded(missing) };
}

const notIncluded = (names: readonly string[]): string =>
  `These files could not be loaded and are not included:\r\n${names.map((name) => `${name}\r\n`).join("")}`;
