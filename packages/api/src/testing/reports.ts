import type { AchReturn, AchSettlement } from "@countinghouse/providers/ach/port";
import type { CardException, CardTransaction } from "@countinghouse/providers/cards/port";

/** What the card network may report of a sale of ten dollars that was sent under this key. */
export const cardException = (key: string, changed: Partial<CardException> = {}): CardException => ({
  exceptionId: `ex-${key}`,
  type: "CHARGEBACK",
  code: "10.4",
  description: "Fraud",
  day: "2026-11-20",
  status: "Chargeback Received",
  caseId: "case-1",
  key,
  originalReference: `txn-${key}`,
  mid: "1",
  network: "Visa",
  last4: "4242",
  originalAmountCents: 1000,
  amountCents: 1000,
  firstName: "Ana",
  lastName: "Diaz",
  ...changed,
});

/** What the bank may report of a debit of ten dollars that was sent under this key. */
export const achReturn = (key: string, changed: Partial<AchReturn> = {}): AchReturn => ({
  kind: "returnedBeforeSettlement",
  reference: `auth-${key}`,
  key,
  amountCents: 1000,
  returnedCents: 1000,
  code: "R01",
  addenda: "",
  returnedOn: "2026-11-20",
  accountLast4: "6789",
  name: "Ana Diaz",
  raw: {},
  ...changed,
});

/** What the bank may report of a debit of ten dollars that settled on a day: as the vendor does, without our key. */
export const settlementAt = (
  settledOn: string,
  key: string,
  changed: Partial<AchSettlement> = {},
): AchSettlement => ({
  direction: "debit",
  reference: `auth-${key}`,
  key: null,
  amountCents: 1000,
  settledOn,
  accountLast4: "6789",
  raw: {},
  ...changed,
});

/** What the card processor's report of a day may hold of a sale of ten dollars. */
export const transactionAt = (
  day: string,
  key: string,
  changed: Partial<CardTransaction> = {},
): CardTransaction => ({
  reference: `txn-${key}`,
  originalReference: null,
  key,
  type: "pull",
  state: "paid",
  status: "COMPLETED",
  code: "00",
  createdAt: new Date(day),
  processedAt: new Date(day),
  amountCents: 1000,
  settledCents: 1000,
  last4: "4242",
  network: "Visa",
  mid: "1",
  firstName: "Ana",
  lastName: "Diaz",
  day,
  ...changed,
});
