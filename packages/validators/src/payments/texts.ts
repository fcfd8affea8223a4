import { CUSTOMER_PAYMENTS_MESSAGES } from "../messages.ts";

/** The texts about payments: the specification's own, and ours where the specification has none. */
export const PAYMENT_TEXTS = {
  ...CUSTOMER_PAYMENTS_MESSAGES,
  balanceUnavailable: "Balance unavailable, treated as $0.00",
  saleMissing: "Please select the payment to refund first!",
  noSaleToRefund: "There is no card payment that can be refunded.",
  noEarlierFunding: "There is no earlier funding to send again.",
  fundingChargedBack:
    "The funding of this application was charged back. Restart the application to fund the customer again.",
  refundTooLarge: "The refund cannot be more than the remaining amount of the payment.",
  passcodeNotNumeric: "The passcode must be a number",
  passcodeTooShort: "The passcode must have at least 4 digits",
  newPasscodeTooShort: "A new passcode must have at least 6 digits",
  passcodeTooLong: "The passcode must have at most 12 digits",
  passcodeNotSet: "No passcode is set yet. A SUPERADMIN can set one in Settings.",
  passcodesDiffer: "The passcodes do not match.",
  passcodeSet: "The passcode was set.",
  noApplication: "The customer has no application.",
  doNotFund: "The customer is flagged Do Not Fund.",
  notApproved: "The application is not Approved.",
  noAmount: "The application has no disbursement amount.",
  recreditTooLarge: (earlier: string) =>
    `The amount cannot be more than the earlier disbursement: ${earlier}.`,
  termsChanged: "The terms changed after the earlier funding was sent. Fund the application again.",
  amountChanged: "The disbursement amount has changed. Reload to see it.",
  datesPassed: (payments: number, firstDay: string) =>
    `${payments === 1 ? "1 payment date of this advance has" : `${payments} payment dates of this advance have`} passed since ${firstDay} and would be due immediately after the payout. Move them first.`,
  cardInactive: "The card is not active.",
  cardExpired: "The card has expired.",
  accountDisabled: "The account is disabled.",
  instrumentGone: "This account does not belong to the customer.",
  withAgency: "This customer is with an external agency.",
  stillOpen: "A payment like this one is not finished yet. Wait until its outcome is known.",
  foundPaid:
    "An earlier payment with an unknown outcome has now gone through at the processor. Check it before you pay again.",
  notInReview: "Only a payment that needs a person can be settled by hand.",
  beingAsked: "The processor is being asked about this payment now. Wait for the answer.",
  outcomeMissing: "Choose the outcome of the payment.",
  returned: "The bank sent the money back.",
  chargedBack: "The money was charged back.",
  notMoved: "No money was moved.",
  recordedNotMoved: "Recorded by hand: no money was moved.",
  outcomeUnknown: "We do not know whether this payment went through. Do not repeat it.",
} as const;
