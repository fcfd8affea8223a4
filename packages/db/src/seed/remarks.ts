import { ADMINS } from "./admins.ts";
import { addDays, isoDate } from "./days.ts";
import type { Random } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";
import type { SituationName } from "./situations.ts";

/** How many remarks a user of this situation has: those who may not be funded have more than one page. */
const REMARKS: Partial<Record<SituationName, readonly [least: number, most: number]>> = {
  doNotFund: [12, 24],
  externalCollections: [3, 6],
  behind: [1, 3],
  declined: [1, 4],
  manualReview: [1, 2],
};

const CATEGORIES = [
  ["Bankruptcy", "Chapter 7, discharged."],
  ["Charge-off", "Card account charged off with a balance."],
  ["Collection", "Medical account placed with an agency."],
  ["Judgment", "Civil judgment, not satisfied."],
  ["Tax Lien", "State lien for unpaid sales tax."],
  ["Open UCC (other funder)", "Blanket filing by another funder."],
  ["Defaulted Advance (other funder)", "Reported by another funder."],
  ["Returned Payment", "Debit returned: insufficient funds."],
  ["Fraud Alert", "Alert on the bureau file, extended."],
  ["Identity Mismatch", "Name on the bureau file differs."],
  ["Abusive Conduct", "Threatened staff on the phone."],
  ["Litigation", "Suit by a former supplier is pending."],
] as const;

const SOURCES = ["TransUnion", "Clarity", ...ADMINS.map(({ email }) => email)];

/** Adds what speaks against a user. Most users have nothing of the kind. */
export function addRemarks(
  context: SeedContext,
  random: Random,
  { userId, situation }: { userId: number; situation: SituationName },
): void {
  const [least, most] = REMARKS[situation] ?? [0, random.chance(0.05) ? 1 : 0];
  for (let left = random.int(least, most); left > 0; left--) {
    const [category, note] = random.pick(CATEGORIES);
    const createdAt = addDays(context.now, -random.int(1, 700));
    context.rows.derogatory_remark.push({
      id: ++context.ids.remark,
      userId,
      remarkDate: isoDate(addDays(createdAt, -random.int(0, 60))),
      addedBy: random.pick(SOURCES),
      category,
      note,
      createdAt,
      importKey: null,
      importRunId: null,
      stopsDebits: false,
      addedById: null,
      endedAt: null,
      endedById: null,
      endReason: "",
    });
  }
}
