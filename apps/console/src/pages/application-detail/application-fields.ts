import { formatPhone } from "@countinghouse/validators/contact/phone";
import { cardNumber, type Field, monthAndYear, SECURITY_CODE, yesOrNo } from "@/components/facts/fields.ts";
import { paths } from "@/paths.ts";
import type { Application } from "./use-application.ts";

/** Who applied, and where the application stands (specification 2, section 3). */
export const generalFields = ({ id, userId, general }: Application): Field[] => [
  { label: "Application Id", text: String(id), copy: true },
  { label: "User Id", text: String(userId), copy: true },
  { label: "Unique Id", text: general.uniqueId, copy: true },
  { label: "First Name", text: general.firstname },
  { label: "Last Name", text: general.lastname },
  { label: "Email", text: general.email, copy: true },
  { label: "Phone", text: formatPhone(general.phone), copy: true },
  { label: "Date of Birth", text: general.dob },
  { label: "SSN", text: general.ssn },
  { label: "Occupation", text: general.occupation },
  { label: "Route", text: general.route, title: "The page the customer visited last" },
  { label: "Stage", text: general.stage },
  { label: "Workflow", text: general.workflowUsed || "Gig Worker" },
  { label: "Credit Check Status", text: general.alloyStatus },
  { label: "Decline Reason", text: general.declineReason },
  { label: "Manual Review Reason", text: general.manualReviewReason },
  { label: "Created", at: general.createdAt },
  { label: "Expires", at: general.expiresAt },
  { label: "Offer Expires", at: general.offerExpiresAt },
  { label: "Application Expired", text: yesOrNo(general.expired) },
  { label: "Offer Expired", text: yesOrNo(general.offerExpired) },
  { label: "Renewed", text: yesOrNo(general.isRenewed) },
  { label: "External Collections", text: yesOrNo(general.isExternal) },
];

export const addressFields = ({ address }: Application): Field[] => [
  { label: "Address", text: address.currentAddress },
  { label: "City", text: address.city },
  { label: "State", text: address.state },
  { label: "Zip Code", text: address.zipcode },
];

export const businessFields = ({ business }: Application): Field[] => [
  { label: "Business Name", text: business.businessName },
  { label: "Company Name", text: business.companyName },
  { label: "Business Category", text: business.businessCategory },
  { label: "Business Type", text: business.businessType },
  { label: "Business Start Date", text: business.businessStartDate },
  { label: "Business Account Same As Personal", text: yesOrNo(business.businessAccountSameAsPersonal) },
  { label: "Separate Business Account", text: yesOrNo(business.separateBusinessAccount) },
  { label: "Incorporated", text: yesOrNo(business.isIncorporated) },
];

/** What was approved, what it costs, and what is paid out. */
export const amountFields = ({ funding }: Application): Field[] => [
  { label: "Initial Approved Amount", cents: funding.originalApprovedAmountCents },
  { label: "Approved Amount", cents: funding.approvedAmountCents },
  { label: "Ofee", text: funding.ofeeRate },
  { label: "Ofee Amount", cents: funding.ofeeCents },
  { label: "Disbursement Fee", cents: funding.disbursementFeeCents },
  { label: "Disbursement Amount", cents: funding.disbursementAmountCents },
  { label: "Funds Disbursed Method", text: funding.fundsDispersedOption },
  { label: "Application Funded Date", at: funding.fundedAt },
];

/** How it is paid back. */
export const repaymentFields = ({ funding }: Application): Field[] => [
  { label: "Payback Amount", cents: funding.paybackAmountCents },
  { label: "Payment Amount", cents: funding.paymentAmountCents },
  { label: "Discount Amount", cents: funding.discountAmountCents },
  { label: "Payment Terms", text: funding.termsCalculation },
  { label: "First Payment Date", text: funding.firstPaymentDate },
  { label: "Discount Date", text: funding.discountDate },
  { label: "Last Payment Date", text: funding.lastPaymentDate },
];

/** The payments that are scheduled, in all and the next one. */
export const scheduleFields = ({ userId, funding: { schedule } }: Application): Field[] => {
  const href = paths.userDetail({ id: userId, section: "payment-dates" });
  const hasNone = schedule.payments === 0;
  return [
    { label: "Payments Made", text: hasNone ? null : `${schedule.paid} of ${schedule.payments}`, href },
    { label: "Scheduled", cents: hasNone ? null : schedule.totalCents, href },
    { label: "Paid", cents: hasNone ? null : schedule.paidCents, href },
    { label: "Next Payment Date", text: schedule.nextDate, href },
    { label: "Next Payment", cents: schedule.nextAmountCents, href },
  ];
};

export const contractFields = ({ contract }: Application): Field[] => [
  { label: "Contract Signed", text: yesOrNo(contract.isContractSigned) },
  { label: "Contract Signed At", at: contract.contractSignedAt },
];

/** The card on file. Security codes are kept nowhere. */
export const cardFields = ({ contract: { card } }: Application): Field[] => [
  { label: "Card Number", text: card && cardNumber(card) },
  { label: "Card Expiry", text: card && monthAndYear(card.expiry) },
  { label: "Card Security Code", ...(card ? SECURITY_CODE : { text: null }) },
];
