import { type Column, choice, column, required } from "./column.ts";

const CUSTOMER_ID = [
  "customer",
  "customer number",
  "cust id",
  "user id",
  "client id",
  "borrower id",
  "account id",
];
const APPLICATION_ID = [
  "application",
  "loan id",
  "loan number",
  "loan no",
  "advance id",
  "contract number",
  "deal number",
];

const STAGES = ["started", "underwriting", "offered", "contracted", "funded", "declined"];
/** Whose a row is. */
export const customerId = column(
  "id",
  "Customer ID",
  "whose it is, by the id of the customers' sheet",
  CUSTOMER_ID,
  required,
);
/** Of or for which application a row is. */
export const applicationId = (about: string, more = {}) =>
  column("id", "Application ID", about, APPLICATION_ID, more);

/** The columns of advances: applications, offers, instalments. */
export const ADVANCE_COLUMNS = {
  applications: {
    applicationId: applicationId("its id in the other system", required),
    customerId,
    stage: column("choice", "Stage", "how far it came", ["status", "loan status", "application status"], {
      ...choice(...STAGES),
      means: {
        started: ["new", "in progress", "pending", "incomplete"],
        underwriting: ["in review", "under review"],
        offered: ["approved"],
        contracted: ["signed", "contract signed"],
        funded: [
          "active",
          "open",
          "disbursed",
          "paid off",
          "paid in full",
          "pif",
          "p i f",
          "current",
          "past due",
          "charged off",
          "charge off",
          "charged-off",
          "charge-off",
          "chgoff",
        ],
        declined: ["denied", "rejected", "cancelled", "canceled", "withdrawn", "void", "voided"],
      },
      decisive: true,
    }),
    createdOn: column("moment", "Created On", "the day it was made", [
      "application date",
      "date applied",
      "created",
      "applied on",
    ]),
    expiresOn: column("moment", "Expires On", "until when it may be funded", ["expiration date", "expires"]),
    workflowUsed: column("text", "Workflow", "the underwriting it went through", ["workflow used"]),
    approvedAmount: column("money", "Approved Amount", "what was approved, in dollars", [
      "approved",
      "advance amount",
      "loan amount",
      "principal",
      "amount approved",
      "purchase price",
    ]),
    paybackAmount: column("money", "Payback Amount", "what is owed for it, in dollars", [
      "payback",
      "purchased amount",
      "purchased amount rtr",
      "rtr",
      "total payback",
    ]),
    paymentAmount: column("money", "Payment Amount", "one instalment, in dollars", [
      "installment",
      "instalment",
      "payment",
      "periodic payment",
    ]),
    discountAmount: column("money", "Discount Amount", "the discount for paying early, in dollars", [
      "discount",
    ]),
    disbursementAmount: column("money", "Disbursement Amount", "what was paid out, in dollars", [
      "disbursed",
      "funded amount",
      "amount funded",
    ]),
    disbursementFee: column("money", "Disbursement Fee", "the fee for paying out, in dollars", []),
    ofeeRate: column(
      "rate",
      "Origination Fee Rate",
      "a part of one, like 0.0725, or 7.25%; 7.25% where nothing is said",
      ["ofee rate", "origination fee"],
      { decisive: true },
    ),
    fundedOn: column("moment", "Funded On", "the day it was paid out; a funded application needs it", [
      "date funded",
      "funding date",
      "funded date",
      "disbursed on",
    ]),
    contractSignedOn: column("moment", "Contract Signed On", "the day the contract was signed", [
      "signed on",
      "contract date",
    ]),
    firstPaymentDate: column("date", "First Payment Date", "when the first instalment is due", [
      "first due date",
    ]),
    lastPaymentDate: column(
      "date",
      "Maturity Date",
      "when the last instalment is due",
      ["maturity", "last due date", "final due date", "last instalment date", "last installment date"],
      // The day on which the customer paid last.
      { not: "last payment date" },
    ),
    discountDate: column("date", "Discount Date", "until when paying early is cheaper", []),
    declineReason: column("longText", "Decline Reason", "why it was declined", []),
    declinedOn: column("moment", "Declined On", "the day it was declined", ["decline date", "denied on"]),
    noticeSent: column("yesNo", "Notice Sent", "whether its notice of adverse action went out already", [
      "adverse action notice sent",
    ]),
    dealId: column("id", "CRM Deal ID", "its deal in the CRM", ["deal id", "zoho deal id"]),
  },
  offers: {
    applicationId: applicationId("of which application", required),
    optimized: column("yesNo", "Optimized", "whether it is the optimized offer; one of each at most", [
      "is optimized",
    ]),
    approvedAmount: column(
      "money",
      "Approved Amount",
      "what is offered, in dollars",
      ["offer amount", "amount"],
      required,
    ),
    paybackMultiplier: column(
      "factor",
      "Payback Multiplier",
      "what is paid back for one dollar, like 1.25",
      ["factor", "factor rate", "multiplier"],
      required,
    ),
    selected: column("yesNo", "Selected", "whether the customer took it", ["accepted", "is selected"]),
  },
  schedules: {
    applicationId: applicationId("of which application", required),
    dueOn: column(
      "date",
      "Due On",
      "the day it is due; one of a day",
      ["due date", "payment date", "due", "date"],
      required,
    ),
    amount: column(
      "money",
      "Amount",
      "the instalment, in dollars",
      ["amount due", "payment amount", "installment", "instalment"],
      required,
    ),
  },
} as const satisfies Record<string, Record<string, Column>>;
