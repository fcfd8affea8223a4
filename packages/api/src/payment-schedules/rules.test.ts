import { describe, expect, it, test } from "vitest";
import { type PayerFacts, sourceOn } from "./rules.ts";

const TODAY = "2026-11-20";

const ACCOUNT = { id: 1, mask: "6789", enabled: true, isPrimary: true, block: null };
const CARD = { id: 2, last4: "4242", status: "ACTIVE", expiry: "1130", isPrimary: true, block: null };
const BY_BANK = {
  useBank: true,
  bankNumber: "6789",
  useBankUntil: "2026-11-20",
  useCard: false,
  cardNumber: null,
  useCardUntil: null,
};
const BY_CARD = {
  useBank: false,
  bankNumber: null,
  useBankUntil: null,
  useCard: true,
  cardNumber: "4242",
  useCardUntil: "2027-05-20",
};

const sourceFor = (facts: Partial<PayerFacts>) =>
  sourceOn(TODAY, { preference: null, accounts: [ACCOUNT], cards: [CARD], ...facts });

const taken = (facts: Partial<PayerFacts>) => {
  const { source } = sourceFor(facts);
  return source && `${source.mode} ${source.last4} ${source.chosenBy}`;
};

describe("a scheduled payment is taken from", () => {
  test.each<[string, Partial<PayerFacts>, string]>([
    ["the primary account", {}, "DEBIT 6789 primary"],
    ["the primary card where there is no account", { accounts: [] }, "SALE 4242 primary"],
    [
      "the primary card where the account is disabled",
      { accounts: [{ ...ACCOUNT, enabled: false }] },
      "SALE 4242 primary",
    ],
    ["what the customer prefers, before what is primary", { preference: BY_CARD }, "SALE 4242 preference"],
    [
      "an account that is preferred through its last day",
      { preference: BY_BANK, accounts: [ACCOUNT, { ...ACCOUNT, id: 3, mask: "1111", isPrimary: false }] },
      "DEBIT 6789 preference",
    ],
    [
      "the preferred account before the preferred card",
      { preference: { ...BY_CARD, ...BY_BANK, useCard: true, cardNumber: "4242", useCardUntil: TODAY } },
      "DEBIT 6789 preference",
    ],
    [
      "the preferred card where the preferred account can not be used",
      {
        preference: { ...BY_BANK, useCard: true, cardNumber: "4242", useCardUntil: TODAY },
        accounts: [{ ...ACCOUNT, enabled: false }],
      },
      "SALE 4242 preference",
    ],
    [
      "what is primary once the preference has expired",
      { preference: { ...BY_CARD, useCardUntil: "2026-11-19" } },
      "DEBIT 6789 primary",
    ],
    [
      "the primary one of two accounts with the preferred digits",
      { preference: BY_BANK, accounts: [{ ...ACCOUNT, id: 3, isPrimary: false }, ACCOUNT] },
      "DEBIT 6789 preference",
    ],
  ])("%s", (_what, facts, expected) => {
    expect(taken(facts)).toBe(expected);
  });
});

describe("it is taken from nowhere, and the reason is told,", () => {
  test.each<[string, Partial<PayerFacts>, string]>([
    [
      "where there is neither",
      { accounts: [], cards: [] },
      "There is no card information, No primary Account available",
    ],
    [
      "where nothing is primary",
      { accounts: [{ ...ACCOUNT, isPrimary: false }], cards: [{ ...CARD, isPrimary: false }] },
      "There is no card information, No primary Account available",
    ],
    [
      "where the account is disabled and there is no card",
      { accounts: [{ ...ACCOUNT, enabled: false }], cards: [] },
      "The account is disabled.",
    ],
    [
      "where the only card has expired",
      { accounts: [], cards: [{ ...CARD, expiry: "1026" }] },
      "The card has expired.",
    ],
    [
      "where the preferred account is not the customer's, whatever else is there",
      { preference: { ...BY_BANK, bankNumber: "0000" } },
      "The customer has no account •••• 0000, which the payment preference names.",
    ],
    [
      "where the preferred card is not active, whatever else is there",
      { preference: BY_CARD, cards: [{ ...CARD, status: "INACTIVE" }] },
      "The card is not active.",
    ],
  ])("%s", (_what, facts, reason) => {
    expect(sourceFor(facts)).toEqual({ source: null, whyNot: reason });
  });
});

it("the source names the card or account itself, not only its digits", () => {
  expect(sourceFor({}).source?.instrumentId).toBe(ACCOUNT.id);
  expect(sourceFor({ preference: BY_CARD }).source?.instrumentId).toBe(CARD.id);
});
