import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import {
  dueChanged,
  LEFT_OUT_REASONS,
  MOST_SHOWN_BEFORE_RUN,
  type NotProcessedReason,
  type RunGroup,
  whyNotRunTotal,
} from "@countinghouse/validators/automation/rules";
import type { RunAutomation } from "@countinghouse/validators/automation/schemas";
import { AUTOMATION_TEXTS } from "@countinghouse/validators/automation/texts";
import { formatCents } from "@countinghouse/validators/money";
import { whyNotBulk } from "@countinghouse/validators/vendors/rules";
import type { WithBulkJobs } from "../bulk-jobs/engine/bulk-engine.ts";
import { lockIdle, openBatch } from "../bulk-jobs/start.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { forecastOfRun } from "../debit-control/return-rates.ts";
import { refuseInRecovery } from "../environment/gate.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { FAILED_LEDGER_WRITES } from "../ledger-writes/failed.ts";
import { readSetting, settingNow } from "../settings/service.ts";
import { type DuePayment, readDue } from "./due.ts";
import { railOfSource } from "./rules.ts";

const KIND = "AUTOMATION";

const NOTHING_DUE = "No scheduled payment is due.";

/** What would run now: how many customers and cents, who is left out and why, and the digest of all that. */
export async function previewAutomation(ctx: AdminCtx) {
  const [due, limit, sheet] = await Promise.all([
    readDue(ctx.db, { now: ctx.now(), vendorsOff: ctx.services.vendorsOff }),
    settingNow(ctx, "typedTotalFromCents"),
    sheetStanding(ctx),
  ]);
  return {
    ...runSize(due),
    /** Of return rates, by the bank transfers of the run. */
    rates: await forecastOfRun(
      ctx,
      due.filter(isTransfer).map(({ userId }) => userId),
    ),
    /** Whom it takes from, whom it may not, and from whom a person may still collect. */
    groups: {
      goes: selectGroup(due, "goes"),
      blocked: selectGroup(due, "blocked"),
      decision: selectGroup(due, "decision"),
    },
    typedTotalFromCents: limit,
    /** Of what staff are to update first: how far it holds what was written down here. */
    sheet,
    whyNot: whyNotBulk(KIND, ctx.services.vendorsOff) ?? (due.length === 0 ? NOTHING_DUE : null),
    reviewed: digestDue(ctx, due),
  };
}

/** When a row of ours reached the ledger sheet last, how many are on their way, and how many failed. */
async function sheetStanding({ db }: AdminCtx) {
  const topic = FAILED_LEDGER_WRITES.topic;
  const [newest, waiting, failed] = await Promise.all([
    db.outboxMessage.findFirst({
      where: { topic, state: "DELIVERED" },
      orderBy: { deliveredAt: "desc" },
      select: { deliveredAt: true },
    }),
    db.outboxMessage.count({ where: { topic, state: "QUEUED" } }),
    db.outboxMessage.count({ where: FAILED_LEDGER_WRITES }),
  ]);
  return { writtenAt: newest?.deliveredAt ?? null, waiting, failed };
}

/** How many customers a group has, for which reasons, and the first MOST_SHOWN_BEFORE_RUN of them. */
function selectGroup(due: readonly DuePayment[], group: RunGroup) {
  const of = due.filter(
    ({ plan: { reason } }) => (reason === null ? "goes" : LEFT_OUT_REASONS[reason].group) === group,
  );
  const rows = of.slice(0, MOST_SHOWN_BEFORE_RUN).map(({ userId, flaggedId, dueOn, takeCents, plan }) => {
    const place = plan.reason === null ? null : LEFT_OUT_REASONS[plan.reason].place;
    return {
      userId,
      dueOn,
      takeCents,
      rail: plan.sources[0]?.mode ?? null,
      reason: plan.reason,
      fact: place && { place, userId: (place === "doNotFund" ? flaggedId : null) ?? userId },
    };
  });
  return { count: of.length, reasons: countReasons(of), rows };
}

/** Stands for what was counted: who, for which payment, how much, or why not. */
function digestDue({ services: { vault } }: AdminCtx, due: readonly DuePayment[]): string {
  const facts = due.map(({ userId, scheduleId, takeCents, plan }) => [
    userId,
    scheduleId,
    takeCents,
    plan.reason,
  ]);
  return Buffer.from(vault.secretHash("automation-review", JSON.stringify(facts))).toString("base64url");
}

const isTransfer = ({ plan }: DuePayment): boolean =>
  plan.reason === null && plan.sources[0]?.mode === "DEBIT";
const isChosen = ({ plan }: DuePayment): boolean => plan.reason === null;

/** How many customers of those who are due are charged, how much in cents, and how many are left out. */
export function runSize(due: readonly DuePayment[]) {
  const chosen = due.filter(isChosen);
  return {
    customers: chosen.length,
    totalCents: chosen.reduce((sum, { takeCents }) => sum + takeCents, 0),
    leftOut: due.length - chosen.length,
  };
}

function countReasons(due: readonly DuePayment[]): { reason: NotProcessedReason; count: number }[] {
  const reasons = due.flatMap(({ plan }) => plan.reason ?? []);
  return Array.from(
    Map.groupBy(reasons, (reason) => reason),
    ([reason, all]) => ({ reason, count: all.length }),
  ).sort((one, other) => other.count - one.count);
}

/**
 * Takes, in the background, what is due from every customer whose switch is on; who is left out has a row with the
 * reason. Throws CONFLICT while it runs already, RULE when nothing is due, or something else than was shown.
 */
export async function runAutomation(
  ctx: AdminCtx<WithBulkJobs>,
  input: RunAutomation & { requestId: string },
) {
  const spec = { action: "automation.run", capability: "automation.run", input } as const;
  const started = await ctx.command(spec, async ({ tx, now }) => {
    const order = { now, requestedById: ctx.actor.id, vendorsOff: ctx.services.vendorsOff };
    const { id, requestedAt, size, rows } = await openAutomation(tx, order, async (due) => {
      const { customers, totalCents } = runSize(due);
      if (digestDue(ctx, due) !== input.reviewed)
        throw new DomainError("RULE", dueChanged(customers, totalCents), { confirm: "changed" });
      const limitCents = await readSetting(tx, "typedTotalFromCents");
      refuseWhen(whyNotRunTotal({ totalCents, limitCents, typedCents: input.typedTotalCents }));
    });
    return {
      result: { batchId: id, requestedAt: requestedAt.getTime(), message: AUTOMATION_TEXTS.started },
      audit: { subject: { type: "bulk-batch", id }, after: size },
      approval: {
        matters: ["AUTOMATION"],
        title: `Payment automation of ${size.customers} customers: ${formatCents(size.totalCents)}`,
        userId: null,
        amountCents: size.totalCents,
        batchId: id,
        rows,
      },
    };
  });
  ctx.services.bulkJobs.announce({ batchId: started.batchId, kind: KIND });
  ctx.services.bulkJobs.wake(KIND);
  return started;
}

interface AutomationOrder {
  now: Date;
  requestedById: string;
  vendorsOff: Core["vendorsOff"];
}

/**
 * Writes a batch of what is due by `now`, whoever orders it. `check` throws where it is not to be begun after all. Nothing is
 * written where this throws: CONFLICT while a batch runs, RULE in recovery, without the vendors, or when nothing is due.
 */
export async function openAutomation(
  tx: Tx,
  { now, requestedById, vendorsOff }: AutomationOrder,
  check: (due: readonly DuePayment[]) => Promise<void>,
) {
  refuseWhen(whyNotBulk(KIND, vendorsOff));
  await refuseInRecovery(tx);
  const epoch = await lockIdle(tx, KIND);
  const due = await readDue(tx, { now, vendorsOff });
  if (due.length === 0) throw new DomainError("RULE", NOTHING_DUE);
  await check(due);
  const size = runSize(due);
  const batch = await openBatch(tx, now, {
    kind: KIND,
    version: 1,
    epoch,
    requestedById,
    total: due.length,
    cancelled: size.leftOut,
    ...(size.customers === 0 && { state: "COMPLETED", finishedAt: now }),
  });
  await insertItems(tx, batch.id, due, now);
  const rows = due.filter(isChosen).map(({ userId, takeCents }) => ({ userId, amountCents: takeCents }));
  return { ...batch, size, rows };
}

/** Marks a row that was left out from the start. */
export const LEFT_OUT = "NOT_PROCESSED";

/** Those that are tried come first. */
async function insertItems(tx: Tx, batchId: string, due: readonly DuePayment[], now: Date): Promise<void> {
  const [chosen, leftOut] = [due.filter(isChosen), due.filter((each) => !isChosen(each))];
  const rows = JSON.stringify([...chosen, ...leftOut].map(toBulkItem));
  await tx.$executeRaw`
    INSERT INTO bulk_item (id, batch_id, position, user_id, amount_cents, schedule_id, state, error_code,
      error_message, finished_at)
    SELECT r.id, ${batchId}::uuid, r.position, r."userId", r."dueCents", r."scheduleId",
      (CASE WHEN r.reason IS NULL THEN 'WAITING' ELSE 'CANCELLED' END)::"BulkItemState",
      CASE WHEN r.reason IS NULL THEN '' ELSE ${LEFT_OUT} END, coalesce(r.reason, ''),
      CASE WHEN r.reason IS NOT NULL THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (id uuid, position int, "userId" int, "dueCents" bigint,
      "scheduleId" int, reason text)`;
  await tx.$executeRaw`
    INSERT INTO automation_item (item_id, source, due_on, take_cents, rail, second_rail, plaid_balance_cents)
    SELECT r.id, r.source::"AutomationSource", r."dueOn", r."takeCents", r.rail::"AutomationRail",
      r."secondRail"::"AutomationRail", r."plaidBalanceCents"
    FROM jsonb_to_recordset(${rows}::jsonb) AS r (id uuid, source text, "dueOn" date, "takeCents" bigint, rail text,
      "secondRail" text, "plaidBalanceCents" bigint)`;
}

function toBulkItem({ plan, ...due }: DuePayment, position: number) {
  const [rail = null, secondRail = null] = plan.sources.map(railOfSource);
  return { id: randomUUID(), position, ...due, reason: plan.reason, rail, secondRail };
}
