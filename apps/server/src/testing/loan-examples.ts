import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of loans, the ledger and bank status. */
export const LOAN_EXAMPLES = {
  "institutions.refresh": { requestId: randomUUID() } satisfies RouterInputs["institutions"]["refresh"],
  "ledger.list": {
    cursor: { transactionId: randomUUID(), entryId: "1" },
    limit: 1,
  } satisfies RouterInputs["ledger"]["list"],
  "loans.get": { userId: 2e9 } satisfies RouterInputs["loans"]["get"],
  "loans.getReturn": { userId: 2e9 } satisfies RouterInputs["loans"]["getReturn"],
  "loans.explainBalance": { userId: 2e9, asOf: null } satisfies RouterInputs["loans"]["explainBalance"],
  "loans.ledger": { userId: 2e9, cursor: null, limit: 10 } satisfies RouterInputs["loans"]["ledger"],
  "loans.listTransactions": { userId: 2e9 } satisfies RouterInputs["loans"]["listTransactions"],
  "loans.paymentSummary": { userId: 2e9 } satisfies RouterInputs["loans"]["paymentSummary"],
  "loans.return": {
    requestId: randomUUID(),
    userId: 2e9,
    applicationId: 2e9,
    isDA: true,
    isOF: false,
    isDF: false,
  } satisfies RouterInputs["loans"]["return"],
  "loans.payoffLetter": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["loans"]["payoffLetter"],
  "loans.transactionSheet": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["loans"]["transactionSheet"],
  "loans.transactionsPdf": {
    requestId: randomUUID(),
    userId: 2e9,
  } satisfies RouterInputs["loans"]["transactionsPdf"],
};
