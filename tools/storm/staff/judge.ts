import type { Services } from "../../../packages/api/src/services.ts";
import { isOpen, isPaid, isUnknown } from "../../../packages/validators/src/payments/states.ts";
import type { Capture } from "../../stack/sandbox-control.ts";
import { ourPayments, ownProblems } from "../books.ts";
import { compareWanted, type MadePayment, type WantedComparison } from "./compare-wanted.ts";
import { type Wanted, wantedName } from "./wanted.ts";

const ALL = "";

/** What was found, and what is wrong beside that. */
export interface Judgement {
  comparison: WantedComparison;
  problems: string[];
}

export interface Circumstances {
  /** The keys of what was taken back through the card network. */
  chargedBack?: ReadonlySet<string>;
  /** Whether more than a day has passed: then no outcome is unknown any more without being left to a person. */
  isDayOver?: boolean;
}

/**
 * Holds what the processors moved against what was wanted and against our books. What was to be given back of a sale that never went through is not wanted.
 */
export async function judge(
  services: Services,
  wanted: readonly Wanted[],
  captures: readonly Capture[],
  { chargedBack = new Set(), isDayOver = false }: Circumstances = {},
): Promise<Judgement> {
  const [lists, failedOnce, ours] = [
    await readLists(services),
    await idsOnceFailed(services),
    await ourPayments(services, ALL),
  ];
  const payments = ours.map(
    (payment): MadePayment => ({
      ...payment,
      wanted: wantedName(payment),
      isListed: isUnknown(payment.state) || lists.intents.has(payment.id),
      wasSaidToHaveFailed: failedOnce.has(payment.id),
    }),
  );
  const moved = captures.map((capture) => ({
    ...capture,
    cameBack: capture.isReturned || chargedBack.has(capture.key ?? ""),
    isListed: lists.names.has(capture.reference) || lists.names.has(capture.key ?? ""),
  }));
  const made = new Set(payments.map((payment) => payment.wanted));
  const sold = new Set(
    ours.filter(({ state }) => state === "SUCCEEDED").map((payment) => wantedName(payment)),
  );
  const possible = wanted.filter(({ name, sale }) => sale === null || made.has(name) || sold.has(sale.name));
  const comparison = compareWanted(
    possible.map(({ name }) => name),
    moved,
    payments,
    (state) => !isOpen(state) || (state === "UNKNOWN" && !isDayOver),
  );
  const heldCents = ours
    .filter(({ state }) => isPaid(state))
    .reduce((sum, { paymentType, movedCents }) => sum + (paymentType === "DEBIT" ? 1 : -1) * movedCents, 0);
  return {
    comparison,
    problems: [...comparison.problems, ...(await ownProblems(services, ALL, heldCents))],
  };
}

interface Lists {
  /** Payments that somebody has to look at. */
  intents: Set<string>;
  /** The processors' names, and ours, of what nobody here knows. */
  names: Set<string>;
}

const UNAPPLIED = {
  name: "storm.unapplied-reports",
  text: `SELECT intent_id::text AS "intentId", reference, payment_key AS key FROM processor_event
         WHERE applied_at IS NULL AND deleted_at IS NULL AND stage IS NOT NULL`,
};

/** What stands on the pages that somebody has to look through. */
async function readLists({ db }: Services): Promise<Lists> {
  const exceptions = await db.read.paymentException.findMany({ select: { intentId: true } });
  const reports = await db.read.sql<{ intentId: string | null; reference: string; key: string }>(
    UNAPPLIED,
    [],
  );
  return {
    intents: new Set([...exceptions, ...reports].flatMap(({ intentId }) => intentId ?? [])),
    names: new Set(reports.flatMap(({ reference, key }) => [reference, key]).filter((name) => name !== "")),
  };
}

/** The payments of which it was written down at some time that they had failed. */
async function idsOnceFailed({ db }: Services): Promise<Set<string>> {
  const events = await db.read.auditEvent.findMany({
    where: { action: "payments.outcome", after: { path: ["state"], equals: "FAILED" } },
    select: { requestId: true },
  });
  return new Set(events.map(({ requestId }) => requestId));
}
