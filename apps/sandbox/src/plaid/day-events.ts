import { type Day, dayMonth, dayWeekday, type Month, monthDays } from "../days.ts";
import { createRandom, type Random } from "../random.ts";
import { debtEventsOn } from "./debts.ts";
import type { KindName } from "./kinds.ts";
import type { OwnerProfile } from "./owner-profile.ts";

/** Something that happens on the main account. Cents seen from the account. */
export interface Event {
  kind: KindName;
  cents: number;
  /** Who it is with. */
  party: string;
}

const MERCHANTS = {
  fuel: ["Shell", "Exxon", "Chevron", "Speedway"],
  groceries: ["Kroger", "Aldi", "Walmart", "Save A Lot"],
  meals: ["McDonald's", "Wawa", "Taco Bell", "Chipotle"],
  supplies: ["Home Depot", "Target", "AutoZone", "Dollar General"],
} as const;
const APPS = ["Zelle", "Cash App", "Venmo"] as const;
const PEOPLE = [
  "M. Alvarez",
  "J. Okafor",
  "T. Lindqvist",
  "R. Haddad",
  "S. Nakamura",
  "D. Whitfield",
] as const;
const WEEKS_PER_MONTH = 4.3;
const MONTHS_PER_LOAN_CYCLE = 8;
const MONTHS_PAYING_BACK = 6;

/** What happens on one day on the main account of a link; always the same for the same link. */
export function eventsOn(accessToken: string, profile: OwnerProfile, day: Day): Event[] {
  const events: Event[] = [];
  const month = dayMonth(day);
  const context: Context = {
    day,
    dayOfMonth: day - monthDays(month).first + 1,
    month,
    profile,
    random: createRandom(`${accessToken} ${day}`),
    add: (kind, cents, party) => void events.push({ kind, cents, party }),
  };
  addIncome(context);
  addBills(context);
  addLoan(context);
  events.push(...debtEventsOn(profile.debts, context));
  addSpending(context);
  addTransfers(context);
  return events;
}

interface Context {
  day: Day;
  dayOfMonth: number;
  month: Month;
  profile: OwnerProfile;
  random: Random;
  add: (kind: KindName, cents: number, party: string) => void;
}

function addIncome({ day, dayOfMonth, month, profile, random, add }: Context): void {
  const { trade, payers, marketplace, weeklyIncomeCents } = profile;
  const weekday = dayWeekday(day);
  const varied = (share: number) => Math.round((weeklyIncomeCents * share * random.int(60, 140)) / 100);
  if (trade === "gig") {
    // The first platform is the main one.
    for (const [index, payer] of payers.entries()) {
      const share = payers.length === 1 ? 0.85 : index === 0 ? 0.55 : 0.3 / (payers.length - 1);
      if (weekday === 2 + (index % 3)) add("gigPayout", varied(share), payer);
    }
    if (random.chance(0.16)) add("instantPayout", varied(0.13), payers[0]);
  } else {
    if (weekday >= 1 && weekday <= 5) add("cardSettlement", varied(0.16), payers[0]);
    if (payers[1] !== undefined && weekday === 5) add("cardSettlement", varied(0.12), payers[1]);
    if (random.chance(0.06)) add("invoicePaid", varied(0.45), random.pick(PEOPLE));
    if (weekday === 1 && dayOfMonth > 7 && dayOfMonth <= 14)
      add("invoicePaidOnline", Math.round(weeklyIncomeCents * 0.3), "Intuit QuickBooks");
  }
  if (marketplace !== null && weekday === 3 && dayOfMonth <= 14)
    add("marketplacePayout", varied(0.12), marketplace);
  const march = month % 12 === 2;
  if (march && dayOfMonth === 11 && random.chance(0.6)) add("taxRefund", random.int(40_000, 260_000), "IRS");
}

function addBills({ dayOfMonth, profile, random, add }: Context): void {
  if (dayOfMonth === 1) add("rent", -profile.rentCents, "Parkview Property Management");
  if (dayOfMonth === 3) add("insurance", -random.int(9_000, 24_000), "Progressive");
  if (dayOfMonth === 8) add("telephone", -random.int(4_500, 11_000), "T-Mobile");
  if (dayOfMonth === 12) add("streaming", -1_549, "Netflix");
  if (dayOfMonth === 15 && profile.trade === "shop") add("software", -5_900, "Intuit QuickBooks");
  if (dayOfMonth === 20) add("electricity", -random.int(6_000, 19_000), "City Power & Light");
  if (dayOfMonth === 25) add("monthlyFee", -1_200, "Monthly service fee");
}

function addLoan({ day, dayOfMonth, month, profile: { loan }, add }: Context): void {
  if (!loan) return;
  const age = (month + loan.phase) % MONTHS_PER_LOAN_CYCLE;
  if (age === 0 && dayOfMonth === 6) add("loanProceeds", loan.principalCents, loan.lender);
  if (age >= 1 && age <= MONTHS_PAYING_BACK && dayWeekday(day) === 4)
    add("loanPayment", -loan.weeklyCents, loan.lender);
}

/** Everyday purchases use up what is left after the fixed costs. */
function addSpending({ profile, random, add }: Context): void {
  const monthlyCents = profile.weeklyIncomeCents * WEEKS_PER_MONTH - profile.rentCents - 45_000;
  const dailyCents = (Math.max(monthlyCents, 30_000) * profile.spending) / 30;
  const purchases = random.int(0, 3);
  for (let count = 0; count < purchases; count += 1) {
    const kind = random.pick(["fuel", "groceries", "meals", "supplies"] as const);
    add(kind, -Math.round((dailyCents * random.int(20, 95)) / 100), random.pick(MERCHANTS[kind]));
  }
}

function addTransfers({ random, add }: Context): void {
  if (random.chance(0.05)) add("moneyIn", random.int(2_000, 32_000), appAndPerson(random));
  if (random.chance(0.07)) add("moneyOut", -random.int(2_000, 24_000), appAndPerson(random));
  if (random.chance(0.04)) add("cashIn", random.int(4, 30) * 1_000, "Branch deposit");
  if (random.chance(0.05)) add("cashOut", -random.int(2, 15) * 2_000, "ATM withdrawal");
}

function appAndPerson(random: Random): string {
  return `${random.pick(APPS)} ${random.pick(PEOPLE)}`;
}
