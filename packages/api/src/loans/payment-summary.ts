import type { Prisma } from "@countinghouse/db";
import type { Channel } from "@countinghouse/validators/funnel-rules";
import type { OfUser } from "@countinghouse/validators/loans";
import { agreedOfeeCents } from "../applications/get.ts";
import { CUSTOMER_NAME } from "../applications/rows.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { centsOrNull, dayOrNull } from "../stored-values.ts";

/** More than a customer ever makes; the newest come first. */
const MOST_APPLICATIONS = 500;

/**
 * Whose ledger it is, and of each application of that user, the newest first, what was agreed and what it cost
 * (specification 2, section 3: user payment summary). Amounts in cents. There is nothing of the SSN in it. Throws NOT_FOUND.
 */
export async function paymentSummary(ctx: AdminCtx, { userId }: OfUser) {
  const user = found(
    await ctx.db.user.findUnique({ where: { id: userId }, select: USER }),
    `There is no customer ${userId}.`,
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
    applications: applications.map(applicationFacts),
  };
}

const APPLICATION = {
  id: true,
  createdAt: true,
  stage: true,
  isRenewed: true,
  fundedAt: true,
  contractSignedAt: true,
  approvedAmountCents: true,
  paybackAmountCents: true,
  paymentAmountCents: true,
  discountAmountCents: true,
  ofeeRate: true,
  termsCalculation: true,
  fundsDispersedOption: true,
  disbursementFeeCents: true,
  disbursementAmountCents: true,
  firstPaymentDate: true,
  discountDate: true,
  lastPaymentDate: true,
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

type ApplicationRow = Prisma.ApplicationGetPayload<{ select: typeof APPLICATION }>;

const applicationFacts = (row: ApplicationRow) => ({
  ...row,
  approvedAmountCents: centsOrNull(row.approvedAmountCents),
  paybackAmountCents: centsOrNull(row.paybackAmountCents),
  paymentAmountCents: centsOrNull(row.paymentAmountCents),
  discountAmountCents: centsOrNull(row.discountAmountCents),
  ofeeRate: row.ofeeRate.toString(),
  ofeeCents: agreedOfeeCents(row),
  disbursementFeeCents: Number(row.disbursementFeeCents),
  disbursementAmountCents: centsOrNull(row.disbursementAmountCents),
  firstPaymentDate: dayOrNull(row.firstPaymentDate),
  discountDate: dayOrNull(row.discountDate),
  lastPaymentDate: dayOrNull(row.lastPaymentDate),
});
