import { randomUUID } from "node:crypto";
import {
  contractLinkState,
  whyNotRevokeContractLink,
} from "@countinghouse/validators/applications/contract-links";
import type { CreateContractLink, RevokeContractLink } from "@countinghouse/validators/applications/schemas";
import { whyNotShareFile } from "@countinghouse/validators/files/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { FILE_FAILURE, NO_SUCH_FILE, STORED_FILE, storedSizes } from "../files/stored.ts";
import { sealTicket } from "../files/tickets.ts";
import type { WithPorts } from "../ports.ts";

export interface WithContractLinks {
  /** How many days a copied link to a contract works. */
  contractLinkDays: number;
}

/** Where the contract of a copied link is shown (specification 1, section 2). */
export const PUBLIC_CONTRACT_PATH = "/public/contracts";

const DAY_MS = 86_400_000;

/**
 * A link by which whoever has it may open a contract for some days, until it is revoked; its path is one of this site.
 * Throws NOT_FOUND without such a file or its bytes, RULE when it is no contract, LIMITED, UNAVAILABLE.
 */
export async function createContractLink(
  ctx: AdminCtx<WithContractLinks & WithPorts<"objectStorage">>,
  input: CreateContractLink & { requestId: string },
) {
  const { vault, contractLinkDays } = ctx.services;
  const row = await ctx.db.userFile.findUnique({ where: { id: input.fileId }, select: STORED_FILE });
  const file = found(row, NO_SUCH_FILE);
  refuseWhen(whyNotShareFile(file));
  await storedSizes(ctx, [file], FILE_FAILURE);
  await ctx.reading.note({ userIds: [file.userId] });
  const spec = {
    action: "applications.createContractLink",
    capability: "files.download",
    input,
  } as const;
  const { linkId, expiresAt } = await ctx.command(spec, async ({ tx, now }) => {
    const link = { linkId: randomUUID(), expiresAt: new Date(now.getTime() + contractLinkDays * DAY_MS) };
    const made = { createdById: ctx.actor.id, createdAt: now, expiresAt: link.expiresAt };
    await tx.contractLink.create({ data: { id: link.linkId, fileId: file.id, ...made } });
    const { userId, applicationId } = file;
    return {
      result: link,
      audit: { subject: { type: "user_file", id: file.id }, after: { userId, applicationId, ...link } },
    };
  });
  // Signed anew rather than kept: what opens a contract lies in no table.
  const ticket = sealTicket(vault, { kind: "contract", ids: [linkId], expiresAt });
  return { linkId, path: `${PUBLIC_CONTRACT_PATH}/${ticket}`, expiresAt };
}

/** Makes a link open nothing from now on. Throws NOT_FOUND, RULE when it opens nothing already, CONFLICT. */
export function revokeContractLink(ctx: AdminCtx, input: RevokeContractLink & { requestId: string }) {
  const { linkId } = input;
  const spec = {
    action: "applications.revokeContractLink",
    capability: "files.download",
    input,
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const link = found(
      await tx.contractLink.findUnique({
        where: { id: linkId },
        select: { expiresAt: true, revokedAt: true, file: { select: SUBJECT } },
      }),
      "There is no such contract link.",
    );
    refuseWhen(whyNotRevokeContractLink(link, now));
    const { count } = await tx.contractLink.updateMany({
      where: { id: linkId, revokedAt: null },
      data: { revokedAt: now, revokedById: ctx.actor.id },
    });
    if (count === 0) throw new DomainError("CONFLICT", "Someone else just revoked this link.");
    const { id, ...whose } = link.file;
    return {
      result: { linkId, revokedAt: now },
      audit: {
        subject: { type: "user_file", id },
        before: { ...whose, linkId, revokedAt: null },
        after: { ...whose, linkId, revokedAt: now },
      },
    };
  });
}

const SUBJECT = { id: true, userId: true, applicationId: true } as const;

/** How much of the past is told. */
const MOST_LINKS = 100;
const MOST_OPENINGS = 50;

/** The links that were made to these files, the latest first: by whom, until when, and when each was opened. */
export async function readContractLinks(ctx: AdminCtx, fileIds: readonly string[]) {
  const rows = await ctx.db.contractLink.findMany({
    where: { fileId: { in: [...fileIds] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST_LINKS,
    select: {
      id: true,
      fileId: true,
      createdAt: true,
      expiresAt: true,
      revokedAt: true,
      createdBy: { select: { fullName: true } },
      revokedBy: { select: { fullName: true } },
      _count: { select: { openings: true } },
      openings: {
        orderBy: { openedAt: "desc" },
        take: MOST_OPENINGS,
        select: { id: true, openedAt: true, ip: true },
      },
    },
  });
  const now = ctx.now();
  return rows.map(({ createdBy, revokedBy, _count, ...link }) => ({
    ...link,
    state: contractLinkState(link, now),
    createdBy: createdBy.fullName,
    revokedBy: revokedBy?.fullName ?? null,
    openingCount: _count.openings,
  }));
}
