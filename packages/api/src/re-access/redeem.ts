import { randomUUID } from "node:crypto";
import {
  RE_ACCESS_CODE_REFUSED,
  RE_ACCESS_SESSION_MINUTES,
  whyNotReAccess,
  whyNotRedeem,
} from "@countinghouse/validators/re-access/rules";
import { RedeemReAccess } from "@countinghouse/validators/re-access/schemas";
import { whyNotCapable } from "@countinghouse/validators/roles";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import { customerName } from "../customer-name.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { WithPortal } from "./code.ts";
import { codeHash } from "./code.ts";

/** What the customer portal learns: who is to be shown, who looks, until when, and where that is confirmed. */
export interface Redeemed {
  linkId: string;
  userId: number;
  customer: string;
  actAs: { adminId: string; name: string };
  readOnly: true;
  expiresAt: Date;
  returnUrl: string;
}

const LINK = {
  id: true,
  redeemedAt: true,
  expiresAt: true,
  user: { select: { id: true, firstname: true, lastname: true, businessName: true, disableLogin: true } },
  admin: { select: { id: true, fullName: true, role: true, status: true } },
} as const;

const PORTAL = { kind: "job", name: "customer-portal" } as const;

/**
 * Redeems the code in `body` for the customer portal, which has proven that it is the one: exactly once, and before
 * the link expires. Throws INVALID when there is no code, NOT_FOUND when it is none of ours, RULE when the link was
 * used or has expired, when its admin may not do this any more, or when the user may not sign in.
 */
export async function redeemReAccess(services: Core & WithPortal, body: unknown): Promise<Redeemed> {
  const { data } = RedeemReAccess.safeParse(body);
  if (!data) throw new DomainError("INVALID", "A code is missing.");
  const tokenHash = codeHash(data.code);
  // Each try is a request of its own: a repeat is to be refused, not answered again.
  const input = { requestId: randomUUID() };
  const spec = { action: "reAccess.redeemed", capability: null, input } as const;
  return createCommand(services, PORTAL)(spec, async ({ tx, now }) => {
    const link = found(
      await tx.reAccessLink.findUnique({ where: { tokenHash }, select: LINK }),
      RE_ACCESS_CODE_REFUSED,
    );
    const { user, admin } = link;
    refuseWhen(whyNotRedeem(link, now));
    refuseWhen(
      admin.status === "ACTIVE" ? whyNotCapable(admin.role, "users.reAccess") : RE_ACCESS_CODE_REFUSED,
    );
    refuseWhen(whyNotReAccess(user));
    const { count } = await tx.reAccessLink.updateMany({
      where: { id: link.id, redeemedAt: null },
      data: { redeemedAt: now },
    });
    refuseWhen(count === 0 ? RE_ACCESS_CODE_REFUSED : null);
    const expiresAt = new Date(now.getTime() + RE_ACCESS_SESSION_MINUTES * 60_000);
    const { returnUrl: address } = found(services.customerPortal, "There is no customer portal.");
    const returnUrl = `${address}?id=${link.id}`;
    return {
      result: {
        linkId: link.id,
        userId: user.id,
        customer: customerName(user),
        actAs: { adminId: admin.id, name: admin.fullName },
        readOnly: true,
        expiresAt,
        returnUrl,
      },
      audit: {
        subject: { type: "user", id: user.id },
        before: { linkId: link.id, redeemedAt: null },
        after: { linkId: link.id, redeemedAt: now, adminId: admin.id, expiresAt },
      },
    };
  });
}
