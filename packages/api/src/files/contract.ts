import { randomUUID } from "node:crypto";
import { CONTRACT_LINK_HOURS, whyNotShareFile } from "@countinghouse/validators/file-rules";
import type { ShareContract } from "@countinghouse/validators/files";
import type { AdminCtx, Ctx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { safeFileName, servedContentType } from "./names.ts";
import {
  EXPIRED_LINK,
  FILE_FAILURE,
  INVALID_LINK,
  MISSING_FILE,
  NO_SUCH_FILE,
  type OpenedFile,
  STORED_FILE,
  storedSizes,
} from "./stored.ts";
import { openTicket, sealTicket } from "./tickets.ts";

/** Where the contract of a copied link is shown (specification 1, section 2). */
export const PUBLIC_CONTRACT_PATH = "/public/contracts";

const HOUR_MS = 3_600_000;

/**
 * The address of a contract that whoever has it may open for a day, as a path of this site. Throws NOT_FOUND without
 * such a file or its bytes, RULE when it is no contract, UNAVAILABLE.
 */
export async function shareContract(ctx: AdminCtx, input: ShareContract & { requestId: string }) {
  const row = await ctx.db.userFile.findUnique({ where: { id: input.fileId }, select: STORED_FILE });
  const file = found(row, NO_SUCH_FILE);
  refuseWhen(whyNotShareFile(file));
  await storedSizes(ctx, [file], FILE_FAILURE);
  const { id, userId, applicationId } = file;
  const spec = { action: "files.shareContract", capability: "files.download", input } as const;
  const { expiresAt } = await ctx.command(spec, ({ now }) => {
    const granted = { expiresAt: new Date(now.getTime() + CONTRACT_LINK_HOURS * HOUR_MS) };
    return Promise.resolve({
      result: granted,
      audit: { subject: { type: "user_file", id }, after: { userId, applicationId, ...granted } },
    });
  });
  const ticket = sealTicket(ctx.services.vault, { kind: "contract", ids: [id], expiresAt });
  return { path: `${PUBLIC_CONTRACT_PATH}/${ticket}`, expiresAt };
}

/** The contract of a copied link, for anyone who has it. Each opening stands in the audit, with the address it came from. */
export async function openContract(ctx: Ctx, ticket: string): Promise<OpenedFile> {
  const opened = openTicket(ctx.services.vault, "contract", ticket, ctx.now());
  if (!opened.ok) return opened.reason === "expired" ? EXPIRED_LINK : INVALID_LINK;
  const [id = ""] = opened.ids;
  const file = await ctx.db.userFile.findUnique({ where: { id, type: "contract" }, select: STORED_FILE });
  const object = file && (await ctx.services.ports.objectStorage.get(file.objectKey));
  if (!object) return MISSING_FILE;
  try {
    await auditOpening(ctx, file);
  } catch (error) {
    await object.stream.cancel();
    throw error;
  }
  const { stream, sizeBytes } = object;
  return { ok: true, fileName: safeFileName(file), contentType: servedContentType(file), sizeBytes, stream };
}

function auditOpening(ctx: Ctx, file: { id: string; userId: number }): Promise<null> {
  const spec = { action: "files.openContract", capability: null, input: { requestId: randomUUID() } };
  return ctx.command(spec, () =>
    Promise.resolve({
      result: null,
      audit: {
        subject: { type: "user_file", id: file.id },
        after: { userId: file.userId, ip: ctx.request.ip, userAgent: ctx.request.userAgent.slice(0, 300) },
      },
    }),
  );
}
