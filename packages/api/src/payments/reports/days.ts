import type { Tx } from "@countinghouse/db";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { toIsoDay } from "../../stored-values.ts";
import type { IntentRow } from "../engine/intent-row.ts";
import type { Reported } from "./reported.ts";

/** Days by which a processor's calendar may be ahead of ours: the calendar of a sandbox may be, that of a bank is not. */
const DAYS_AHEAD = { SANDBOX: 14, PRODUCTION: 0 } as const;

const TAKES_BACK: readonly Reported["kind"][] = ["RETURN", "CHARGEBACK"];

/**
 * Returns why a payment cannot have come back on the day of a report, or null. The day may be before the payment or in the future.
 * A processor may use days in UTC, which begin in the evening of New York.
 */
export async function whyImpossibleDay(
  tx: Tx,
  { kind, day }: Reported,
  { id }: IntentRow,
  now: Date,
): Promise<string | null> {
  if (!TAKES_BACK.includes(kind)) return null;
  const environment = await tx.environment.findFirst({ select: { kind: true } });
  const ahead = DAYS_AHEAD[environment?.kind ?? "PRODUCTION"];
  if (day > addDays(toIsoDay(now), ahead)) return `${day} is an impossible day: it has not come yet.`;
  const first = await tx.paymentAttempt.findFirst({
    where: { intentId: id },
    orderBy: { sentAt: "asc" },
    select: { sentAt: true },
  });
  const sentOn = first === null ? null : newYorkDate(first.sentAt);
  return sentOn !== null && day < sentOn
    ? `${day} is an impossible day: the payment was sent on ${sentOn}.`
    : null;
}
