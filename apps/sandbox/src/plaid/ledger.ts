import { type Day, dayMonth, dayWeekday, type Month, monthDays } from "../days.ts";
import { createRandom } from "../random.ts";
import { type Event, eventsOn } from "./day-events.ts";
import { plaidId } from "./ids.ts";
import type { PlaidItem } from "./items.ts";
import { KINDS, type KindName } from "./kinds.ts";
import { makeOwnerProfile } from "./owner-profile.ts";

/** One line of an account. Cents seen from the account: negative went out. */
export interface Entry {
  id: string;
  /** Its id while it was pending; null for what is posted on its day. */
  pendingId: string | null;
  accountId: string;
  day: Day;
  postedDay: Day;
  kind: KindName;
  cents: number;
  party: string;
  /** What is in the account after it, pending ones counted. */
  balanceCents: number;
}

/** What has happened on the accounts of a link. It has no beginning: every month can be made up by itself. */
export interface Ledger {
  /** The entries of these days, both included, in order. */
  between(from: Day, to: Day): Entry[];
  /** What is in an account at the end of a day; `current` leaves out what is pending then. */
  balance(accountId: string, day: Day): { currentCents: number; availableCents: number };
}

const FEE_CENTS = 3_500;
const OVERDRAFT_CENTS = 30_000;
const LEAST_LEFT_CENTS = 1_000;
const SAVINGS_CENTS = { least: 12_000, most: 190_000 };
const FRIDAY = 5;

/** Debits that are presented to the bank, and come back when there is too little. */
const PRESENTED: ReadonlySet<KindName> = new Set([
  "rent",
  "insurance",
  "telephone",
  "electricity",
  "loanPayment",
  "personalLoanPayment",
  "carPayment",
  "cardPayment",
]);

/** The ledger of a link. The same day always looks the same, whenever it is asked about. */
export function makeLedger(item: PlaidItem): Ledger {
  const months = new Map<Month, Entry[]>();
  const monthEntries = (month: Month): Entry[] => {
    const known = months.get(month) ?? monthOfLedger(item, month);
    months.set(month, known);
    return known;
  };
  const between = (from: Day, to: Day): Entry[] => {
    const found: Entry[] = [];
    for (let month = dayMonth(from); month <= dayMonth(to); month += 1)
      found.push(...monthEntries(month).filter(({ day }) => day >= from && day <= to));
    return found;
  };
  return {
    between,
    balance: (accountId, day) => {
      // The month before ends with what this one begins with.
      const upToDay = between(monthDays(dayMonth(day) - 1).first, day).filter(
        (entry) => entry.accountId === accountId,
      );
      const availableCents = upToDay.at(-1)?.balanceCents ?? 0;
      const pending = upToDay.filter(({ postedDay }) => postedDay > day);
      return {
        availableCents,
        currentCents: availableCents - pending.reduce((sum, { cents }) => sum + cents, 0),
      };
    },
  };
}

/** A month runs from its opening balance to that of the next: a transfer at its end makes up the difference. */
function monthOfLedger({ accessToken, accounts, trade }: PlaidItem, month: Month): Entry[] {
  const { first, last } = monthDays(month);
  const [main, ...others] = accounts;
  const elsewhere = others[0] ? "savings" : "external account";
  const profile = makeOwnerProfile(accessToken, trade);
  const opening = (index: Month) => openingCents(main.id, index, profile.openingCents);
  const book = createBook(main.id, opening(month));
  for (let day = first; day <= last; day += 1) {
    addDay(book, day, eventsOn(accessToken, profile, day));
    const spareCents = book.balanceCents() - profile.rentCents * 3;
    if (dayWeekday(day) === FRIDAY && spareCents > 0)
      book.add(day, "toOwnAccount", -spareCents, `Online transfer to ${elsewhere}`);
  }
  book.level(last, opening(month + 1), elsewhere);
  return [...book.entries, ...others.flatMap(({ id }) => monthOfSavings(id, month))];
}

/** Who pays by card is stopped when there is too little; a debit is let through a little way, then returned: each for a fee. */
function addDay(book: Book, day: Day, events: Event[]): void {
  let fees = 0;
  for (const { kind, cents, party } of events) {
    const leftCents = book.balanceCents() + cents;
    const stopped = cents < 0 && leftCents < (PRESENTED.has(kind) ? -OVERDRAFT_CENTS : LEAST_LEFT_CENTS);
    if (!stopped) book.add(day, kind, cents, party);
    if (PRESENTED.has(kind) && leftCents < 0 && fees === 0) {
      fees += 1;
      if (stopped) book.add(day, "returnedItemFee", -FEE_CENTS, "NSF returned item fee");
      else book.add(day, "overdraftFee", -FEE_CENTS, "Overdraft fee");
    }
  }
}

function monthOfSavings(accountId: string, month: Month): Entry[] {
  const { last } = monthDays(month);
  const opening = (index: Month) => openingCents(accountId, index, SAVINGS_CENTS);
  const book = createBook(accountId, opening(month));
  book.add(last, "interest", createRandom(`${accountId} ${month}`).int(12, 140), "Interest payment");
  book.level(last, opening(month + 1), "checking");
  return book.entries;
}

interface Book {
  entries: Entry[];
  balanceCents(): number;
  add: (day: Day, kind: KindName, cents: number, party: string) => void;
  /** Brings the account to what it has to hold. */
  level(day: Day, cents: number, elsewhere: string): void;
}

function createBook(accountId: string, openedWithCents: number): Book {
  const entries: Entry[] = [];
  const balanceCents = () => entries.at(-1)?.balanceCents ?? openedWithCents;
  const add: Book["add"] = (day, kind, cents, party) => {
    const { daysPending } = KINDS[kind];
    const key = `${accountId} ${day} ${entries.length}`;
    entries.push({
      id: plaidId(key),
      pendingId: daysPending > 0 ? plaidId(`${key} pending`) : null,
      accountId,
      day,
      postedDay: day + daysPending,
      kind,
      cents,
      party,
      balanceCents: balanceCents() + cents,
    });
  };
  return {
    entries,
    balanceCents,
    add,
    level: (day, cents, elsewhere) => {
      const difference = cents - balanceCents();
      if (difference > 0) add(day, "fromOwnAccount", difference, `Online transfer from ${elsewhere}`);
      if (difference < 0) add(day, "toOwnAccount", difference, `Online transfer to ${elsewhere}`);
    },
  };
}

function openingCents(
  accountId: string,
  month: Month,
  { least, most }: { least: number; most: number },
): number {
  return createRandom(`${accountId} opens ${month}`).int(least, most);
}
