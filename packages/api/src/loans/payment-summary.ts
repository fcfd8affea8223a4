import type { Prisma } from "@countinghouse/db";
import type { Channel } from "@countinghouse/validators/funnel/rules";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { TERMS, toAgreedTerms } from "../applications/agreed-terms.ts";
import { CUSTOMER_NAME } from "../applications/rows.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

/** More than a customer ever makes; the newest come first. */
const MOST_APPLICATIONS = 500;

/**
 * Whose ledger it is, and of each application of that user, the newest first, what was agreed and what it cost
 * (specification 2, section 3: user payment summary). Amounts in cents. There is nothing of the SSN in it. Throws NOT_FOUND.
 */
export async function paymentSummary(ctx: AdminCtx, { userId }: OfUser) {
  const user = found(
    await ctx.db.user.findUnique({ where: { id: userId }, select: USER }),
    unknownUser(userId),
  );
  const { applications, renewals, partner, ...customer } = user;
  const channel: Channel = partner === null ? "Organic" : "Partner";
  return {
    customer: {
      ...customer,
      channel,
      partnerName: partner?.name ?? "",
      renewalUserId: renewals[0]?.id ?? null,
    },
    applications: applications.map((row) => ({ ...row, ...toAgreedTerms(row) })),
  };
}

const APPLICATION = {
  ...TERMS,
  id: true,
  createdAt: true,
  stage: true,
  fundedAt: true,
  contractSignedAt: true,
} as const satisfies Prisma.ApplicationSelect;

const USER = {
  ...CUSTOMER_NAME,
  state: true,
  platform: true,
  partner: { select: { name: true } },
  refUserId: true,
  renewals: { orderBy: { id: "asc" }, take: 1, select: { id: true } },
  applications: { orderBy: { id: "desc" }, take: MOST_APPLICATIONS, select: APPLICATION },
} as const satisfies Prisma.UserSelect;
