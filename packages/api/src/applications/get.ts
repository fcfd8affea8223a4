import type { GetApplication } from "@countinghouse/validators/applications/schemas";
import { shownTo } from "@countinghouse/validators/masking";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { maskedSsn } from "../masked-ssn.ts";
import { customerRead } from "../reading.ts";
import { centsOrNull, dayOrNull, toIsoDay } from "../stored-values.ts";
import { toAgreedTerms } from "./agreed-terms.ts";
import { readContractLinks } from "./contract-links.ts";
import { type ApplicationDetailRow, DETAIL } from "./detail-row.ts";
import { offerExpiry } from "./facts.ts";
import { creditCheck } from "./rows.ts";
import { scheduleSummary } from "./rules.ts";

/**
 * One application with all that is shown of it (specification 2, sections 2 and 3): its customer, the address, the
 * business, what was funded and how it is paid back, and its contract with the links that were made to it. Amounts are
 * in cents. Of the SSN and of a card there are the last four digits,
 * whoever asks. Throws NOT_FOUND.
 */
export async function getApplication(ctx: AdminCtx, { id }: GetApplication) {
  const row = found(
    await ctx.db.application.findUnique({ where: { id }, select: DETAIL }),
    `There is no application ${id}.`,
  );
  const links = await readContractLinks(
    ctx,
    row.files.map((file) => file.id),
  );
  const { user } = row;
  const draft = customerRead(user.id, { procedure: "applications.get", applicationId: id });
  await ctx.reading.note({ userIds: [user.id], event: { action: "users.read", draft } });
  return {
    id: row.id,
    userId: user.id,
    general: {
      ...generalFacts(row, ctx.now()),
      dob: shownTo(ctx.actor.role, "dob", dayOrNull(row.user.dob)),
      ssn: maskedSsn(row.user, "detail"),
    },
    address: {
      currentAddress: user.currentAddress,
      city: user.city,
      state: user.state,
      zipcode: user.zipcode,
    },
    business: businessFacts(row),
    funding: fundingFacts(row),
    contract: {
      isContractSigned: row.isContractSigned,
      contractSignedAt: row.contractSignedAt,
      card: user.cards[0] ?? null,
      files: row.files,
      links,
    },
  };
}

const generalFacts = (row: ApplicationDetailRow, now: Date) => ({
  firstname: row.user.firstname,
  lastname: row.user.lastname,
  businessName: row.user.businessName,
  email: row.user.email,
  phone: row.user.phone,
  uniqueId: row.user.uniqueId,
  route: row.user.route,
  occupation: row.user.occupation,
  isExternal: row.user.isExternal,
  createdAt: row.createdAt,
  stage: row.stage,
  alloyStatus: creditCheck(row.alloyStatus),
  workflowUsed: row.workflowUsed,
  isRenewed: row.isRenewed,
  isImported: row.importKey !== null,
  declineReason: row.declineReason,
  manualReviewReason: row.manualReviewReason,
  expiresAt: row.expiresAt,
  offerExpiresAt: row.offerExpiresAt,
  ...offerExpiry(row, now),
});

const businessFacts = ({ user }: ApplicationDetailRow) => ({
  businessName: user.businessName,
  companyName: user.companyName,
  businessCategory: user.businessCategory,
  businessType: user.businessType,
  businessStartDate: dayOrNull(user.businessStartDate),
  businessAccountSameAsPersonal: user.businessAccountSameAsPersonal,
  separateBusinessAccount: user.separateBusinessAccount,
  isIncorporated: user.isIncorporated,
});

function fundingFacts(row: ApplicationDetailRow) {
  return {
    fundedAt: row.fundedAt,
    originalApprovedAmountCents: centsOrNull(row.originalApprovedAmountCents),
    ...toAgreedTerms(row),
    schedule: scheduleSummary(
      row.schedules.map(({ paymentDate, amountCents, status }) => ({
        date: toIsoDay(paymentDate),
        amountCents: Number(amountCents),
        isPaid: status === "PAID",
      })),
    ),
    bankAccounts: row.user.bankLinks.flatMap(({ institutionName, accounts }) =>
      accounts.map((account) => ({ ...account, institutionName })),
    ),
    decisions: row.decisions,
  };
}
