import { randomUUID } from "node:crypto";
import { contractLinkState } from "@countinghouse/validators/applications/contract-links";
import type { Actor } from "../actor.ts";
import { clientKey } from "../auth/client-key.ts";
import type { WithLimits } from "../auth/limits.ts";
import type { Ctx } from "../context.ts";
import { safeFileName, servedContentType } from "../files/names.ts";
import { EXPIRED_LINK, INVALID_LINK, MISSING_FILE, type OpenedFile, STORED_FILE } from "../files/stored.ts";
import { openTicket } from "../files/tickets.ts";
import type { WithPorts } from "../ports.ts";

/** How much is kept of what a browser says it is. */
const USER_AGENT_LENGTH = 300;

const LINK = {
  id: true,
  expiresAt: true,
  revokedAt: true,
  file: { select: STORED_FILE },
} as const;

/**
 * The contract of a copied link, for anyone who has it while it is neither expired nor revoked. Each opening is kept
 * with the link, and stands in the audit with the address it came from. Throws LIMITED when one address opens it too often, or tries
 * too many that open none.
 */
export async function openContract(
  ctx: Ctx<Actor, WithLimits & WithPorts<"objectStorage">>,
  ticket: string,
): Promise<OpenedFile> {
  const { vault, limits, ports } = ctx.services;
  const address = clientKey(ctx.request.ip);
  const opened = openTicket(vault, "contract", ticket, ctx.now());
  if (!opened.ok) {
    // Whoever tries those keeps nobody at the same address from a contract.
    await limits.consume("wrongLinksByAddress", address);
    return opened.reason === "expired" ? EXPIRED_LINK : INVALID_LINK;
  }
  const [id = ""] = opened.ids;
  await limits.consume("openingsByLink", `${id} ${address}`);
  const link = await ctx.db.contractLink.findUnique({ where: { id }, select: LINK });
  if (!link) return INVALID_LINK;
  if (contractLinkState(link, ctx.now()) !== "live") return EXPIRED_LINK;
  const object = await ports.objectStorage.get(link.file.objectKey);
  if (!object) return MISSING_FILE;
  try {
    await saveOpening(ctx, link);
  } catch (error) {
    await object.stream.cancel();
    throw error;
  }
  const { stream, sizeBytes } = object;
  const { file } = link;
  return { ok: true, fileName: safeFileName(file), contentType: servedContentType(file), sizeBytes, stream };
}

function saveOpening(
  ctx: Ctx,
  { id: linkId, file }: { id: string; file: { id: string; userId: number } },
): Promise<null> {
  const ip = ctx.request.ip;
  const userAgent = ctx.request.userAgent.slice(0, USER_AGENT_LENGTH);
  const input = { requestId: randomUUID() };
  const spec = { action: "applications.openContract", capability: null, input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await tx.contractLinkOpening.create({ data: { linkId, openedAt: now, ip, userAgent } });
    return {
      result: null,
      audit: {
        subject: { type: "user_file", id: file.id },
        after: { userId: file.userId, linkId, ip, userAgent },
      },
    };
  });
}
