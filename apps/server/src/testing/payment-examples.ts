import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

const CONFIRMED = { seen: { balanceCents: 0, newestPaymentId: null }, equalPaymentId: null };

/** The examples of payments and of their limits. */
export const PAYMENT_EXAMPLES = {
  "payments.run": {
    requestId: randomUUID(),
    userId: 2e9,
    mode: "SALE",
    instrumentId: 2e9,
    amountCents: 100,
    parentId: null,
    isExternal: false,
    passcode: "",
    confirmed: { ...CONFIRMED, balance: false, funded: false },
  } satisfies RouterInputs["payments"]["run"],
  "payments.recordManual": {
    requestId: randomUUID(),
    userId: 2e9,
    lineItemType: "Payment",
    modeOfPayment: "CashApp",
    transactionType: "SALE",
    paymentType: "DEBIT",
    amountCents: 100,
    description: "x",
    isExternal: false,
    confirmed: { ...CONFIRMED, balance: false },
  } satisfies RouterInputs["payments"]["recordManual"],
  "payments.resolve": {
    requestId: randomUUID(),
    paymentId: randomUUID(),
    outcome: "failed",
    reason: "x",
    passcode: "4711",
  } satisfies RouterInputs["payments"]["resolve"],
  "paymentSchedules.process": {
    requestId: randomUUID(),
    scheduleId: 2e9,
    amountCents: 100,
    confirmed: CONFIRMED,
  } satisfies RouterInputs["paymentSchedules"]["process"],
  "settings.set": {
    requestId: randomUUID(),
    name: "manualPaymentCeilingCents",
    amountCents: 100,
    version: 2e9,
  } satisfies RouterInputs["settings"]["set"],
  "settings.setSwitch": {
    requestId: randomUUID(),
    name: "debitsBeforePromise",
    on: true,
    version: 9,
  } satisfies RouterInputs["settings"]["setSwitch"],
};
