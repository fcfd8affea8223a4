import type { ListApplications } from "@countinghouse/validators/applications/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { centsOrNull } from "../stored-values.ts";
import { offerExpiry } from "./facts.ts";
import { CUSTOMER_NAME, creditCheck } from "./rows.ts";

/** More than a customer ever makes; the newest come first. */
const MOST_APPLICATIONS = 500;

/**
 * The applications of a user, newest first, each with where it stands and what was agreed, in cents, and whose they
 * are. Throws NOT_FOUND.
 */
export async function listApplications(ctx: AdminCtx, { userId }: ListApplications) {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: {
      ...CUSTOMER_NAME,
      applications: { orderBy: { id: "desc" }, take: MOST_APPLICATIONS, select: LISTED },
    },
  });
  const { applications, ...customer } = found(user, unknownUser(userId));
  const now = ctx.now();
  return {
    customer,
    applications: applications.map(({ expiresAt, offerExpiresAt, importKey, ...row }) => ({
      ...row,
      /** Whether it was brought from another system. */
      isImported: importKey !== null,
      ...offerExpiry({ stage: row.stage, expiresAt, offerExpiresAt }, now),
      alloyStatus: creditCheck(row.alloyStatus),
      approvedAmountCents: centsOrNull(row.approvedAmountCents),
      paybackAmountCents: centsOrNull(row.paybackAmountCents),
    })),
  };
}

const LISTED = {
  id: true,
  createdAt: true,
  stage: true,
  alloyStatus: true,
  isRenewed: true,
  approvedAmountCents: true,
  paybackAmountCents: true,
  fundedAt: true,
  expiresAt: true,
  offerExpiresAt: true,
  isContractSigned: true,
  importKey: true,
} as const;
