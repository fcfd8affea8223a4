import { FILE_LINK_SECONDS } from "@countinghouse/validators/files/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { type LinkPacket, MANIFEST_NAME, PACKET_TEXTS } from "@countinghouse/validators/packets/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { z } from "zod";
import type { AuditDraft } from "../audit.ts";
import { AUDIT_CHAIN } from "../chain/audit-chain.ts";
import { LEDGER_CHAIN } from "../chain/ledger-chain.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { found } from "../errors.ts";
import { entryNames } from "../files/names.ts";
import { openSessionTicket, sealSessionTicket } from "../files/session-tickets.ts";
import { type OpenedFile, STORED_FILE, type StoredFile } from "../files/stored.ts";
import { zipStream } from "../files/zip-stream.ts";
import type { WithPorts } from "../ports.ts";
import { createFileHash, sealManifest } from "./manifest.ts";
import { packetSheets, writeSheet } from "./sheets.ts";

const GRANT = { kind: "packet", action: "packets.create", capability: "packets.create" } as const;

/** Where the packet of a ticket is had. */
export const PACKET_PATH = "/api/files/packets";

export const PACKET_FAILURE = PACKET_TEXTS.failed;

const Granted = z.object({
  packetId: z.string(),
  userId: z.int(),
  role: z.enum(["SUPERADMIN", "ADMIN"]),
  madeBy: z.string(),
  fileIds: z.array(z.uuid()),
  at: z.date(),
  expiresAt: z.date(),
});

/**
 * The address of everything that is kept of a customer as one zip file, good for a minute and for the session that asked. It
 * leaves an audit event, and one for each document. Throws NOT_FOUND, LIMITED.
 */
export async function linkPacket(ctx: AdminCtx, input: LinkPacket & { requestId: string }) {
  const { userId, requestId } = input;
  const { kind, action, capability } = GRANT;
  const { role, email } = ctx.actor;
  found(await ctx.db.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
  await ctx.reading.note({ userIds: [userId] });
  const granted = await ctx.command({ action, capability, input }, async ({ now }) => {
    const files = await readFiles(ctx.db, userId);
    const fileIds = files.map(({ id }) => id);
    const expiresAt = new Date(now.getTime() + FILE_LINK_SECONDS * 1000);
    return {
      result: { packetId: requestId, userId, role, madeBy: email, fileIds, at: now, expiresAt },
      audit: [packetDraft(userId, requestId, files.length), ...files.map(readingDraft)],
    };
  });
  const ticket = sealSessionTicket(ctx, kind, requestId, granted.expiresAt);
  return { url: `${PACKET_PATH}/${ticket}`, fileName: packetName(userId), expiresAt: granted.expiresAt };
}

const packetDraft = (userId: number, packetId: string, documents: number): AuditDraft => ({
  subject: { type: "user", id: String(userId) },
  after: { packetId, documents },
});

const readingDraft = ({ id, userId, applicationId, type }: StoredFile): AuditDraft => ({
  subject: { type: "user_file", id },
  after: { userId, applicationId, type, purpose: "packet" },
});

const packetName = (userId: number): string => `packet_user-${userId}.zip`;

/**
 * The packet of a ticket, made while it is sent: the tables one after the other, the documents as they lie, and at the end the
 * manifest with the hash of each. Whoever holds the ticket must still be signed in, in the same session, and still allowed to.
 */
export async function openPacket(
  services: Core & WithPorts<"objectStorage">,
  ticket: string,
): Promise<OpenedFile> {
  const opened = await openSessionTicket(services, GRANT, ticket);
  if (!opened.ok) return opened;
  const granted = Granted.parse(opened.granted);
  return {
    ok: true,
    fileName: packetName(granted.userId),
    contentType: "application/zip",
    sizeBytes: null,
    stream: zipStream((left) => entries(services, granted, left)),
  };
}

async function* entries(
  services: Core & WithPorts<"objectStorage">,
  { packetId, userId, role, madeBy, fileIds, at }: z.infer<typeof Granted>,
  left: AbortSignal,
) {
  const { db, vault, ports } = services;
  const hashes: ReturnType<typeof createFileHash>[] = [];
  const whole = (name: string, content: Uint8Array<ArrayBuffer> | string) => {
    const hash = createFileHash(name);
    hash.add(content);
    hashes.push(hash);
    return { name, lastModified: at, input: content };
  };
  // Before the tables: all that they have of the chains was linked by then, or is linked later.
  const [audit, ledger] = await Promise.all([AUDIT_CHAIN.last(db.read), LEDGER_CHAIN.last(db.read)]);
  yield whole("README.txt", readme(userId, madeBy, at));
  for (const sheet of packetSheets(role, userId)) {
    left.throwIfAborted();
    yield whole(`${sheet.name}.csv`, await writeSheet(db.read, sheet));
  }
  const missing: string[] = [];
  const files = (await readFiles(db.read, userId)).filter(({ id }) => fileIds.includes(id));
  const names = entryNames(files);
  for (const [index, file] of files.entries()) {
    const object = await ports.objectStorage.get(file.objectKey);
    const name = `documents/${names[index]}`;
    if (object === null) missing.push(name);
    else {
      const hash = createFileHash(name);
      hashes.push(hash);
      const input = object.stream.pipeThrough(hashing(hash), { signal: left });
      yield { name, lastModified: file.createdAt, input };
    }
  }
  if (missing.length > 0) yield whole("documents-missing.txt", missing.map((name) => `${name}\r\n`).join(""));
  const made = hashes.map((hash) => hash.done());
  const chains = { audit: lastLink(audit), ledger: lastLink(ledger) };
  const madeAt = `${formatNewYork(at, "dateTime")} (America/New_York)`;
  yield {
    name: MANIFEST_NAME,
    lastModified: at,
    input: sealManifest(vault, { packetId, userId, madeAt, madeBy, chains, files: made }),
  };
}

const lastLink = (last: { position: bigint; hash: Uint8Array } | null) =>
  last && { position: String(last.position), hash: Buffer.from(last.hash).toString("hex") };

const hashing = (hash: ReturnType<typeof createFileHash>) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      hash.add(chunk);
      controller.enqueue(chunk);
    },
  });

function readFiles(db: Core["db"]["read"], userId: number): Promise<StoredFile[]> {
  return db.userFile.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: STORED_FILE,
  });
}

const readme = (userId: number, madeBy: string, at: Date): string =>
  [
    `All data of customer ${userId}, as of ${formatNewYork(at, "dateTime")} (America/New_York), by ${madeBy}.`,
    "",
    "timeline.csv        what happened, by time",
    "customer.csv        who it is; of the SSN the last four digits",
    "applications.csv, decisions.csv, schedule.csv, payments.csv, ledger.csv, notes.csv, remarks.csv",
    "audit.csv           who did what to it and when, before and after",
    "audit-chain.csv     where each event stands in the chain of the audit, with its keyed hash",
    "ledger-chain.csv    the same of each transaction of the ledger",
    "documents/          its files",
    `${MANIFEST_NAME}       every file with its SHA-256, what was last in both chains, and the signature of all of it`,
    "",
    "npm run packet:verify -- FOLDER, where the console's keys are, says whether a packet is as it was made.",
    "",
  ].join("\r\n");
