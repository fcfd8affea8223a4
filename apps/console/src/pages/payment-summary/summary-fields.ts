import { type Field, yesOrNo } from "@/components/facts/fields.ts";
import { paths } from "@/paths.ts";
import type { Summary, SummaryApplication } from "./use-summary.ts";

type Customer = Summary["customer"];

/** Whose ledger it is (specification 2, section 3). */
export const customerFields = (customer: Customer): Field[] => [
  { label: "First Name", text: customer.firstname },
  { label: "Last Name", text: customer.lastname },
  { label: "State", text: customer.state },
  { label: "Channel", text: customer.channel },
  { label: "Partner", text: customer.partnerName },
  { label: "Platform", text: customer.platform },
  { label: "Renewal Of", id: customer.refUserId, to: paths.userDetail },
  { label: "Renewal User Id", id: customer.renewalUserId, to: paths.userDetail },
];

/** Which application it is, and where it stands. */
export const applicationFields = (application: SummaryApplication): Field[] => [
  { label: "Application Id", id: application.id, to: paths.applicationDetail },
  { label: "Stage", text: application.stage },
  { label: "Renewed", text: yesOrNo(application.isRenewed) },
  { label: "Contract Signed", at: application.contractSignedAt },
  { label: "Funded Date", at: application.fundedAt },
];

/** What was approved, what it costs, and what is paid out. */
export const feeFields = (application: SummaryApplication): Field[] => [
  { label: "Approved Amount", cents: application.approvedAmountCents },
  { label: "Ofee", text: application.ofeeRate },
  { label: "Ofee Amount", cents: application.ofeeCents },
  { label: "Disbursement Fee", cents: application.disbursementFeeCents },
  { label: "Disbursement Amount", cents: application.disbursementAmountCents },
  { label: "Funds Disbursed Method", text: application.fundsDispersedOption },
];

/** How it is paid back. */
export const repaymentFields = (application: SummaryApplication): Field[] => [
  { label: "Payback Amount", cents: application.paybackAmountCents },
  { label: "Payment Amount", cents: application.paymentAmountCents },
  { label: "Payment Terms", text: application.termsCalculation },
  { label: "Discount Amount", cents: application.discountAmountCents },
  { label: "First Payment Date", text: application.firstPaymentDate },
  { label: "Discount Date", text: application.discountDate },
  { label: "Last Payment Date", text: application.lastPaymentDate },
];
