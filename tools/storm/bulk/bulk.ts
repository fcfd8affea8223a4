import { setTimeout as pause } from "node:timers/promises";
import type { AdminActor } from "../../../packages/api/src/actor.ts";
import { runningBatch } from "../../../packages/api/src/bulk-jobs/batches.ts";
import type { ProcedureCtx, Services } from "../../../packages/api/src/services.ts";
import { letOnePersonDo } from "../../../packages/api/src/testing/harness.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import type { BulkPaymentKind } from "../../../packages/validators/src/bulk-jobs/rules.ts";
import { whenUp } from "../books.ts";
import type { Ordered } from "../ordered.ts";
import type { KillPlan } from "../plan.ts";
import { type Pressed, reset, start, stormAdmin } from "./admins.ts";
import { approvalProblems, approveByTwo, haveBulkWait, type Waited } from "./approved.ts";
import { batchProblems, countUnpaid, countUnsettledRows, rowsByReason } from "./books.ts";
import { compareDue } from "./compare-due.ts";
import { type Due, makeDue } from "./due.ts";

const LOOK_EVERY_MS = 250;
/** Shares of what is due: where each list begins and ends. */
const LISTS = { first: [0, 0.7], second: [0.3, 1], ach: [0.2, 0.8] } as const;
/** A list is reset after at most this share of all payments, and after this time: lost workers hold their rows. */
const RESET_WITHIN = 0.1;
const RESET_WITHIN_MS = { least: 4_000, most: 15_000 };
/** Over so little nobody presses reset: what lost workers held is left to whoever comes after them. */
const LEFT_ALONE = 0.02;

interface Admins {
  one: ProcedureCtx<AdminActor>;
  other: ProcedureCtx<AdminActor>;
}

interface Office extends Admins {
  plan: KillPlan;
  services: Services;
  random: Random;
  due: readonly Due[];
  countOpen: () => Promise<number>;
  done: { started: number; refused: number; resets: number; cancelled: number; inFlight: number } & Waited;
  problems: string[];
}

/**
 * So many customers owe something today, each once, and two admins have lists of them that overlap. Both press start at
 * the same moment; whoever is refused starts his list when the other's is over or was reset, and one of them has a list
 * of ACH debits beside it. Whatever runs is reset now and then, and started again, until nothing is owed.
 */
export async function orderBulk(plan: KillPlan, services: Services, random: Random): Promise<Ordered> {
  const admins = { one: stormAdmin(services, "ADMIN"), other: stormAdmin(services, "EMPLOYEE") };
  // What is tried here is how a list runs, not who has to approve it.
  await letOnePersonDo(services.db);
  const due = await makeDue(services, admins.one, plan.payments);
  const scheduleIds = due.map(({ scheduleId }) => scheduleId);
  const countOpen = () => countUnpaid(services, scheduleIds);
  const done = {
    started: 0,
    refused: 0,
    resets: 0,
    cancelled: 0,
    inFlight: 0,
    waited: 0,
    left: 0,
    voided: 0,
  };
  if (plan.approvals) await haveBulkWait(services);
  const office: Office = { ...admins, plan, services, random, due, countOpen, done, problems: [] };
  return {
    prefix: "schedule:",
    countOpen,
    attend: async (signal) => {
      const debit = plan.approvals ? approved(office, "BULK_DEBIT", signal) : debits(office, signal);
      const ach = plan.approvals ? approved(office, "BULK_ACH", signal) : achDebits(office, signal);
      await Promise.all([debit, ach]);
    },
    finish: (signal) => finish(office, signal),
    judge: async (captures, payments) => {
      const comparison = compareDue(scheduleIds, captures, payments);
      const { chargedOnce, doubled, lost } = comparison;
      return {
        comparison,
        problems: [
          ...office.problems,
          ...(await batchProblems(services)),
          ...(plan.approvals ? await approvalProblems(services, done) : []),
        ],
        lines: await readBatchLines(office, payments),
        result: `${due.length} due, ${chargedOnce} charged once, ${doubled} doubled, ${lost} lost`,
      };
    },
  };
}

/** Both admins press at the same moment, again and again; the one who is refused follows. */
async function debits(office: Office, signal: AbortSignal): Promise<void> {
  const kind = "BULK_DEBIT";
  const { one, other } = office;
  while (await isOwed(office, signal)) {
    const lists = { one: chooseList(office, "first"), other: chooseList(office, "second") };
    const pressed = await Promise.all([
      start(one, kind, lists.one, signal),
      start(other, kind, lists.other, signal),
    ]);
    noteTogether(office, pressed);
    await untilOverOrReset(office, kind, signal);
    if (!(await isOwed(office, signal))) return;
    const isOneRefused = pressed[0].refusal !== null;
    const late = await start(
      isOneRefused ? one : other,
      kind,
      isOneRefused ? lists.one : lists.other,
      signal,
    );
    note(office, late);
    await untilOverOrReset(office, kind, signal);
  }
}

/** Beside it: the other kind runs at the same time, over customers of both lists. */
async function achDebits(office: Office, signal: AbortSignal): Promise<void> {
  while (await isOwed(office, signal)) {
    note(office, await start(office.other, "BULK_ACH", chooseList(office, "ach"), signal));
    await untilOverOrReset(office, "BULK_ACH", signal);
  }
}

/** Each list waits, is approved by others than who asked for it, and runs until it is over or reset. */
async function approved(office: Office, kind: BulkPaymentKind, signal: AbortSignal): Promise<void> {
  const { services, random, done: waited, one, other, problems } = office;
  const admin = kind === "BULK_ACH" ? other : one;
  while (await isOwed(office, signal)) {
    const list = chooseList(office, kind === "BULK_ACH" ? "ach" : random.pick(["first", "second"] as const));
    const { refusal } = await start(admin, kind, list, signal);
    const asked = refusal?.details.approvalId;
    const approvalId = typeof asked === "string" ? asked : "";
    // Nothing is due of this list any more.
    if (refusal?.code === "RULE") {
      await pause(LOOK_EVERY_MS);
      continue;
    }
    if (refusal?.code !== "WAITS") {
      problems.push(`a list did not wait for a second person: ${refusal?.message ?? "it began"}`);
      return;
    }
    const order = { approvalId, maker: admin.actor, random, waited };
    if ((await approveByTwo(services, order, signal)) === "VOIDED") continue;
    waited.started++;
    await untilOverOrReset(office, kind, signal);
  }
}

const isOwed = async ({ countOpen }: Office, signal: AbortSignal): Promise<boolean> =>
  !signal.aborted && (await whenUp(countOpen, signal)) > 0;

/** A part of what is due, in an order of its own each time. */
function chooseList({ due, random }: Office, name: keyof typeof LISTS): Due[] {
  const [from, to] = LISTS[name];
  return due
    .slice(Math.floor(from * due.length), Math.ceil(to * due.length))
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

type Started = Pressed<{ batchId: string }>;

function note({ done, problems }: Office, { refusal }: Started): void {
  if (refusal === null) done.started++;
  else {
    done.refused++;
    problems.push(`a start was refused although nothing ran: ${refusal.message}`);
  }
}

/** Of two presses one gets the batch, and the other is told which one runs. */
function noteTogether({ done, problems }: Office, pressed: readonly Started[]): void {
  const [batchId, ...more] = pressed.flatMap(({ answer }) => (answer ? [answer.batchId] : []));
  const [refusal] = pressed.flatMap((each) => each.refusal ?? []);
  done.started += 1 + more.length;
  done.refused += refusal ? 1 : 0;
  if (batchId === undefined || refusal?.code !== "CONFLICT" || refusal.details.batchId !== batchId)
    problems.push(`of two starts at the same moment not one was refused by the other: ${refusal?.message}`);
}

/** Waits until what runs of a kind is over, and resets it at a random moment before that. */
async function untilOverOrReset(office: Office, kind: BulkPaymentKind, signal: AbortSignal): Promise<void> {
  const { one, random, plan, countOpen, done } = office;
  const endsAt = performance.now() + random.int(RESET_WITHIN_MS.least, RESET_WITHIN_MS.most);
  const most = Math.ceil(plan.payments * RESET_WITHIN);
  const atOpen = (await whenUp(countOpen, signal)) - random.int(1, most);
  while (!signal.aborted) {
    const { isRunning } = await whenUp(() => runningBatch(one, { kind }), signal);
    const open = await whenUp(countOpen, signal);
    if (!isRunning || open === 0) return;
    const isDue = open <= atOpen || performance.now() >= endsAt;
    if (isDue && (plan.quick || open > plan.payments * LEFT_ALONE)) break;
    await pause(LOOK_EVERY_MS);
  }
  const { answer } = await reset(one, kind, signal);
  if (answer === null) return;
  done.resets++;
  done.cancelled += answer.cancelled;
  done.inFlight += answer.inFlight;
}

/** The last lists come to their end by themselves, which takes as long as a lost worker's claim; in haste by a reset. */
async function finish({ plan, services, one }: Office, signal: AbortSignal): Promise<void> {
  if (plan.quick) for (const kind of ["BULK_DEBIT", "BULK_ACH"] as const) await reset(one, kind, signal);
  for (let looks = 0; !signal.aborted; looks++) {
    const rows = await whenUp(() => countUnsettledRows(services), signal);
    if (rows === 0) return;
    if (looks % 40 === 0) plan.say(`${rows} rows of bulk jobs to go`);
    await pause(LOOK_EVERY_MS);
  }
}

async function readBatchLines(
  { services, done }: Office,
  payments: readonly { businessKey: string; attempts: readonly { provider: string }[] }[],
): Promise<string[]> {
  const byAch = payments.filter(({ attempts }) => attempts.some(({ provider }) => provider === "payliance"));
  const rows = await rowsByReason(services);
  return [
    ...(done.waited === 0
      ? []
      : [`${done.waited} lists waited, ${done.left} left by who approved them, ${done.voided} not done`]),
    `${done.started} lists started, ${done.refused} refused while another ran, ${done.resets} reset (${done.cancelled} rows cancelled, ${done.inFlight} under way)`,
    `${payments.length} payments, ${byAch.length} of them by ACH; rows of all lists:`,
    ...rows.map(({ what, rows: count }) => `  ${count} ${what}`),
  ];
}
