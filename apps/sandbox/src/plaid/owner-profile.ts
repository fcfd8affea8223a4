import { createRandom } from "../random.ts";
import { type Debt, makeDebts } from "./debts.ts";

/** Gig workers are paid by platforms, shops by their card processor and for their invoices. */
export const TRADES = ["gig", "shop"] as const;
export type Trade = (typeof TRADES)[number];

/** How the owner of a link earns and spends; what a ledger is made from. Money in cents. */
export interface OwnerProfile {
  trade: Trade;
  /** The main one first. */
  payers: Payers;
  /** Where a gig worker sells things beside; half of them do. */
  marketplace: (typeof MARKETPLACES)[number] | null;
  weeklyIncomeCents: number;
  rentCents: number;
  /** The share of what is left after fixed costs that is spent. */
  spending: number;
  /** What a month begins with: little, for those whose account runs dry now and then. */
  openingCents: { least: number; most: number };
  /** Paid out in one month out of eight, then paid back by the week for 26 weeks. */
  loan: { lender: string; phase: number; principalCents: number; weeklyCents: number } | null;
  /** What is owed to others. */
  debts: readonly Debt[];
}

/** One at least. */
type Payers = readonly [string, ...string[]];

const PLATFORMS: readonly [Payers, ...Payers[]] = [
  ["Uber", "Lyft"],
  ["DoorDash", "Instacart", "Grubhub"],
  ["Amazon Flex", "Uber"],
  ["Upwork"],
];
const PROCESSORS: readonly [Payers, ...Payers[]] = [
  ["Square Inc"],
  ["Stripe"],
  ["Shopify"],
  ["Clover", "Etsy"],
];
const MARKETPLACES = ["eBay", "Etsy"] as const;
const LENDERS = ["Kestrel Advance", "Northgate Capital", "Brightwater Funding", "Quickstep Loans"] as const;

/** The profile behind a link, always the same for the same access token; one of either trade unless one is named. */
export function makeOwnerProfile(accessToken: string, named: Trade | null): OwnerProfile {
  const random = createRandom(`${accessToken} profile`);
  const drawn = random.chance(0.6) ? "gig" : "shop";
  const trade = named ?? drawn;
  const gig = trade === "gig";
  const weeklyIncomeCents = gig ? random.int(55_000, 145_000) : random.int(120_000, 450_000);
  const rentCents = Math.round((weeklyIncomeCents * random.int(70, 130)) / 100);
  const tight = random.chance(0.35);
  const principalCents = random.int(8, 40) * 25_000;
  const beside = createRandom(`${accessToken} beside`);
  return {
    trade,
    marketplace: gig && beside.chance(0.5) ? beside.pick(MARKETPLACES) : null,
    debts: makeDebts(accessToken, trade),
    payers: gig ? random.pick(PLATFORMS) : random.pick(PROCESSORS),
    weeklyIncomeCents,
    rentCents,
    spending: random.int(78, 112) / 100,
    openingCents: tight
      ? { least: 4_000, most: rentCents + 20_000 }
      : { least: rentCents + 30_000, most: rentCents * 2 + 60_000 },
    loan: random.chance(0.45)
      ? {
          lender: random.pick(LENDERS),
          phase: random.int(0, 7),
          principalCents,
          weeklyCents: Math.round((principalCents * 1.28) / 26),
        }
      : null,
  };
}
