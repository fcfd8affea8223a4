import { formatEin } from "@countinghouse/validators/contact/ein";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import {
  cardNumber,
  dayBeforeMonth,
  type Field,
  type FieldGroup,
  monthAndYear,
  numberText,
  SECURITY_CODE,
  yesOrNo,
} from "@/components/facts/fields.ts";
import { paths } from "@/paths.ts";
import type { Application, User } from "../use-user.ts";
import { workflowName } from "./user-statuses.ts";

/** Every fact of the General section, in groups (specification 1, section 3). */
export function generalGroups(user: User): FieldGroup[] {
  const { application } = user;
  return [
    { title: "Identity", fields: identityFields(user) },
    { title: "Contact", fields: contactFields(user) },
    { title: "Business", fields: businessFields(user) },
    { title: "Application", fields: applicationFields(user) },
    ...(application === null
      ? []
      : [
          { title: "Decision", fields: decisionFields(application) },
          { title: "Terms", fields: termFields(application) },
        ]),
    { title: "Contract", fields: contractFields(user) },
    { title: "Flags", fields: flagFields(user) },
  ];
}

const identityFields = (user: User): Field[] => [
  { label: "Id", text: String(user.id), copy: true },
  { label: "Unique Id", text: user.uniqueId, copy: true },
  { label: "First Name", text: user.firstname },
  { label: "Last Name", text: user.lastname },
  { label: "Date of Birth", text: user.dob },
  { label: "SSN", text: user.ssn, isMaskedOnPaper: true },
  { label: "EIN Number", number: formatEin(user.ein), of: "ein", userId: user.id },
  { label: "Occupation", text: user.occupation },
  { label: "Ref User Id", id: user.refUserId, to: paths.userDetail },
  { label: "Renewal User Id", id: user.renewalUserId, to: paths.userDetail },
  { label: "Zoho Id", text: user.zohoId, copy: true },
  { label: "Created", at: user.createdAt },
];

const contactFields = (user: User): Field[] => [
  { label: "Email", text: user.email, copy: true },
  { label: "Phone", text: formatPhone(user.phone), copy: true },
  { label: "Verification Phone", text: formatPhone(user.verificationPhone), copy: true },
  { label: "Address", text: user.currentAddress },
  { label: "City", text: user.city },
  { label: "State", text: user.state },
  { label: "Zip Code", text: user.zipcode },
  { label: "Platform", text: user.platform },
  { label: "Route", text: user.route, title: "The page the customer visited last" },
];

const businessFields = (user: User): Field[] => [
  { label: "Business Name", text: user.businessName },
  { label: "Company Name", text: user.companyName },
  { label: "Business Category", text: user.businessCategory },
  { label: "Business Type", text: user.businessType },
  {
    label: "Business Start Date",
    hint: "Y-D-M",
    text: dayBeforeMonth(user.businessStartDate),
    title: user.businessStartDate ?? "",
  },
  { label: "NAICS Code", text: user.naicsCode },
  { label: "Business Account Same As Personal", text: yesOrNo(user.businessAccountSameAsPersonal) },
  { label: "Separate Business Account", text: yesOrNo(user.separateBusinessAccount) },
  { label: "Incorporated", text: yesOrNo(user.isIncorporated) },
];

const applicationFields = ({ application }: User): Field[] => [
  { label: "Application Id", id: application?.id ?? null, to: paths.applicationDetail },
  { label: "Deal Id", text: application?.dealId ?? null, copy: true },
  { label: "Stage", text: application?.stage ?? null },
  { label: "Workflow", text: application && workflowName(application.workflowUsed) },
  { label: "Funded", text: yesOrNo(application?.funded ?? null) },
  { label: "Application Funded Date", at: application?.fundedAt ?? null },
  { label: "Renewed", text: yesOrNo(application?.isRenewed ?? null) },
  { label: "Application Expired", text: yesOrNo(application?.expired ?? null) },
  { label: "Offer Expired", text: yesOrNo(application?.offerExpired ?? null) },
];

const decisionFields = (application: Application): Field[] => [
  { label: "Credit Check Status", text: application.alloyStatus },
  { label: "Clarity Status", text: application.alloyClarityStatus },
  { label: "Clarity CCR", text: numberText(application.alloyClarityCcr) },
  { label: "TU Status", text: application.alloyTuStatus },
  { label: "CVA Score", text: numberText(application.alloyCvaScore) },
  { label: "Manual Review Reason", text: application.manualReviewReason },
  { label: "Manual Adjustment Reason", text: application.manualAdjustmentReason },
  { label: "Manually Approved", at: application.manuallyApprovedAt },
  { label: "Decline Reason", text: application.declineReason },
];

const termFields = (application: Application): Field[] => [
  { label: "Initial Approved Amount", cents: application.originalApprovedAmountCents },
  { label: "Approved Amount", cents: application.approvedAmountCents },
  { label: "Payback Amount", cents: application.paybackAmountCents },
  { label: "Payment Amount", cents: application.paymentAmountCents },
  { label: "Discount Amount", cents: application.discountAmountCents },
  { label: "Ofee", text: application.ofeeRate },
  { label: "Payment Terms", text: application.termsCalculation },
  { label: "First Payment Date", text: application.firstPaymentDate },
  { label: "Discount Date", text: application.discountDate },
  { label: "Last Payment Date", text: application.lastPaymentDate },
  { label: "Funds Disbursed Method", text: application.fundsDispersedOption },
  { label: "Disbursement Fee", cents: application.disbursementFeeCents },
  { label: "Disbursement Amount", cents: application.disbursementAmountCents },
];

const contractFields = ({ application, primaryCard }: User): Field[] => [
  { label: "Contract Signed", text: yesOrNo(application?.isContractSigned ?? null) },
  { label: "Contract Signed At", at: application?.contractSignedAt ?? null },
  { label: "Card Number", text: primaryCard && cardNumber(primaryCard) },
  { label: "Card Expiry", text: primaryCard && monthAndYear(primaryCard.expiry) },
  { label: "Card Security Code", ...(primaryCard ? SECURITY_CODE : { text: null }) },
];

const flagFields = (user: User): Field[] => [
  { label: "Do Not Fund", text: yesOrNo(user.doNotFund) },
  { label: "Do Not Fund Reason", text: user.doNotFundReason },
  { label: "Login Disabled", text: yesOrNo(user.disableLogin) },
  { label: "Payment Automation", text: yesOrNo(user.runPaymentAutomation) },
  { label: "External Collections", text: yesOrNo(user.isExternal) },
  { label: "External Agency Name", text: user.externalAgency },
  { label: "Show Reconnect Bank Account", text: yesOrNo(user.showReconnectButton) },
  { label: "Show Re-sign Contract", text: yesOrNo(user.showResignContractButton) },
  { label: "Overlaps", text: user.overlaps.join(", ") },
  { label: "Post Fund Customer Error", text: user.postFundCustomerError },
];
