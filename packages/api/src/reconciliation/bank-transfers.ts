import type { Ach, AchSettlement, AchStatus } from "@countinghouse/providers/ach/port";
import { addDays } from "@countinghouse/validators/new-york";
import { modeRule } from "@countinghouse/validators/payments/kinds";
import { RECONCILIATION_REASONS as REASON } from "@countinghouse/validators/reconciliation/rules";
import {
  addStrangers,
  asFound,
  type Compared,
  eachAtOnce,
  noFindings,
  type ProcessorFindings,
} from "./findings.ts";
import { type FindCalls, isWithin, type ProductPayment } from "./product.ts";

/** Bank transfers settle within so many days: until then the settlements tell of the payments of a day. */
const SETTLED_WITHIN_DAYS = 7;

const DIRECTIONS = { debit: "in", credit: "out" } as const;

/**
 * The payments by bank transfer as their processor knows them: what settled, by its own list; what has not, or came back,
 * one by one; and what it settled on these days that we know nothing of, or take for failed.
 */
export async function readBankTransfers(
  ach: Ach,
  payments: readonly ProductPayment[],
  compared: Compared,
  findCalls: FindCalls,
): Promise<ProcessorFindings> {
  const settled = await readSettlements(ach, compared);
  const byName = Map.groupBy(settled, ({ key, reference }) => key ?? reference);
  const byReference = new Map(settled.map((each) => [each.reference, each]));
  const findings = noFindings();
  const reported = new Set<AchSettlement>();
  const unsettled: ProductPayment[] = [];
  for (const payment of payments) {
    const own = [...(byName.get(payment.key) ?? []), ...(byName.get(payment.reference ?? "") ?? [])];
    for (const settlement of own) reported.add(settlement);
    if (own.length === 0) unsettled.push(payment);
    for (const { direction, amountCents } of own)
      addMoved(findings, payment, DIRECTIONS[direction], amountCents);
  }
  await eachAtOnce(unsettled, async (payment) => {
    const found = await ach.lookUp(payment.key);
    if (found === null) {
      if (payment.standing !== "failed") findings.reasons.set(payment.uniqueRef, REASON.notKnown);
      return;
    }
    const settlement = byReference.get(found.reference);
    if (settlement) reported.add(settlement);
    // What failed here and came back there has moved nothing in the end.
    const isNothing = payment.standing === "failed" && CAME_BACK.includes(found.status);
    if (!NEVER_WENT.includes(found.status) && !isNothing)
      addMoved(findings, payment, modeRule(payment.kind).direction, found.amountCents);
    else if (payment.standing !== "failed")
      findings.reasons.set(payment.uniqueRef, REASON.hasItAs(found.status));
  });
  const strange = settled
    .filter((each) => !reported.has(each) && isWithin(compared.days, each.settledOn))
    .map(({ direction, settledOn, ...each }) => ({
      ...each,
      direction: DIRECTIONS[direction],
      day: settledOn,
    }));
  await addStrangers(findings, "ACH", strange, compared, findCalls);
  return findings;
}

function addMoved(
  findings: ProcessorFindings,
  payment: ProductPayment,
  direction: "in" | "out",
  amountCents: number,
): void {
  findings.transactions.push(asFound(payment, direction, amountCents));
  if (payment.standing === "failed") findings.reasons.set(payment.uniqueRef, REASON.failedHere);
}

async function readSettlements(
  ach: Ach,
  { days: { start, end }, today, directions }: Compared,
): Promise<AchSettlement[]> {
  const settledBy = addDays(end, SETTLED_WITHIN_DAYS);
  const lastDay = settledBy > today ? today : settledBy;
  const byReference = new Map<string, AchSettlement>();
  for await (const each of ach.settlementsBetween(start, lastDay))
    if (directions.includes(DIRECTIONS[each.direction])) byReference.set(each.reference, each);
  return [...byReference.values()];
}

const NEVER_WENT: readonly AchStatus[] = ["invalidated", "voided", "refunded"];
const CAME_BACK: readonly AchStatus[] = ["returned", "settledThenReturned"];
