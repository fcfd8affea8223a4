import { z } from "zod";
import { AmountCents, optionalAmountField } from "../money-field.ts";
import { VersionIfKept } from "../paging.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import {
  APPROVAL_NOTE_LENGTH,
  APPROVAL_TEXTS,
  APPROVAL_VIEWS,
  type ApprovalRule,
  type Matter,
  MOST_APPROVED_AT_ONCE,
  SET_MATTERS,
} from "./rules.ts";

const ApprovalId = z.uuid();
const EffectHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Selects the requests that wait, the admin's own requests, or those that no longer wait; of one customer if `userId` is set. */
export const ListApprovals = z.strictObject({
  view: z.enum(APPROVAL_VIEWS).default("waiting"),
  userId: UserId.nullable().default(null),
});
export type ListApprovals = z.infer<typeof ListApprovals>;

export const OneApproval = z.strictObject({ approvalId: ApprovalId });
export type OneApproval = z.infer<typeof OneApproval>;

/** Approves the effect that the admin was shown; `effectHash` names it. */
export const ApproveOne = OneApproval.extend({ effectHash: EffectHash });
export type ApproveOne = z.infer<typeof ApproveOne>;

/** Approves several requests of one kind. The admin types their number. */
export const ApproveMany = z.strictObject({
  items: z.array(ApproveOne).min(2).max(MOST_APPROVED_AT_ONCE),
  typedCount: z.int(APPROVAL_TEXTS.countWrong).min(0),
});
export type ApproveMany = z.infer<typeof ApproveMany>;

export const denyForm = z.strictObject({ note: requiredText("Reason", APPROVAL_NOTE_LENGTH) });
export const DenyApproval = OneApproval.extend(denyForm.shape);
export type DenyApproval = z.infer<typeof DenyApproval>;

const Limit = AmountCents.nullable();
const Rule = z.strictObject({
  always: z.boolean(),
  overCents: Limit,
  dayOverCents: Limit,
  atRisk: z.boolean(),
  newAccount: z.boolean(),
}) satisfies z.ZodType<ApprovalRule>;

/** The form of one rule: limits in dollars as typed, empty for no limit. */
export const approvalRuleForm = z
  .strictObject({
    always: z.boolean(),
    over: optionalAmountField.pipe(Limit),
    dayOver: optionalAmountField.pipe(Limit),
    atRisk: z.boolean(),
    newAccount: z.boolean(),
  })
  .transform(({ over, dayOver, ...rule }) => ({ ...rule, overCents: over, dayOverCents: dayOver }));

type SetMatter = Exclude<Matter, "RULES">;

/** Sets the rule of one matter. `version` is the version of the rules that was read. */
export const SetApprovalRule = z.strictObject({
  matter: z.enum(SET_MATTERS as [SetMatter, ...SetMatter[]]),
  rule: Rule,
  version: VersionIfKept,
});
export type SetApprovalRule = z.infer<typeof SetApprovalRule>;
