import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of accounts and cards. */
export const ACCOUNT_EXAMPLES = {
  "bankAccounts.addLostManually": {
    requestId: randomUUID(),
    accountId: 2e9,
  } satisfies RouterInputs["bankAccounts"]["addLostManually"],
  "bankAccounts.addManually": {
    requestId: randomUUID(),
    userId: 2e9,
    account: "000123456789",
    name: "Business Checking",
    routing: "021000021",
  } satisfies RouterInputs["bankAccounts"]["addManually"],
  "bankAccounts.list": { userId: 2e9, active: true } satisfies RouterInputs["bankAccounts"]["list"],
  "bankAccounts.makePrimary": {
    requestId: randomUUID(),
    accountId: 2e9,
    insteadOf: null,
  } satisfies RouterInputs["bankAccounts"]["makePrimary"],
  "bankAccounts.owner": { userId: 2e9 } satisfies RouterInputs["bankAccounts"]["owner"],
  "bankAccounts.setEnabled": {
    requestId: randomUUID(),
    accountId: 2e9,
    enabled: true,
  } satisfies RouterInputs["bankAccounts"]["setEnabled"],
  "cards.list": { userId: 2e9 } satisfies RouterInputs["cards"]["list"],
  "cards.makePrimary": {
    requestId: randomUUID(),
    cardId: 2e9,
    insteadOf: 2e9,
  } satisfies RouterInputs["cards"]["makePrimary"],
  "cards.setStatus": {
    requestId: randomUUID(),
    cardId: 2e9,
    status: "ACTIVE",
  } satisfies RouterInputs["cards"]["setStatus"],
};
