/** What a list of users says of one of whom nothing is to be said. */
export const NO_STANDING = {
  stage: null,
  wasFunded: false,
  inManualReview: false,
  doNotFund: false,
  isExternal: false,
  bankLost: false,
  balanceCents: 0,
  dueOn: null,
  daysPastDue: 0,
  lastPaymentOn: null,
  lastPaymentCents: null,
} as const;
