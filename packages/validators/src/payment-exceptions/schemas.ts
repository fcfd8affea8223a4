import { z } from "zod";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { EXCEPTION_NOTE_LENGTH, PAYMENT_EXCEPTION_TEXTS as TEXT } from "./rules.ts";

/** Says which payment a report is about that matched none, or whose it is where nobody ordered it here. */
export const MatchReport = z
  .strictObject({
    reportId: z.uuid(),
    paymentId: z.uuid().nullable().default(null),
    userId: UserId.nullable().default(null),
    /** The payment of the same amount recorded by hand, beside which this is another one; null where none was named. */
    equalPaymentId: z.uuid().nullable().default(null),
  })
  .refine(({ paymentId, userId }) => (paymentId === null) !== (userId === null), {
    message: TEXT.matchMissing,
    path: ["paymentId"],
  });
export type MatchReport = z.infer<typeof MatchReport>;

/** The details of a refusal because the same amount was recorded by hand: what a confirmation names. */
export const RecordedByHand = z.object({ confirm: z.literal("recorded"), equalPaymentId: z.uuid() });

const Note = freeText(EXCEPTION_NOTE_LENGTH, TEXT.noteMissing).min(1, TEXT.noteMissing);

/** Takes something that a person has seen off the list, with what they did about it. */
export const CloseException = z.strictObject({
  exceptionId: z.uuid(),
  note: Note,
});
export type CloseException = z.infer<typeof CloseException>;

/** Takes a report that belongs to no payment of ours off the list, with what was done about it. */
export const DeleteReport = z.strictObject({ reportId: z.uuid(), note: Note });
export type DeleteReport = z.infer<typeof DeleteReport>;

/** Brings a report back that was taken off the list a moment ago. */
export const RestoreReport = z.strictObject({ reportId: z.uuid() });
export type RestoreReport = z.infer<typeof RestoreReport>;

/** What is chosen in the form where neither a payment nor a customer is offered that fits. */
export const OTHER_PAYMENT = "payment";
export const OTHER_CUSTOMER = "customer";

/** What the form of a match offers: a payment or a customer by its id, or one whose id is typed. */
export const matchChoice = {
  payment: (paymentId: string) => `${OTHER_PAYMENT}:${paymentId}`,
  customer: (userId: number) => `${OTHER_CUSTOMER}:${userId}`,
};

const MISSING: Readonly<Record<string, { path: string; message: string }>> = {
  [OTHER_PAYMENT]: { path: "paymentId", message: TEXT.paymentIdMissing },
  [OTHER_CUSTOMER]: { path: "userId", message: TEXT.userIdMissing },
};

/** The form of a match. The ids are read only where they are what was chosen. */
export const MatchForm = z
  .strictObject({
    choice: z.string(TEXT.matchMissing),
    paymentId: z.string().trim(),
    userId: z.string().trim(),
    /** Both payments were made: the one recorded by hand, and the one of the report. */
    isAnother: z.boolean(),
  })
  .superRefine((form, context) => {
    if (matchedBy(form) !== null) return;
    const { path, message } = MISSING[form.choice] ?? { path: "choice", message: TEXT.matchMissing };
    context.addIssue({ code: "custom", path: [path], message });
  });
export type MatchForm = z.infer<typeof MatchForm>;

/** Which payment or customer a form says; null while it says none. */
export function matchedBy({
  choice,
  paymentId,
  userId,
}: Omit<MatchForm, "isAnother">): Pick<MatchReport, "paymentId" | "userId"> | null {
  const [what, offered] = choice.split(":");
  if (what === OTHER_PAYMENT) {
    const id = z.uuid().safeParse((offered ?? paymentId).trim());
    return id.success ? { paymentId: id.data, userId: null } : null;
  }
  const typed = (offered ?? userId).trim();
  const id = UserId.safeParse(/^\d+$/.test(typed) ? Number(typed) : null);
  return what === OTHER_CUSTOMER && id.success ? { paymentId: null, userId: id.data } : null;
}
