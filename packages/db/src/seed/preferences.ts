import type { Instruments } from "./banking.ts";
import { addDays, isoDate } from "./days.ts";
import type { SeedContext } from "./seed-context.ts";
import type { SituationName } from "./situations.ts";

const DEFAULT_DAYS = 182;

/** The methods users of a situation chose: each lasts so many days from now, or is not used. */
const CHOICES: Partial<Record<SituationName, { bank: number | null; card: number | null }>> = {
  funded: { bank: DEFAULT_DAYS, card: 90 },
  renewed: { bank: DEFAULT_DAYS, card: null },
  behind: { bank: null, card: DEFAULT_DAYS },
  loginDisabled: { bank: -20, card: null },
};

/** Adds how a user wishes to be charged, in the situations where staff ask for it. */
export function addPreference(
  context: SeedContext,
  user: { userId: number; situation: SituationName; instruments: Instruments },
): void {
  const { userId, situation, instruments } = user;
  const choice = CHOICES[situation];
  if (!choice) return;
  const until = (days: number | null) => (days === null ? null : isoDate(addDays(context.now, days)));
  context.rows.payment_preference.push({
    userId,
    useBank: choice.bank !== null,
    bankNumber: choice.bank === null ? null : instruments.accountNumber.slice(-4),
    useBankUntil: until(choice.bank),
    useCard: choice.card !== null,
    cardNumber: choice.card === null ? null : instruments.last4,
    useCardUntil: until(choice.card),
    updatedById: context.staff[userId % context.staff.length] ?? null,
    version: 1,
    updatedAt: context.now,
  });
}
