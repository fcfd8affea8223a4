import type { CardAccount } from "./accounts.ts";
import type { Course } from "./outcomes.ts";
import type { Reversal, Transaction } from "./transactions.ts";

export const formatDollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

/** A moment as it stands in reports: UTC. */
export const formatMoment = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** What a create call answers with. */
export function createdJson(transaction: Transaction, { answer }: Course) {
  const { transactionID, account, networkID, approvalCode, partialCents } = transaction;
  if (answer.SC === 207) return { SC: 207, EC: "3C7E0207", transactionID, status: answer.status };
  return {
    SC: 200,
    EC: "0",
    transactionID,
    network: account.network,
    ...(answer.networkRC === undefined ? {} : { networkRC: answer.networkRC }),
    networkID,
    status: answer.status,
    ...(answer.status === "ERROR" ? {} : { approvalCode }),
    ...(partialCents === null ? {} : { partialAmount: formatDollars(partialCents) }),
    card: { last4: account.last4 },
  };
}

/** A transaction as it is retrieved, with what was ordered; asked for by its reference, it tells its id as well. */
export function retrievedJson(transaction: Transaction, { withId }: { withId: boolean }) {
  const { transactionID, referenceID, account, networkRC, status, reversals } = transaction;
  return {
    SC: 200,
    EC: "0",
    ...(withId ? { transactionID } : {}),
    referenceID,
    network: account.network,
    ...(networkRC === null ? {} : { networkRC, networkID: transaction.networkID }),
    status,
    ...(status === "COMPLETED" ? { approvalCode: transaction.approvalCode } : {}),
    amount: formatDollars(transaction.amountCents),
    last4: account.last4,
    ...(reversals[0] ? reversalsJson(reversals[0], reversals) : {}),
  };
}

function reversalsJson(newest: Reversal, all: readonly Reversal[]) {
  const facts = ({ networkRC, amountCents }: Reversal) => ({
    ...(networkRC === null ? {} : { networkRC }),
    reversalAmount: formatDollars(amountCents),
  });
  return {
    reversalStatus: newest.status,
    reversal: facts(newest),
    reversals: all.map((each) => ({ reversalStatus: each.status, ...facts(each) })),
  };
}

/** A card as it is queried. */
export function cardJson({ bin, last4, network, pull, push }: CardAccount) {
  const attributes = { network, type: "Debit", regulated: true, currency: "840", country: "840" };
  return {
    SC: 200,
    EC: "0",
    card: {
      bin,
      last4,
      nameFI: "Sandbox Savings Bank",
      pull: pull ? { enabled: true, ...attributes } : { enabled: false },
      push: push ? { enabled: true, ...attributes, availability: "Immediate" } : { enabled: false },
    },
  };
}

/** An account as it is retrieved. */
export function accountJson({ accountID, last4, owner }: CardAccount) {
  return { SC: 200, EC: "0", accountID, card: { last4 }, owner: { name: owner } };
}
