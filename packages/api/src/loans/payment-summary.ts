import type { Prisma, Statement } from "@countinghouse/db";
import type { Channel } from "@countinghouse/validators/funnel/rules";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { TERMS, toAgreedTerms } from "../applications/agreed-terms.ts";
import { CUSTOMER_NAME } from "../applications/rows.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";

/** More than a customer ever makes; the newest come first. */
const MOST_APPLICATIONS = 500;

/**
 * Whose ledger it is, and of each application of that user, the newest first, what was agreed and what it cost
 * (specification 2, section 3: user payment summary). Amounts in cents. There is nothing of the SSN in it. Throws NOT_FOUND.
 */
export async function paymentSummary(ctx: AdminCtx, { userId }: OfUser) {
  const [user, [renewal]] = await Promise.all([
    ctx.db.user.findUnique({ where: { id: userId }, select: USER }),
    ctx.db.sql<RenewalRow>(RENEWAL, [userId]),
  ]);
  const { applications, partner, ...customer } = found(user, unknownUser(userId));
  const channel: Channel = partner === null ? "Organic" : "Partner";
  return {
    customer: {
      ...customer,
      channel,
      partnerName: partner?.name ?? "",
      renewalUserId: renewal?.renewalUserId ?? null,
    },
    applications: applications.map((row) => ({ ...row, ...toAgreedTerms(row) })),
  };
}

interface RenewalRow {
  renewalUserId: number | null;
}

const RENEWAL: Statement = {
  name: "loans.renewal",
  text: `SELECT ${RENEWAL_ID_SQL} AS "renewalUserId" FROM users u WHERE u.id = $1`,
};

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
  applications: { orderBy: { id: "desc" }, take: MOST_APPLICATIONS, select: APPLICATION },
} as const satisfies Prisma.UserSelect;
