import { z } from "zod";
import { fetchFile } from "../http.ts";
import { pdfBytesSchema } from "../pdf-bytes.ts";
import { ProviderError } from "../provider-error.ts";
import { type MiddeskCalls, middeskError } from "./middesk-call.ts";
import { type BusinessVerification, LINK_EXPIRED } from "./port.ts";

/** With which a store of files answers once a link to it has expired. */
const GONE: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

/** A document has some pages. */
const LARGEST_BYTES = 25_000_000;

/** Documents at Middesk, fetched by links that work for a short time only, from its own hosts and those that are named. */
export function createMiddeskDocuments(
  calls: MiddeskCalls,
  hosts: readonly string[],
): Pick<BusinessVerification, "document"> {
  const { vendor } = calls;
  const limits = { hosts, mostBytes: LARGEST_BYTES };
  const fetchDocument = async (documentId: string): Promise<Uint8Array | null> => {
    const path = `/documents/${encodeURIComponent(documentId)}/download_url`;
    const { data } = await calls.call({ method: "GET", path, answer: linkSchema, safe: true });
    return fetchFile(vendor, data, limits).catch(nullWhenGone);
  };
  return {
    document: async (documentId) => {
      const bytes = (await fetchDocument(documentId)) ?? (await fetchDocument(documentId));
      if (!bytes) throw middeskError("refused", LINK_EXPIRED, "the link to the document has expired");
      const pdf = pdfBytesSchema.safeParse(bytes);
      if (pdf.success) return pdf.data;
      throw middeskError("unavailable", "DOCUMENT", "the document could not be read");
    },
  };
}

function nullWhenGone(error: unknown): null {
  if (error instanceof ProviderError && GONE.has(error.status)) return null;
  throw error;
}

const linkSchema = z.object({ data: z.url() });
