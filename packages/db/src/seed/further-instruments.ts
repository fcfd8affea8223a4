import { addCard, addLink, cardToken, type Owner } from "./banking.ts";
import type { Random } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";
import { BANKS } from "./trades.ts";

/**
 * Adds what staff and time brought: an account that was added by hand, for a few; for a user of `every` kind also a
 * lost link, a card that has expired and one that was switched off.
 */
export function addFurtherInstruments(
  context: SeedContext,
  random: Random,
  { every, ...owner }: Owner & { every: boolean },
): void {
  if (every) {
    addLink(context, random, { owner, bank: random.pick(BANKS), active: false });
    for (const yearsLeft of [-1, 2]) addSpareCard(context, random, owner, yearsLeft);
  }
  if (every || random.chance(owner.situation.bankLink === "lost" ? 0.5 : 0.06))
    addManualAccount(context, random, owner);
}

function addSpareCard(context: SeedContext, random: Random, owner: Owner, yearsLeft: number): void {
  const last4 = String(random.int(0, 9_999)).padStart(4, "0");
  const token = cardToken(random, owner.userId);
  addCard(context, random, owner, { cardToken: token, last4, yearsLeft, isPrimary: false });
  const card = context.rows.card.at(-1);
  if (card) card.status = "INACTIVE";
}

function addManualAccount(context: SeedContext, random: Random, owner: Owner): void {
  const bankLinkId = ++context.ids.bankLink;
  const id = ++context.ids.bankAccount;
  const number = String(random.int(7_000_000_000, 7_999_999_999));
  context.rows.bank_link.push({
    id: bankLinkId,
    userId: owner.userId,
    institutionId: "",
    institutionName: "",
    bankStatus: "HEALTHY",
    isActive: true,
    authIsDone: false,
    accessTokenSealed: null,
    itemId: "",
    errorCode: "",
    isManual: true,
    consentExpiresAt: null,
    revokedAt: null,
    disconnectToldAt: null,
    createdAt: owner.since,
  });
  context.rows.bank_account.push({
    id,
    bankLinkId,
    userId: owner.userId,
    providerAccountId: `manual-${id}`,
    name: "Business Checking",
    type: "depository",
    subtype: "checking",
    numberSealed: context.vault.seal({ table: "bank_account", column: "number_sealed", rowId: id }, number),
    numberIndex: context.vault.blindIndex("bankAccountNumber", number),
    mask: number.slice(-4),
    routing: random.pick(BANKS).routing,
    isTokenized: false,
    wireRouting: "",
    enabled: true,
    isPrimary: false,
    isManuallyAdded: true,
    source: "manual",
    verification: "PENDING",
    replacesId: null,
    replacedAt: null,
    revokedAt: null,
    importRunId: null,
    createdAt: owner.since,
  });
}
