import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { z } from "zod";
import type { OutboxDraft } from "../outbox/queue.ts";

const customer = { userId: z.number(), crmId: z.string() };

/** One step in the CRM, about one customer. */
export const CrmMessage = z.discriminatedUnion("step", [
  /** Flags the customer, or with null takes flag and reason back. */
  z.object({ step: z.literal("flag"), ...customer, reason: z.string().nullable() }),
  z.object({
    step: z.literal("note"),
    ...customer,
    on: z.enum(["lead", "deal"]),
    title: z.string(),
    content: z.string(),
  }),
  /** Moves a deal; without a `dealId` the customer's newest one. */
  z.object({
    step: z.literal("stage"),
    ...customer,
    dealId: z.string().nullable(),
    stage: z.string(),
    declineReason: z.string().nullable(),
  }),
  /** The terms of the customer's newest deal, in cents. */
  z.object({
    step: z.literal("terms"),
    ...customer,
    terms: z.object({
      paymentAmountCents: z.number().nullable(),
      fundedAmountCents: z.number().nullable(),
      disbursementAmountCents: z.number().nullable(),
      repayAmountCents: z.number().nullable(),
      approvedAmountCents: z.number().nullable(),
      discountAmountCents: z.number().nullable(),
      manualAdjustmentReason: z.string(),
    }),
  }),
  /** How a person is reached; null empties a field. */
  z.object({
    step: z.literal("contact"),
    ...customer,
    fields: z.object({
      email: z.string().nullable(),
      phone: z.string().nullable(),
      street: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      zipCode: z.string().nullable(),
    }),
  }),
  z.object({
    step: z.literal("request"),
    ...customer,
    name: z.string(),
    stage: z.string(),
    source: z.string(),
  }),
]);
export type CrmMessage = z.infer<typeof CrmMessage>;

/** The keys of what an edit of a customer tells the CRM begin with it. */
export const EDIT_KEY_PREFIX = "users-edit:";

/** All that is told the CRM about one customer goes out in the order it was decided, one at a time. */
export const crmLane = (userId: number): string => `crm:${userId}`;

/** A step that the CRM is to be told of, once under this key. */
export const crmDraft = (dedupeKey: string, message: CrmMessage): OutboxDraft => ({
  topic: "CRM",
  dedupeKey,
  lane: crmLane(message.userId),
  message,
});

/** The receipt of a step about a deal of a customer who has none: it is left out, which is no failure. */
export const NOT_IN_DEALS = DO_NOT_FUND_MESSAGES.notInDeals;
