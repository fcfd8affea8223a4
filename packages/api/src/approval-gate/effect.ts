import { createHash } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { ApprovalEffect, CustomerStanding } from "@countinghouse/validators/approvals/effect";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import type { AuditDraft } from "../audit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { OutboxDraft } from "../outbox/queue.ts";
import { toIsoDay } from "../stored-values.ts";
import type { ApprovalFacts } from "./facts.ts";

/** Returns the state of a customer as far as a command may change it; null without a customer. */
export async function readStanding(tx: Tx, userId: number | null): Promise<CustomerStanding | null> {
  if (userId === null) return null;
  const user = await tx.user.findUnique({
    where: { id: userId },
    select: {
      doNotFund: true,
      balance: { select: { balanceCents: true } },
      applications: { select: { stage: true, alloyStatus: true }, orderBy: { id: "desc" }, take: 1 },
    },
  });
  if (user === null) return null;
  const schedule = await tx.paymentSchedule.findMany({
    where: { userId },
    orderBy: [{ paymentDate: "asc" }, { id: "asc" }],
    select: { paymentDate: true, amountCents: true, paidCents: true, status: true },
  });
  const [application] = user.applications;
  return {
    balanceCents: Number(user.balance?.balanceCents ?? 0n),
    doNotFund: user.doNotFund,
    stage: application?.stage ?? null,
    alloyStatus: application?.alloyStatus ?? null,
    schedule: schedule.map(({ paymentDate, amountCents, paidCents, status }) => ({
      paymentDate: toIsoDay(paymentDate),
      amountCents: Number(amountCents),
      paidCents: Number(paidCents),
      status,
    })),
  };
}

interface Written {
  facts: ApprovalFacts;
  audit: readonly AuditDraft[];
  outbox: readonly OutboxDraft[];
  now: Date;
}

/** Returns the effect of a verb inside its transaction, with the simulated later steps. Only `before` is missing. */
export async function readEffect(
  tx: Tx,
  { facts, audit, outbox, now }: Written,
): Promise<Omit<ApprovalEffect, "before">> {
  const further = (await facts.simulate?.()) ?? [];
  const ledger =
    facts.paymentId === undefined
      ? []
      : await tx.ledgerEntry.findMany({
          where: { transaction: { intentId: facts.paymentId } },
          orderBy: { id: "asc" },
          select: { amountCents: true, account: { select: { code: true } } },
        });
  return {
    after: await readStanding(tx, facts.userId),
    rows: (facts.rows ?? []).map(({ userId, amountCents }) => ({ userId, amountCents })),
    ledger: ledger.map(({ account, amountCents }) => ({
      account: account.code,
      amountCents: Number(amountCents),
    })),
    instrument: facts.instrument ?? null,
    outside: timeless(
      [...outbox, ...further].map(({ topic, message }) => ({ topic, message })),
      [now],
    ),
    changes: timeless(
      audit.map(({ before = null, after = null }) => ({ before, after })),
      [now],
    ),
  };
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Replaces the values that differ at each execution: generated ids, and these moments with their days. */
function timeless<Value>(value: Value, moments: readonly Date[]): Value {
  const words = moments.flatMap((moment) => [
    formatNewYork(moment, "dateTime"),
    moment.toISOString(),
    newYorkDate(moment),
  ]);
  const text = words.reduce(
    (held, word) => held.replaceAll(JSON.stringify(word).slice(1, -1), "(when it is done)"),
    canonicalJson(value).replaceAll(UUID, "(new)"),
  );
  return JSON.parse(text) as Value;
}

/** An approved effect and the time of its request. */
interface Approved {
  effect: ApprovalEffect;
  askedAt: Date;
}

/**
 * Returns true if the command would still have the approved effect. In outside messages and the audit, the time and day of the request
 * count as those of the execution.
 */
export function isAsApproved({ effect, askedAt }: Approved, now: ApprovalEffect, at: Date): boolean {
  const comparable = ({ outside, changes, ...exact }: ApprovalEffect) =>
    canonicalJson({ ...exact, told: timeless({ outside, changes }, [askedAt, at]) });
  return comparable(effect) === comparable(now);
}

/** Returns the hash that names an effect of an input. An admin approves this hash. */
export const effectHash = (inputHash: Uint8Array, effect: ApprovalEffect): string =>
  createHash("sha256").update(inputHash).update(canonicalJson(effect)).digest("hex");
