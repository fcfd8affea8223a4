import { CLOSED_LOST, DO_NOT_FUND_DECLINE, UNDERWRITING } from "@countinghouse/validators/deals/rules";
import type { DoNotFundStep } from "@countinghouse/validators/do-not-fund/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { type CrmSteps, crmStepKey } from "../deals/crm-progress.ts";
import { type CrmMessage, crmDraft } from "../deals/message.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

/** One change of the flag, as the CRM is to learn of it. */
export interface FlagChange {
  userId: number;
  crmId: string;
  /** Null clears the flag. */
  reason: string | null;
  /** Who changed it. */
  by: string;
  at: Date;
}

/**
 * What the CRM has to do about a change, in order. `key` names the change: each step of it is delivered once. Setting
 * flags the contact, writes a note on lead and deal and closes the deal; clearing takes flag and closing back and
 * says on both who did it and when: a customer who is not in deals has the lead alone.
 */
export function crmSteps(key: string, change: FlagChange): OutboxDraft[] {
  const steps: [DoNotFundStep, CrmMessage][] =
    change.reason === null ? clearing(change) : setting(change, change.reason);
  return steps.map(([step, message]) => crmDraft(crmStepKey(STEPS, key, step), message));
}

/** The same of the deal of another user who is the same person: it is closed, or open again, with the application. */
export const otherDealStep = (key: string, change: FlagChange): OutboxDraft =>
  crmDraft(
    `deals:${key}:${change.userId}`,
    change.reason === null
      ? stage(change, UNDERWRITING, null)
      : stage(change, CLOSED_LOST, DO_NOT_FUND_DECLINE),
  );

/** The CRM keeps no longer text in a field; the notes carry the reason whole. */
export const CRM_TEXT_LENGTH = 255;

/** The steps of one change of the flag. */
export const STEPS: CrmSteps<DoNotFundStep> = {
  prefix: "do-not-fund:",
  names: ["contact", "leadNote", "deal", "dealNote"],
};

/** The step that flags a customer, or with null takes flag and reason back. */
export const flagMessage = ({
  userId,
  crmId,
  reason,
}: Pick<FlagChange, "userId" | "crmId" | "reason">): CrmMessage => ({
  step: "flag",
  userId,
  crmId,
  reason: reason === null ? null : reason.slice(0, CRM_TEXT_LENGTH).toWellFormed(),
});

function setting(change: FlagChange, reason: string): [DoNotFundStep, CrmMessage][] {
  const { userId, crmId, by, at } = change;
  const note = {
    step: "note",
    userId,
    crmId,
    title: "Do Not Fund",
    content: `Do Not Fund was set by ${by} on ${inNewYork(at)}. Reason: ${reason}`,
  } as const;
  return [
    ["contact", flagMessage({ userId, crmId, reason })],
    ["leadNote", { ...note, on: "lead" }],
    ["deal", stage(change, CLOSED_LOST, DO_NOT_FUND_DECLINE)],
    ["dealNote", { ...note, on: "deal" }],
  ];
}

function clearing(change: FlagChange): [DoNotFundStep, CrmMessage][] {
  const { userId, crmId, by, at } = change;
  const note = {
    step: "note",
    userId,
    crmId,
    title: "Do Not Fund cleared",
    content: `Do Not Fund was cleared by ${by} on ${inNewYork(at)}.`,
  } as const;
  return [
    ["contact", { step: "flag", userId, crmId, reason: null }],
    ["leadNote", { ...note, on: "lead" }],
    ["deal", stage(change, UNDERWRITING, null)],
    ["dealNote", { ...note, on: "deal" }],
  ];
}

const stage = ({ userId, crmId }: FlagChange, name: string, declineReason: string | null): CrmMessage => ({
  step: "stage",
  userId,
  crmId,
  dealId: null,
  stage: name,
  declineReason,
});

const inNewYork = (at: Date): string => `${formatNewYork(at, "dateTime")} (New York)`;
