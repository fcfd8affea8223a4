import { randomBytes } from "node:crypto";
import { createRandom } from "../random.ts";

/** What is kept of a card: its number and its security code never are. */
export interface CardAccount {
  accountID: string;
  referenceID: string | null;
  bin: string;
  last4: string;
  network: "Visa" | "MasterCard";
  owner: { first: string; last: string };
  pull: boolean;
  push: boolean;
}

export interface Accounts {
  /** The account of an id. One that was not made here is made up, always the same for the same id. */
  of(accountID: string): CardAccount;
  /** The newest account with this reference. */
  byReference(referenceID: string): CardAccount | undefined;
  known(accountID: string): CardAccount | undefined;
  add(card: { accountNumber: string }, owner: CardAccount["owner"], referenceID: string): CardAccount;
  clear(): void;
}

/** Cards that are allowed everything until it is taken from them. */
export function createAccounts(): Accounts {
  const accounts = new Map<string, CardAccount>();
  const keep = (account: CardAccount) => {
    accounts.set(account.accountID, account);
    return account;
  };
  return {
    of: (accountID) => accounts.get(accountID) ?? keep(madeUp(accountID)),
    byReference: (referenceID) =>
      Array.from(accounts.values()).findLast((account) => account.referenceID === referenceID),
    known: (accountID) => accounts.get(accountID),
    add: ({ accountNumber }, owner, referenceID) =>
      keep({
        accountID: newId(),
        referenceID,
        bin: accountNumber.slice(0, 6),
        last4: accountNumber.slice(-4),
        network: accountNumber.startsWith("5") ? "MasterCard" : "Visa",
        owner,
        pull: true,
        push: true,
      }),
    clear: () => accounts.clear(),
  };
}

/** 22 characters. */
export const newId = (): string => randomBytes(16).toString("base64url");

function madeUp(accountID: string): CardAccount {
  const random = createRandom(`tabapay ${accountID}`);
  const network = random.pick(["Visa", "MasterCard"] as const);
  return {
    accountID,
    referenceID: null,
    bin: network === "Visa" ? "411111" : "520082",
    last4: String(random.int(0, 9999)).padStart(4, "0"),
    network,
    owner: { first: random.pick(["Ana", "Ben", "Cara"]), last: random.pick(["Diaz", "Moss", "Quill"]) },
    pull: true,
    push: true,
  };
}
