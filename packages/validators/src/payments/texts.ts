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
  refundTooLarge: "No more than what is left of the payment can be refunded.",
  passcodeNotNumeric: "The passcode must be a number",
  passcodeTooShort: "The passcode must have at least 4 digits",
  newPasscodeTooShort: "A new passcode must have at least 6 digits",
  passcodeTooLong: "The passcode must have at most 12 digits",
  passcodeNotSet: "No passcode is set yet. A SUPERADMIN can set one in Settings.",
  passcodesDiffer: "The two passcodes are not the same.",
  passcodeSet: "The passcode was set.",
  noApplication: "The customer has no application.",
  doNotFund: "The customer is flagged Do Not Fund.",
  notApproved: "The application is not Approved.",
  noAmount: "The application has no disbursement amount.",
  recreditTooLarge: (earlier: string) =>
    `No more than the earlier disbursement can be sent again: ${earlier}.`,
  termsChanged: "The terms were changed since the earlier funding was sent. Fund the application anew.",
  amountChanged: "The disbursement amount was changed meanwhile. Reload to see it.",
  datesPassed: (payments: number, firstDay: string) =>
    `${payments === 1 ? "1 payment date of this advance has" : `${payments} payment dates of this advance have`} passed since ${firstDay}: due at once when it is paid out. Move them first.`,
  cardInactive: "The card is not active.",
  cardExpired: "The card has expired.",
  accountDisabled: "The account is disabled.",
  instrumentGone: "This is not an account of the customer.",
  withAgency: "This customer is with an external agency.",
  stillOpen: "A payment like this one is not finished yet. Wait until its outcome is known.",
  foundPaid:
    "An earlier payment, whose outcome was not known, has gone through: the processor says so now. Look at it before you pay again.",
  notInReview: "Only a payment that was left to a person can be settled by hand.",
  beingAsked: "The processor is being asked about this payment just now. Wait until that is over.",
  outcomeMissing: "Please choose what became of the payment!",
  returned: "The bank sent the money back.",
  chargedBack: "The money was charged back.",
  notMoved: "No money was moved.",
  recordedNotMoved: "A person has recorded that no money was moved.",
  outcomeUnknown: "We do not know whether this went through. Do not repeat.",
} as const;
