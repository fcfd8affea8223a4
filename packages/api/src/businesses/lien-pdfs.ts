import type { ReadDb } from "@countinghouse/db";
import { LINK_EXPIRED } from "@countinghouse/providers/business-verification/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { LienPdfs } from "@countinghouse/validators/businesses/schemas";
import { FILE_LINK_SECONDS } from "@countinghouse/validators/files/rules";
import { BUSINESS_MESSAGES } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { makeZip, predictLength } from "client-zip";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, found } from "../errors.ts";
import { entryNames } from "../files/names.ts";
import { openSessionTicket, sealSessionTicket } from "../files/session-tickets.ts";
import { EXPIRED_LINK, type OpenedFile } from "../files/stored.ts";
import type { WithPorts } from "../ports.ts";

/** Where the documents of a ticket are had. */
export const LIEN_PDFS_PATH = "/api/files/lien-pdfs";

export const LIEN_PDFS_FAILURE = BUSINESS_MESSAGES.reportsFailed;

const GRANT = { kind: "liens", action: "businesses.lienPdfs", capability: "files.download" } as const;
const PDF = "application/pdf";
/** How many documents are fetched at once. */
const AT_ONCE = 4;

const Granted = z.object({ lienIds: z.array(z.uuid()), expiresAt: z.date() });

/**
 * The address of the documents of the newest liens of these users, good for a minute and for the session that asked: a
 * PDF, or several in a zip file. Each leaves its audit event. Throws RULE for a user whose lien has no document, LIMITED.
 */
export async function linkLienPdfs(ctx: AdminCtx, input: LienPdfs & { requestId: string }) {
  const liens = await readDocuments(ctx.db, input.userIds);
  await ctx.reading.note({ userIds: liens.map(({ userId }) => userId) });
  const { kind, action, capability } = GRANT;
  const { expiresAt } = await ctx.command({ action, capability, input }, ({ now }) => {
    const lienIds = liens.map(({ id }) => id);
    const [first, ...rest] = liens.map(({ id, userId }) => ({
      subject: { type: "business_lien", id },
      after: { userId, purpose: "download" },
    }));
    return Promise.resolve({
      result: { lienIds, expiresAt: new Date(now.getTime() + FILE_LINK_SECONDS * 1000) },
      audit: [found(first, LIEN_PDFS_FAILURE), ...rest],
    });
  });
  const ticket = sealSessionTicket(ctx, kind, input.requestId, expiresAt);
  return { url: `${LIEN_PDFS_PATH}/${ticket}`, fileName: zipName(liens, ctx.now()), expiresAt };
}

/** The documents of a ticket, fetched from the verifier. Throws what its adapter throws. */
export async function openLienPdfs(
  services: Core & WithPorts<"businessVerification">,
  ticket: string,
): Promise<OpenedFile> {
  const opened = await openSessionTicket(services, GRANT, ticket);
  if (!opened.ok) return opened;
  const { lienIds } = Granted.parse(opened.granted);
  const liens = await services.db.read.businessLien.findMany({
    where: { id: { in: lienIds } },
    orderBy: { userId: "asc" },
    select: LIEN,
  });
  const documents = await fetchAll(services, liens);
  return documents === null ? EXPIRED_LINK : openLienFile(liens, documents, services.now());
}

const LIEN = {
  id: true,
  userId: true,
  documentId: true,
  filedOn: true,
  createdAt: true,
  business: { select: { name: true } },
} as const;

interface Lien {
  id: string;
  userId: number;
  documentId: string | null;
  filedOn: Date | null;
  createdAt: Date;
  business: { name: string };
}

async function readDocuments(db: ReadDb, userIds: readonly number[]): Promise<Lien[]> {
  const newest = await db.businessLien.findMany({
    where: { userId: { in: [...userIds] } },
    orderBy: [{ userId: "asc" }, { createdAt: "desc" }],
    distinct: ["userId"],
    select: LIEN,
  });
  const byUser = new Map(newest.map((lien) => [lien.userId, lien]));
  const without = userIds.find((userId) => !byUser.get(userId)?.documentId);
  if (without !== undefined) throw new DomainError("RULE", `The lien of user ${without} has no document.`);
  return newest;
}

/** Each document, or null when the link to one had expired. */
async function fetchAll(
  { ports }: WithPorts<"businessVerification">,
  liens: readonly Lien[],
): Promise<Uint8Array[] | null> {
  const documents: Uint8Array[] = [];
  try {
    for (let at = 0; at < liens.length; at += AT_ONCE) {
      const some = liens.slice(at, at + AT_ONCE);
      documents.push(
        ...(await Promise.all(
          some.map(({ documentId }) => ports.businessVerification.document(documentId ?? "")),
        )),
      );
    }
    return documents;
  } catch (error) {
    if (error instanceof ProviderError && error.vendorCode === LINK_EXPIRED) return null;
    throw error;
  }
}

const pdfNames = (liens: readonly Lien[]): string[] =>
  entryNames(
    liens.map(({ userId, business }) => ({ name: `${userId}_${business.name}_lien.pdf`, contentType: PDF })),
  );

/** Several in one file have the name of specification 2, section 9: '{date} Reports.zip', of the day in New York. */
const zipName = (liens: readonly Lien[], now: Date): string =>
  liens.length === 1 ? (pdfNames(liens)[0] ?? "") : `${newYorkDate(now)} Reports.zip`;

function openLienFile(liens: readonly Lien[], documents: readonly Uint8Array[], now: Date): OpenedFile {
  const fileName = zipName(liens, now);
  const [only] = documents;
  if (documents.length === 1 && only)
    return {
      ok: true,
      fileName,
      contentType: PDF,
      sizeBytes: only.length,
      stream: new Blob([Uint8Array.from(only)]).stream(),
    };
  const names = pdfNames(liens);
  const entries = documents.map((input, index) => ({
    name: names[index] ?? "",
    lastModified: liens[index]?.filedOn ?? liens[index]?.createdAt,
    input,
    size: input.length,
  }));
  return {
    ok: true,
    fileName,
    contentType: "application/zip",
    sizeBytes: Number(predictLength(entries)),
    stream: makeZip(entries),
  };
}
