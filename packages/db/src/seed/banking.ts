import { addDays, isoDate } from "./days.ts";
import { makeVerification, processorFacts } from "./instrument-facts.ts";
import type { Random } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";
import { BANKS, type Bank, CARD_ISSUERS } from "./trades.ts";

/** The numbers a customer is recognised by when another one brings the same. */
export interface Instruments {
  accountNumber: string;
  cardToken: string;
  last4: string;
}

/** The same, with the rows of the primary card and account; null for a user who has none. */
export interface Banking extends Instruments {
  cardId: number | null;
  bankAccountId: number | null;
}

export interface Owner {
  userId: number;
  name: string;
  situation: Situation;
  since: Date;
  /** Whether a shop is what the owner lives on: then a shop's takings come in on the account. */
  isShop: boolean;
  /** Numbers taken over from another user, for one who overlaps. */
  shared: Partial<Instruments>;
}

/** Adds the bank links, their accounts and the cards of a user. Returns what identifies them. */
export function addBanking(context: SeedContext, random: Random, owner: Owner): Banking {
  const instruments = {
    accountNumber: String(4_000_000_000 + owner.userId * 37 + random.int(0, 36)),
    cardToken: cardToken(random, owner.userId),
    last4: String(random.int(0, 9_999)).padStart(4, "0"),
    ...owner.shared,
  };
  if (owner.situation.bankLink === "none") return { ...instruments, cardId: null, bankAccountId: null };
  const active = owner.situation.bankLink === "active";
  addLink(context, random, {
    owner,
    bank: random.pick(BANKS),
    active,
    accountNumber: instruments.accountNumber,
  });
  if (random.chance(0.12)) addLink(context, random, { owner, bank: random.pick(BANKS), active: false });
  const bankAccountId = context.rows.bank_account.findLast(isFirstChoice)?.id ?? null;
  const cardsBefore = context.rows.card.length;
  addCards(context, random, owner, instruments);
  const cardId = context.rows.card.slice(cardsBefore).find(isFirstChoice)?.id ?? null;
  return { ...instruments, cardId, bankAccountId: active ? bankAccountId : null };
}

const isFirstChoice = (row: { isPrimary: boolean }): boolean => row.isPrimary;

interface Link {
  owner: Owner;
  bank: Bank;
  active: boolean;
  /** Number of the primary account; a link without one has no primary account. */
  accountNumber?: string;
}

/** Adds a link with one account or two. */
export function addLink(
  context: SeedContext,
  random: Random,
  { owner, bank, active, accountNumber }: Link,
): void {
  const id = ++context.ids.bankLink;
  const numbers = [
    { subtype: "checking", number: accountNumber ?? String(random.int(5_000_000_000, 5_999_999_999)) },
  ];
  if (random.chance(0.3)) {
    numbers.push({ subtype: "savings", number: String(random.int(6_000_000_000, 6_999_999_999)) });
  }
  const accounts = numbers.map((account, index) => {
    const isPrimary = index === 0 && accountNumber !== undefined && active;
    const accountId = ++context.ids.bankAccount;
    const providerId = `acc-${accountId}-${random.int(0, 0xffff_ffff).toString(36)}`;
    return { ...account, id: accountId, providerId, isPrimary };
  });
  const errorCode = active ? "" : "ITEM_LOGIN_REQUIRED";
  context.rows.bank_link.push({
    id,
    userId: owner.userId,
    institutionId: bank.id,
    institutionName: bank.name,
    bankStatus: random.weighted([
      ["HEALTHY", 90],
      ["DEGRADED", 7],
      ["DOWN", 3],
    ]),
    isActive: active,
    authIsDone: active || random.chance(0.5),
    accessTokenSealed: context.vault.seal(
      { table: "bank_link", column: "access_token_sealed", rowId: id },
      accessToken(bank, accounts, { isShop: owner.isShop, errorCode }),
    ),
    itemId: `item-${id}`,
    errorCode,
    isManual: false,
    consentExpiresAt: null,
    revokedAt: null,
    disconnectToldAt: null,
    createdAt: owner.since,
  });
  for (const account of accounts) addAccount(context, random, { link: id, owner, bank, active, ...account });
}

interface LinkedAccount {
  id: number;
  providerId: string;
  subtype: string;
  number: string;
  isPrimary: boolean;
}

interface LinkFacts {
  isShop: boolean;
  errorCode: string;
}

/** A token of the sandbox that spells its accounts out, so that the bank-link vendor there tells what stands here. */
function accessToken(bank: Bank, accounts: LinkedAccount[], { isShop, errorCode }: LinkFacts): string {
  const parts = accounts.map(({ providerId, subtype, number }) => `${providerId}:${subtype}:${number}`);
  if (isShop) parts.push("trade:shop");
  if (errorCode !== "") parts.push(`error:${errorCode}`);
  return `access-sandbox-${[bank.id, ...parts].join(".")}`;
}

function addAccount(
  context: SeedContext,
  random: Random,
  account: LinkedAccount & { link: number; owner: Owner; bank: Bank; active: boolean },
): void {
  const { id } = account;
  context.rows.bank_account.push({
    id,
    bankLinkId: account.link,
    userId: account.owner.userId,
    providerAccountId: account.providerId,
    name: account.subtype === "savings" ? "Plaid Saving" : "Plaid Checking",
    type: "depository",
    subtype: account.subtype,
    numberSealed: context.vault.seal(
      { table: "bank_account", column: "number_sealed", rowId: id },
      account.number,
    ),
    numberIndex: context.vault.blindIndex("bankAccountNumber", account.number),
    mask: account.number.slice(-4),
    routing: account.bank.routing,
    isTokenized: false,
    wireRouting: account.bank.routing,
    enabled: account.isPrimary || random.chance(0.8),
    isPrimary: account.isPrimary,
    isManuallyAdded: false,
    source: "plaid",
    verification: makeVerification(id, account.active),
    replacesId: null,
    replacedAt: null,
    revokedAt: null,
    importRunId: null,
    createdAt: account.owner.since,
  });
}

/** Two of three users have a card; some have an older one beside it, which may have expired. */
function addCards(context: SeedContext, random: Random, owner: Owner, instruments: Instruments): void {
  const shared = owner.shared.cardToken !== undefined;
  if (!shared && !random.chance(0.66)) return;
  addCard(context, random, owner, { ...instruments, yearsLeft: random.int(1, 4), isPrimary: true });
  if (random.chance(0.2)) {
    addCard(context, random, owner, {
      cardToken: cardToken(random, owner.userId),
      last4: String(random.int(0, 9_999)).padStart(4, "0"),
      yearsLeft: random.int(-2, 1),
      isPrimary: false,
    });
  }
}

interface NewCard {
  cardToken: string;
  last4: string;
  /** Negative for one that has expired. */
  yearsLeft: number;
  isPrimary: boolean;
}

/** Adds a card. What is neither primary nor in use any more is inactive. */
export function addCard(context: SeedContext, random: Random, owner: Owner, card: NewCard): void {
  const id = ++context.ids.card;
  const [year = "", month = ""] = isoDate(addDays(context.now, card.yearsLeft * 365 + 40)).split("-");
  context.rows.card.push({
    id,
    userId: owner.userId,
    tokenSealed: context.vault.seal({ table: "card", column: "token_sealed", rowId: id }, card.cardToken),
    tokenIndex: context.vault.blindIndex("cardToken", card.cardToken.replace(/\D/g, "")),
    last4: card.last4,
    expiry: `${month}${year.slice(2)}`,
    cardName: owner.name,
    issuer: random.pick(CARD_ISSUERS),
    status: card.isPrimary || (card.yearsLeft > 0 && random.chance(0.5)) ? "ACTIVE" : "INACTIVE",
    isPrimary: card.isPrimary,
    ...processorFacts(id),
    createdAt: owner.since,
    importRunId: null,
  });
}

export const cardToken = (random: Random, userId: number): string =>
  `tok_${userId}${random.int(100_000, 999_999)}`;
