import { addDays } from "./days.ts";
import { type Random, uuidAt } from "./random.ts";
import type { IntentRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";

/** What card networks answer when they decline: their code and what it means. */
const DECLINES = [
  ["51", "Insufficient funds"],
  ["61", "Exceeds withdrawal amount limit"],
  ["91", "Issuer unavailable"],
] as const;

/** Adds, before some of the user's card payments, the try of the day before that the card's bank declined. */
export function addDeclinedSales(context: SeedContext, random: Random, userId: number): void {
  const { payment_intent: intents } = context.rows;
  // The user was just made: theirs are the last ones.
  const own = intents.slice(intents.findLastIndex((row) => row.userId !== userId) + 1);
  for (const sale of own.filter(({ kind }) => kind === "SALE"))
    if (random.chance(0.25)) addDeclinedSale(context, random, sale);
}

function addDeclinedSale(context: SeedContext, random: Random, sale: IntentRow): void {
  const attempt = context.rows.payment_attempt.findLast(({ intentId }) => intentId === sale.id);
  if (!attempt) return;
  const at = addDays(new Date(sale.createdAt), -1);
  const id = uuidAt(random, at);
  const [failureCode, failureMessage] = random.pick(DECLINES);
  const businessKey = `seed-declined:${sale.businessKey}`;
  context.rows.payment_intent.push({
    ...sale,
    id,
    businessKey,
    failureCode,
    failureMessage,
    createdAt: at,
    updatedAt: at,
  });
  context.rows.payment_attempt.push({
    ...attempt,
    id: uuidAt(random, at),
    intentId: id,
    providerKey: businessKey,
    providerReference: `seed-${id}`,
    outcome: "FAILED",
    sentAt: at,
    finishedAt: at,
  });
}
