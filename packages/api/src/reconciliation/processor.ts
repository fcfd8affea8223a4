import type { Ach, AchSettlement, AchStatus } from "@countinghouse/providers/ach";
import type { Cards } from "@countinghouse/providers/cards";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays } from "@countinghouse/validators/new-york";
import type { FundedTransaction } from "./funded.ts";
import { type Days, isWithin, type KnownCall, type ProductFunding } from "./product.ts";

/** What a processor has, and why of some of our fundings it has nothing. */
export interface ProcessorFindings {
  transactions: FundedTransaction[];
  /** By unique reference. */
  reasons: Map<string, string>;
}

/** Processors ask not to be asked in haste. */
const AT_ONCE = 4;

/** Bank transfers settle within so many days: until then the settlements tell of the fundings of a day. */
const SETTLED_WITHIN_DAYS = 7;

/**
 * The fundings by bank transfer as their processor knows them: what settled, by its own list; what has not, or came back,
 * one by one; and credits it settled on these days that we know nothing of, or take for failed.
 */
export async function readAch(
  ach: Ach,
  fundings: readonly ProductFunding[],
  days: Days & { today: string },
  callsOf: (names: readonly string[]) => Promise<KnownCall[]>,
): Promise<ProcessorFindings> {
  const settled = await creditsOf(ach, days);
  const byName = Map.groupBy(settled, ({ key, reference }) => key ?? reference);
  const findings: ProcessorFindings = { transactions: [], reasons: new Map() };
  const told = new Set<AchSettlement>();
  const open: ProductFunding[] = [];
  for (const funding of fundings) {
    const own = [...(byName.get(funding.key) ?? []), ...(byName.get(funding.reference ?? "") ?? [])];
    for (const settlement of own) {
      told.add(settlement);
      findings.transactions.push(transaction("ACH", funding, settlement.amountCents));
    }
    if (own.length === 0) open.push(funding);
  }
  await eachAtOnce(open, async (funding) => {
    const found = await ach.lookUp(funding.key);
    if (found && !NEVER_WENT.includes(found.status))
      findings.transactions.push(transaction("ACH", funding, found.amountCents));
    else if (found) findings.reasons.set(funding.uniqueRef, `The processor has it as ${found.status}.`);
  });
  const strange = settled.filter((each) => !told.has(each) && isWithin(days, each.settledOn));
  findings.transactions.push(...(await strangers(strange, callsOf)));
  return findings;
}

async function creditsOf(
  ach: Ach,
  { start, end, today }: Days & { today: string },
): Promise<AchSettlement[]> {
  const settledBy = addDays(end, SETTLED_WITHIN_DAYS);
  const lastDay = settledBy > today ? today : settledBy;
  const byReference = new Map<string, AchSettlement>();
  for await (const each of ach.settlementsBetween(start, lastDay))
    if (each.direction === "credit") byReference.set(each.reference, each);
  return [...byReference.values()];
}

const NEVER_WENT: readonly AchStatus[] = ["invalidated", "voided", "refunded"];

async function strangers(
  settled: AchSettlement[],
  callsOf: (names: readonly string[]) => Promise<KnownCall[]>,
): Promise<FundedTransaction[]> {
  if (settled.length === 0) return [];
  const calls = await callsOf(settled.flatMap(({ key, reference }) => [reference, ...(key ? [key] : [])]));
  const byName = new Map(
    calls.flatMap((call) => [[call.key, call] as const, [call.reference ?? call.key, call] as const]),
  );
  return settled.flatMap(({ key, reference, amountCents, settledOn }) => {
    const call = byName.get(reference) ?? byName.get(key ?? reference);
    if (call?.isPaid) return [];
    return [
      {
        sourceSystem: "payliance" as const,
        paymentType: "ACH" as const,
        uniqueRef: reference,
        userId: call?.userId ?? null,
        fundedDate: settledOn,
        disbursementAmountCents: amountCents,
      },
    ];
  });
}

/**
 * The fundings by card as their processor knows them, one by one: it has no list. A reference that it refuses, as somebody
 * may have typed it, hinders no other; who refuses all of them refuses us, and that is thrown.
 */
export async function readCards(
  cards: Cards,
  fundings: readonly ProductFunding[],
): Promise<ProcessorFindings> {
  const findings: ProcessorFindings = { transactions: [], reasons: new Map() };
  const refused: ProviderError[] = [];
  await eachAtOnce(fundings, async (funding) => {
    const { reference, uniqueRef } = funding;
    if (reference === null) {
      findings.reasons.set(uniqueRef, "We hold no reference of the processor's for it to be looked up by.");
      return;
    }
    const found = await cards.find(reference).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
      refused.push(error);
      findings.reasons.set(uniqueRef, "The processor refuses the reference that we hold.");
      return null;
    });
    if (found?.state === "paid") findings.transactions.push(transaction("CARD", funding, found.amountCents));
    else if (found) findings.reasons.set(uniqueRef, `The processor has it as ${found.state}.`);
  });
  const held = fundings.filter(({ reference }) => reference !== null);
  if (refused[0] && refused.length === held.length) throw refused[0];
  return findings;
}

/** Neither processor tells the day of a funding nor, in our terms, the customer. */
const transaction = (
  paymentType: "ACH" | "CARD",
  { uniqueRef }: ProductFunding,
  disbursementAmountCents: number | null,
): FundedTransaction => ({
  sourceSystem: "payliance",
  paymentType,
  uniqueRef,
  userId: null,
  fundedDate: null,
  disbursementAmountCents,
});

/** Does the work for each, a few at once. The first failure is thrown, and nothing more is begun. */
async function eachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  let failed = false;
  const worker = async () => {
    for (const item of queue) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
