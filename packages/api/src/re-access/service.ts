import { randomUUID } from "node:crypto";
import { RE_ACCESS_SECONDS, whyNotReAccess } from "@countinghouse/validators/re-access/rules";
import type { CreateReAccess, GetReAccess } from "@countinghouse/validators/re-access/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { found, refuseWhen } from "../errors.ts";
import type { WithPortal } from "./code.ts";
import { codeHash, reAccessCode } from "./code.ts";

/**
 * Makes a link by which this admin enters the customer portal as a user: it works once, within `secondsLeft`. Throws
 * RULE when the user may not sign in. What is kept of the answer does not hold the code; it is put in afterwards.
 */
export async function createReAccess(
  ctx: AdminCtx<WithPortal>,
  input: CreateReAccess & { requestId: string },
) {
  const { userId, reason } = input;
  const { vault, customerPortal } = ctx.services;
  const spec = { action: "reAccess.create", capability: "users.reAccess", input } as const;
  const link = await ctx.command(spec, async ({ tx, now }) => {
    const select = { disableLogin: true } as const;
    const user = found(await tx.user.findUnique({ where: { id: userId }, select }), unknownUser(userId));
    refuseWhen(whyNotReAccess(user));
    const id: string = randomUUID();
    const expiresAt = new Date(now.getTime() + RE_ACCESS_SECONDS * 1000);
    const tokenHash = codeHash(reAccessCode(vault, id));
    await tx.reAccessLink.create({
      data: { id, userId, adminId: ctx.actor.id, reason, tokenHash, expiresAt, createdAt: now },
    });
    return {
      result: { linkId: id, expiresAt },
      audit: { subject: { type: "user", id: userId }, after: { linkId: id, reason, expiresAt } },
    };
  });
  const msLeft = link.expiresAt.getTime() - ctx.now().getTime();
  return {
    linkId: link.linkId,
    url: `${found(customerPortal, "There is no customer portal.").url}/re-access?code=${reAccessCode(vault, link.linkId)}`,
    secondsLeft: Math.max(0, Math.floor(msLeft / 1000)),
  };
}

/** A link of this admin that was opened: as whom, by whom, when. Throws NOT_FOUND of any other link. */
export async function getReAccess(ctx: AdminCtx, { id }: GetReAccess) {
  const link = await ctx.db.reAccessLink.findFirst({
    where: { id, adminId: ctx.actor.id, redeemedAt: { not: null } },
    select: {
      redeemedAt: true,
      user: { select: { id: true, firstname: true, lastname: true, businessName: true } },
      admin: { select: { fullName: true } },
    },
  });
  const { user, admin, redeemedAt } = found(link, "There is no such re-access of yours.");
  return { userId: user.id, customer: customerName(user), adminName: admin.fullName, redeemedAt };
}
