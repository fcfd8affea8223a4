import { addDays } from "./days.ts";
import { type Random, uuidAt } from "./random.ts";
import type { SeedContext } from "./seed-context.ts";
import type { SituationName } from "./situations.ts";

const NOTES: Partial<Record<SituationName, readonly string[]>> = {
  behind: ["Called about the missed payment, left a voicemail.", "Promised to pay on Friday by card."],
  declined: ["Customer asked why; explained the decision and where to write to."],
  doNotFund: ["Stopped paying after the second week. No answer to three calls."],
  externalCollections: ["Handed over to the agency after 90 days without a payment."],
  expired: ["Did not finish in time; told the customer how to start a new application."],
  offerExpired: ["Offer ran out before the contract was signed. Customer is still interested."],
  lostBankLink: ["Bank connection lost. Sent the link to connect again."],
  loginDisabled: ["Login disabled: the customer reported a stolen phone."],
  manualReview: ["Waiting for the March bank statement.", "Name on the account differs; asked for an ID."],
  overlapping: ["Shares an address with another customer: confirmed they are siblings."],
  renewed: ["Paid the first advance without a miss. Good candidate for a higher limit."],
};

const GENERAL_NOTES = [
  "Spoke with the customer, all details confirmed.",
  "Customer prefers text messages to calls.",
  "Asked for payments on Fridays, when the platform pays out.",
  "New phone number confirmed by e-mail.",
  "Sent the contract again; the first mail went to spam.",
] as const;

/** Adds what staff wrote about a user: always where the situation has a story, sometimes otherwise. */
export function addNotes(
  context: SeedContext,
  random: Random,
  user: { userId: number; situation: SituationName; since: Date },
): void {
  const texts = [...(NOTES[user.situation] ?? [])];
  if (random.chance(0.4)) texts.push(random.pick(GENERAL_NOTES));
  const span = context.now.getTime() - user.since.getTime();
  for (const [index, note] of texts.entries()) {
    const createdAt = addDays(user.since, ((index + random.next()) / texts.length) * (span / 86_400_000));
    context.rows.note.push({
      id: uuidAt(random, createdAt),
      userId: user.userId,
      ownerId: random.pick(context.staff),
      note,
      version: 1,
      createdAt,
      updatedAt: createdAt,
      deletedAt: null,
      pinnedAt: null,
      followUpOn: null,
      editorId: null,
      importKey: null,
      importRunId: null,
    });
  }
}
