import type { PaymentState, ReportStage, Tx } from "@countinghouse/db";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import { isPaid, isReturned } from "@countinghouse/validators/payments/states";
import type { AuditDraft } from "../../audit.ts";
import type { Core, WriteTools } from "../../core.ts";
import { accountHolders, applyNotice, keepNotice } from "../../debit-control/corrections.ts";
import { DomainError } from "../../errors.ts";
import { type Written, writeAsJob } from "../../job-writes.ts";
import { lockUsers } from "../../lock-user.ts";
import { queueOutbox } from "../../outbox/queue.ts";
import { type IntentRow, intentMovedCents, lockIntent } from "../engine/intent-row.ts";
import type { Verdict } from "../engine/machine.ts";
import { markGivenBackTwice } from "../given-back.ts";
import { moveIntent } from "../state.ts";
import { whyImpossibleDay } from "./days.ts";
import {
  findRecordByHand,
  followReport,
  isChargedBackSince,
  isCollectedAgain,
  isOfReturn,
  isRestoring,
  isReversedByHand,
  postReport,
  RECORDED_BY_HAND,
  reportedMove,
  reportSheetDraft,
} from "./follow.ts";
import { type Kept, putAside, takeForRetry, writeDown } from "./kept.ts";
import { findAttempt, type MatchedAttempt } from "./match.ts";
import { parseContest, type Reported } from "./reported.ts";

/** Problems that a person must solve, such as a report of a payment that failed or is not known here. */
const UNKNOWN_PAYMENT = "No matching payment found.";
const NOT_PAID = "The processor reports a payment that failed here.";
const OTHER_AMOUNT = "The processor's amount does not match our payment.";
const NOT_CHARGED_BACK = "The processor reversed a chargeback, but no chargeback is on file.";
const CHARGED_BACK_SINCE =
  "The payment was charged back again after the processor had reversed the chargeback.";
const REVERSED_BY_HAND =
  "An earlier chargeback of this payment was reversed by hand. Compare both with the processor. If the payment was charged back again, record a Chargeback, then delete this report.";
const ADVANCE_GIVEN_BACK = "A report cannot pay out a returned advance again.";
const COLLECTED_AGAIN = "The scheduled payment was collected again after its chargeback.";
const CONTEST_CLOSED = "The dispute was closed, but the report does not say whether the money was returned.";
const BOOKS_NOTHING = "This type of report posts nothing automatically. Review it and decide what to do.";
const ABOUT_RETURN =
  "The banks disagree about an earlier return. Nothing was reversed. Ask the bank, then delete the report.";
const LEDGER_REFUSED = "The ledger refused the posting. The log has the reason.";

/** The result of a report. `known-problem`: staff were notified of the same problem before. */
export type Applied = "applied" | "repeated" | "problem" | "known-problem";

/** The functions of the engine for the readers of reports. */
export interface ReportTools {
  /** Records the outcome of a call, like a lookup would. */
  record(intentId: string, verdict: Verdict): Promise<PaymentState>;
  /** Asks the processor of bank transfers for our key of a payment. Its reports may lack the key. */
  findKey(reference: string): Promise<string | null>;
}

export type ReportServices = Pick<Core, "db" | "vault" | "now" | "log" | "vendorsOff">;

/** The step at which a report could not be applied, and the reason. */
interface Problem {
  stage: ReportStage;
  text: string;
  /** The manual payment that counts for the report. */
  recordedAsId?: string;
}

const NOBODYS: Problem = { stage: "MATCH", text: UNKNOWN_PAYMENT };

/** A stored report that is retried. */
export interface Retrying {
  id: string;
  /** The payment that the report was found to be about, or that a person matched with it. */
  intentId: string | null;
}

/**
 * Stores a report and applies it in one transaction: state, ledger, schedule, ledger sheet and audit event. A repeated report is
 * applied once. A report is also an answer: the processor has accepted the payment, even when the payment has no outcome or failed
 * here. A report that cannot be applied is stored with the reason. With `retrying`, retries the stored report with this id if it is
 * still claimed for a retry.
 */
export async function applyReport(
  services: ReportServices,
  reported: Reported,
  tools: ReportTools,
  retrying: Retrying | null = null,
): Promise<Applied> {
  const retriedId = retrying?.id ?? null;
  let intentId = retrying?.intentId ?? null;
  try {
    const attempt = await findAttempt(services, reported, tools, intentId);
    intentId = attempt?.intentId ?? null;
    if (attempt !== null && isLostAnswer(reported, attempt)) {
      await tools.record(attempt.intentId, {
        state: reported.provider === "payliance" ? "SUBMITTED" : "SUCCEEDED",
        reference: reported.reference,
        amountCents: reported.kind === "SETTLEMENT" ? reported.amountCents : null,
        answer: { foundIn: reported.eventKey },
      });
    }
    const applying = { reported, intentId, retriedId };
    return await writeAsJob(services, JOB, (write) => apply(write, services, applying));
  } catch (error) {
    const { provider, eventKey } = reported;
    services.log.error({ provider, eventKey, error: String(error) }, "a report was refused");
    const text = error instanceof DomainError ? error.message : LEDGER_REFUSED;
    // A broken report must not stop the other reports.
    return writeAsJob(services, JOB, async (write) => {
      const applying = { reported, intentId, retriedId };
      const kept = await readKept(write.tx, applying, write.now);
      return kept === null || isOver(kept, retriedId)
        ? { result: "repeated", audit: null }
        : setAside(write, applying, kept, { stage: "LEDGER", text });
    });
  }
}

const JOB = "payments";

const SAYS_NOTHING_OF_MONEY: readonly Reported["kind"][] = ["NOTICE_OF_CHANGE", "OTHER"];

/**
 * Returns true when a report is the lost answer of an attempt. Its amount must be that of the order; only a sale may be taken in
 * part.
 */
function isLostAnswer(reported: Reported, { outcome, intent }: MatchedAttempt): boolean {
  if (SAYS_NOTHING_OF_MONEY.includes(reported.kind)) return false;
  if (outcome !== null && outcome !== "FAILED") return false;
  const amountCents = Number(intent.amountCents);
  const isPart =
    reported.kind === "SETTLEMENT" && intent.kind === "SALE" && reported.amountCents < amountCents;
  return isPart || !isOtherAmount(reported, amountCents);
}

interface Applying {
  reported: Reported;
  intentId: string | null;
  retriedId: string | null;
}

async function apply(
  tools: WriteTools,
  { vault }: Pick<ReportServices, "vault">,
  applying: Applying,
): Promise<Written<Applied>> {
  const { reported, intentId, retriedId } = applying;
  const { tx, now: at } = tools;
  const intent = intentId === null ? null : await lockPayment(tx, reported, intentId);
  const kept = await readKept(tx, applying, at);
  if (kept === null || kept.appliedAt !== null) return { result: "repeated", audit: null };
  if (isOver(kept, retriedId)) return { result: "known-problem", audit: null };
  const { code, day, corrected = null } = reported;
  await keepNotice(tx, vault, { eventId: kept.id, code, day, words: corrected }, at);
  const problem = await findProblem(tools, reported, intent, kept.id);
  if (problem !== null || intent === null) return setAside(tools, applying, kept, problem ?? NOBODYS);
  const events: AuditDraft[] = [];
  const move = reportedMove(reported);
  if (move?.from.includes(intent.state)) {
    await postReport({ tx, vault, now: at }, reported, intent);
    await moveIntent(tx, intent.id, intent.state, [move.to]);
    await followReport(tx, reported, intent);
    if (isReturned(move.to)) await markGivenBackTwice(tx, intent, at);
    const draft = await reportSheetDraft(tx, reported, intent, at);
    if (draft) await queueOutbox(tx, vault, at, [draft], tools.vendorsOff);
    events.push({
      subject: { type: "user", id: intent.userId },
      before: { paymentId: intent.id, state: intent.state },
      after: {
        paymentId: intent.id,
        state: move.to,
        reason: reported.code,
        reference: reported.reference,
      },
    });
  }
  if (reported.kind === "NOTICE_OF_CHANGE")
    events.push(...(await applyNotice(tx, vault, { eventId: kept.id, accountId: intent.bankAccountId }, at)));
  const applied = { appliedAt: at, problem: "", stage: null, nextTryAt: null, intentId: intent.id };
  await tx.processorEvent.update({ where: { id: kept.id }, data: applied });
  return {
    result: "applied",
    audit: { action: "payments.reported", requestId: kept.id, events },
  };
}

/**
 * Locks the customer of a payment before the payment. Recording by hand and ordering a payment use the same order. A notice of
 * change locks every customer who has the account.
 */
async function lockPayment(tx: Tx, { kind }: Reported, id: string): Promise<IntentRow | null> {
  const payment = await tx.paymentIntent.findUnique({
    where: { id },
    select: { userId: true, bankAccountId: true },
  });
  if (payment === null) return null;
  const { userId, bankAccountId } = payment;
  const holders =
    kind === "NOTICE_OF_CHANGE" && bankAccountId !== null ? await accountHolders(tx, bankAccountId) : [];
  await lockUsers(tx, [userId, ...holders.map((holder) => holder.userId)]);
  return lockIntent(tx, id, { wait: true });
}

const readKept = (tx: Tx, { reported, intentId, retriedId }: Applying, at: Date): Promise<Kept | null> =>
  retriedId === null ? writeDown(tx, reported, intentId, at) : takeForRetry(tx, retriedId);

/**
 * Returns true when a report must not be applied. It is applied already, or it only repeats a report that waits for a retry or was
 * deleted.
 */
const isOver = ({ appliedAt, stage }: Kept, retriedId: string | null): boolean =>
  appliedAt !== null || (retriedId === null && stage !== null);

async function setAside(
  { tx, now: at }: WriteTools,
  { intentId }: Applying,
  kept: Kept,
  problem: Problem,
): Promise<Written<Applied>> {
  const { stage, text } = problem;
  await putAside(tx, kept, { intentId, ...problem, at });
  if (kept.problem === text) return { result: "known-problem", audit: null };
  const event = { subject: { type: "processor_event", id: kept.id }, after: { stage, problem: text } };
  return {
    result: "problem",
    audit: { action: "payments.setReportAside", requestId: kept.id, events: [event] },
  };
}

async function findProblem(
  { tx, now }: WriteTools,
  reported: Reported,
  intent: IntentRow | null,
  reportId: string,
): Promise<Problem | null> {
  if (intent === null) return NOBODYS;
  if (isOfReturn(reported)) return { stage: "STATE", text: ABOUT_RETURN };
  if (isOtherAmount(reported, intentMovedCents(intent))) return { stage: "AMOUNT", text: OTHER_AMOUNT };
  if (!isPaid(intent.state) && !isReturned(intent.state)) return { stage: "STATE", text: NOT_PAID };
  const impossible = await whyImpossibleDay(tx, reported, intent, now);
  if (impossible !== null) return { stage: "STATE", text: impossible };
  const recordedAsId = await findRecordByHand(tx, reported, intent, reportId);
  if (recordedAsId !== null) return { stage: "STATE", text: RECORDED_BY_HAND, recordedAsId };
  if (await isReversedByHand(tx, reported, intent)) return { stage: "STATE", text: REVERSED_BY_HAND };
  if (reported.kind === "OTHER") return { stage: "STATE", text: BOOKS_NOTHING };
  if (parseContest(reported) === "closed") return { stage: "STATE", text: CONTEST_CLOSED };
  if (!isRestoring(reported)) return null;
  if (isFundingKind(intent.kind)) return { stage: "STATE", text: ADVANCE_GIVEN_BACK };
  if (intent.state !== "CHARGED_BACK") return { stage: "STATE", text: NOT_CHARGED_BACK };
  if (await isChargedBackSince(tx, reported, intent)) return { stage: "STATE", text: CHARGED_BACK_SINCE };
  return (await isCollectedAgain(tx, intent)) ? { stage: "STATE", text: COLLECTED_AGAIN } : null;
}

const isOtherAmount = (reported: Reported, amountCents: number): boolean =>
  reportedMove(reported) !== undefined && reported.amountCents !== amountCents;
