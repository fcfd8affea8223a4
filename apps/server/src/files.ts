import { PUBLIC_CONTRACT_PATH } from "@countinghouse/api/applications/contract-links";
import { openContract } from "@countinghouse/api/applications/open-contract";
import { LIEN_PDFS_FAILURE, LIEN_PDFS_PATH, openLienPdfs } from "@countinghouse/api/businesses/lien-pdfs";
import {
  COLLECTION_ZIP_FAILURE,
  COLLECTION_ZIP_PATH,
  openCollectionZip,
} from "@countinghouse/api/collections/zip";
import { createCtx } from "@countinghouse/api/context";
import { DomainError } from "@countinghouse/api/errors";
import { openStoredLink } from "@countinghouse/api/files/link";
import { FILE_FAILURE, type OpenedFile, ZIP_FAILURE } from "@countinghouse/api/files/stored";
import { openZip, ZIP_PATH } from "@countinghouse/api/files/zip";
import { openPacket, PACKET_FAILURE, PACKET_PATH } from "@countinghouse/api/packets/packet";
import type { Services } from "@countinghouse/api/services";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { type CallOptions, requestFacts } from "./calls.ts";
import { refuseFile, sendFile } from "./file-answer.ts";

/** The path of links to files that are stored in a folder. */
export const FILES_PATH = "/files";

type Bindings = { Bindings: HttpBindings };

/**
 * Returns the routes of files: links of storage in a folder, zip files, liens, documents for collections, packets, and copied links to
 * contracts. Each address is signed. A forged address is refused (403), an expired or revoked one is gone (410), and one without a file
 * is not found (404). A visitor who tries too many contracts has to wait (429).
 */
export function createFileRoutes(services: Services, options: CallOptions): Hono<Bindings> {
  const routes = new Hono<Bindings>();
  routes.get(`${FILES_PATH}/*`, (c) =>
    answer(c, services, FILE_FAILURE, async () => {
      const opened = await openStoredLink(services, c.req.url);
      return opened.ok ? sendFile(c, opened) : refuse(c, opened);
    }),
  );
  routes.get(`${ZIP_PATH}/:ticket`, (c) =>
    answer(c, services, ZIP_FAILURE, async () => {
      const opened = await openZip(services, c.req.param("ticket"));
      return opened.ok ? sendFile(c, { ...opened, disposition: "attachment" }) : refuse(c, opened);
    }),
  );
  routes.get(`${LIEN_PDFS_PATH}/:ticket`, (c) =>
    answer(c, services, LIEN_PDFS_FAILURE, async () => {
      const opened = await openLienPdfs(services, c.req.param("ticket"));
      return opened.ok ? sendFile(c, { ...opened, disposition: "attachment" }) : refuse(c, opened);
    }),
  );
  routes.get(`${COLLECTION_ZIP_PATH}/:ticket`, (c) =>
    answer(c, services, COLLECTION_ZIP_FAILURE, async () => {
      const opened = await openCollectionZip(services, c.req.param("ticket"));
      return opened.ok ? sendFile(c, { ...opened, disposition: "attachment" }) : refuse(c, opened);
    }),
  );
  routes.get(`${PACKET_PATH}/:ticket`, (c) =>
    answer(c, services, PACKET_FAILURE, async () => {
      const opened = await openPacket(services, c.req.param("ticket"));
      return opened.ok ? sendFile(c, { ...opened, disposition: "attachment" }) : refuse(c, opened);
    }),
  );
  routes.get(`${PUBLIC_CONTRACT_PATH}/:ticket`, (c) =>
    answer(c, services, FILE_FAILURE, async () => {
      const facts = requestFacts(c.env.incoming, services, options);
      const ctx = createCtx(services, { kind: "visitor", ip: facts.ip }, facts);
      const opened = await openContract(ctx, c.req.param("ticket"));
      if (!opened.ok) return refuse(c, opened);
      const disposition = opened.contentType === "application/pdf" ? "inline" : "attachment";
      return sendFile(c, { ...opened, disposition });
    }),
  );
  return routes;
}

type Unopened = Extract<OpenedFile, { ok: false }>;

const STATUS = { invalid: 403, expired: 410, missing: 404 } as const;

const refuse = (c: Context, { reason, message }: Unopened): Response =>
  refuseFile(c, STATUS[reason], message);

/** Answers with the file, or with the reason of a refusal. A failure of storage is 503, and can be tried again. */
async function answer(
  c: Context,
  { log }: Services,
  failure: string,
  open: () => Promise<Response>,
): Promise<Response> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") return refuseFile(c, 404, error.message);
    if (error instanceof DomainError && error.code === "LIMITED") return refuseFile(c, 429, error.message);
    const isStorage = error instanceof ProviderError || error instanceof DomainError;
    log[isStorage ? "warn" : "error"]({ error: String(error) }, "a file could not be sent");
    return refuseFile(c, 503, failure);
  }
}
