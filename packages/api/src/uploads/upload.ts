import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { FILE_EXISTS, type FileTransfer } from "@countinghouse/providers/file-transfer/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { UPLOADS_MESSAGES } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  type UploadOutcome,
  type UploadState,
  uploadExtension,
} from "@countinghouse/validators/uploads/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { whyNotContent } from "../incoming-files/content.ts";
import { type KeptBytes, readPieces } from "../incoming-files/kept-bytes.ts";
import { type WithScanner, whyInfected } from "../incoming-files/scan.ts";
import type { WithPorts } from "../ports.ts";
import { refuseOff } from "../vendors-off.ts";
import { whyFailed } from "./failures.ts";
import { type FileFacts, whyNotTaken } from "./rules.ts";

export interface WithUploads {
  /** The folder of the file-transfer area that uploads go to, such as "/uploads". */
  uploads: { folder: string };
}

/** A file that has arrived here whole. */
export interface ReceivedFile extends FileFacts {
  requestId: string;
  /** In hexadecimal. */
  sha256: string;
  /** Its bytes, from the first. */
  open: () => Readable;
  /** Its bytes, at any place. */
  kept: KeptBytes;
}

/** Longer than a transfer may take: until then nobody else sends the file. */
const LEASE_MS = 300_000;

interface Ended {
  state: UploadState;
  reason: string;
}

type UploadCtx = AdminCtx<WithUploads & WithScanner & WithPorts<"fileTransfer">>;

/**
 * Sends a file to the file-transfer area under a name of ours, and says what came of it; one that the rules refuse, or in which
 * the virus scanner finds something, is written down and not sent. A repeated request is answered with what came of it the first time. Where that is not
 * known it is sent once more under the same name, so that it is there once. Throws RULE where there is no such
 * area, CONFLICT for the same request with
 * another file, and while the file is on its way, UNAVAILABLE where the virus scanner does not answer.
 */
export async function uploadFile(ctx: UploadCtx, file: ReceivedFile): Promise<UploadOutcome> {
  refuseOff("fileTransfer", ctx.services);
  const { id, isNew } = await begin(ctx, file, await whyNotInside(ctx, file));
  const upload = await ctx.db.upload.findUniqueOrThrow({ where: { id } });
  const { fileName, remotePath, state, reason } = upload;
  const isOpen = state === "SENDING" || state === "UNKNOWN";
  if (!isOpen || remotePath === null) return toOutcome(fileName, { state, reason });
  const attempt = isNew ? 1 : await resume(ctx, id);
  const sent = await send(ctx, remotePath, file);
  const ended = isNew ? sent : afterEarlier(sent);
  await finish(ctx, id, attempt, ended);
  return toOutcome(fileName, ended);
}

function toOutcome(fileName: string, { state, reason }: Ended): UploadOutcome {
  const say = state === "UPLOADED" ? UPLOADS_MESSAGES.uploaded : UPLOADS_MESSAGES.failed;
  return { fileName, state, message: say(fileName), reason };
}

/** Why a file is not taken: its name, its size, its kind, what it does, and what the scanner finds; the cheapest look first. */
const whyNotInside = async ({ services }: UploadCtx, file: ReceivedFile): Promise<string | null> =>
  whyNotTaken(file) ??
  (await whyNotContent(file.kept, uploadExtension(file.fileName) ?? "")) ??
  (await whyInfected(services, readPieces(file.kept)));

/** Writes the file down before anything is sent. */
async function begin(
  ctx: AdminCtx<WithUploads & WithScanner>,
  file: ReceivedFile,
  whyNot: string | null,
): Promise<{ id: string; isNew: boolean }> {
  const { requestId, fileName, sizeBytes, sha256 } = file;
  const isScanned = ctx.services.virusScanner !== null;
  const input = { requestId, fileName, sizeBytes, sha256, whyNot };
  const spec = { action: "uploads.begin", capability: "uploads.write", input } as const;
  let isNew = false;
  const begun = await ctx.command(spec, async ({ tx, now }) => {
    isNew = true;
    const id = randomUUID();
    const { folder } = ctx.services.uploads;
    const remotePath =
      whyNot === null ? `${folder}/${newYorkDate(now)}-${id}.${uploadExtension(fileName) ?? ""}` : null;
    const state = whyNot === null ? "SENDING" : "REFUSED";
    await tx.upload.create({
      data: {
        id,
        fileName,
        sizeBytes,
        sha256: Uint8Array.from(Buffer.from(sha256, "hex")),
        remotePath,
        state,
        reason: whyNot ?? "",
        createdById: ctx.actor.id,
        createdAt: now,
        ...(whyNot === null
          ? { attempts: 1, leasedUntil: new Date(now.getTime() + LEASE_MS) }
          : { finishedAt: now }),
      },
    });
    return {
      result: { id },
      audit: {
        subject: { type: "upload", id },
        after: { state, fileName, sizeBytes, sha256, remotePath, reason: whyNot ?? "", isScanned },
      },
    };
  });
  return { ...begun, isNew };
}

/** Takes up a file whose outcome is not known. Returns the number of this attempt. */
function resume(ctx: AdminCtx, id: string): Promise<number> {
  const spec = {
    action: "uploads.resume",
    capability: "uploads.write",
    input: { requestId: randomUUID() },
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const taken = await tx.upload.updateManyAndReturn({
      where: {
        id,
        state: { in: ["SENDING", "UNKNOWN"] },
        OR: [{ leasedUntil: null }, { leasedUntil: { lt: now } }],
      },
      data: { state: "SENDING", attempts: { increment: 1 }, leasedUntil: new Date(now.getTime() + LEASE_MS) },
      select: { attempts: true },
    });
    const attempt = taken[0]?.attempts;
    if (attempt === undefined)
      throw new DomainError("CONFLICT", "This file is being uploaded already.", { isUnderWay: true });
    return {
      result: attempt,
      audit: { subject: { type: "upload", id }, after: { state: "SENDING", attempt } },
    };
  });
}

/** Writes down what came of an attempt, unless another one was made since. */
function finish(ctx: AdminCtx, id: string, attempt: number, ended: Ended): Promise<null> {
  const spec = {
    action: "uploads.finish",
    capability: "uploads.write",
    input: { requestId: randomUUID() },
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { state, reason } = ended;
    await tx.upload.updateMany({
      where: { id, state: "SENDING", attempts: attempt },
      data: { state, reason, leasedUntil: null, finishedAt: now },
    });
    return { result: null, audit: { subject: { type: "upload", id }, after: { state, reason, attempt } } };
  });
}

const THERE: Ended = { state: "UPLOADED", reason: "" };

/** In no transaction: a slow area holds up nobody else. */
async function send(
  { services }: AdminCtx<WithPorts<"fileTransfer">>,
  remotePath: string,
  file: ReceivedFile,
): Promise<Ended> {
  const { fileTransfer } = services.ports;
  try {
    await fileTransfer.put(remotePath, file.open());
    return THERE;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ remotePath, kind: error.kind, error: error.message }, "not uploaded");
    // The name is ours alone: what has it is this file, if it has its size.
    const mayBeThere = error.kind === "unknown" || error.vendorCode === FILE_EXISTS;
    return mayBeThere && (await isThere(fileTransfer, remotePath, file)) ? THERE : failed(error, remotePath);
  }
}

/** An attempt that failed tells nothing of the one before it, which may have left the file there. */
const afterEarlier = (sent: Ended): Ended =>
  sent.state === "FAILED"
    ? { state: "UNKNOWN", reason: `${sent.reason} It may have arrived before. Retry checks it.` }
    : sent;

async function isThere(
  fileTransfer: FileTransfer,
  remotePath: string,
  { sizeBytes }: Pick<ReceivedFile, "sizeBytes">,
): Promise<boolean> {
  const slash = remotePath.lastIndexOf("/");
  try {
    const files = await fileTransfer.list(remotePath.slice(0, slash) || "/");
    return files.some((found) => found.name === remotePath.slice(slash + 1) && found.sizeBytes === sizeBytes);
  } catch {
    return false;
  }
}

const failed = (error: ProviderError, remotePath: string): Ended => ({
  state: error.kind === "unknown" ? "UNKNOWN" : "FAILED",
  reason: whyFailed(error, remotePath),
});
