import { Prisma, type ReadDb, type Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { isAssignableEin } from "@countinghouse/validators/contact/ein";
import { UNASSIGNED_EIN } from "@countinghouse/validators/contact/schemas";
import {
  type ContactField,
  USER_CHANGED,
  type WatchedField,
} from "@countinghouse/validators/edit-user/rules";
import { scheduleChanges, weeklyPayments } from "@countinghouse/validators/edit-user/schedule";
import type { EditUser } from "@countinghouse/validators/edit-user/schemas";
import { seesWhole } from "@countinghouse/validators/masking";
import { EDIT_USER_MESSAGES } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { users } from "@countinghouse/validators/users/contract";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { changeEinKeepingBans } from "../do-not-fund/keep-bans.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { lockNewestApplication, lockUser } from "../locks.ts";
import { refuseOpenFunding } from "../payments/begin-payment.ts";
import { readSetting } from "../settings/service.ts";
import { editSteps } from "./edit-crm.ts";
import { changedContact, planTerms, refuseNothing, type TermsPlan } from "./edit-plan.ts";
import { replaceUnpaid } from "./edit-schedule.ts";
import { type Editable, type EditableApplication, readEditable } from "./editable.ts";

export interface WithOfferLimit {
  /** The highest approved amount, in cents. */
  maximumOfferLimitCents: number;
}

type Requested = EditUser & { requestId: string };

/**
 * Saves the edit-user form: the customer and the terms of the newest application. Computes the fee and the disbursement, redraws the
 * unpaid payments when their terms change, and queues the CRM steps. Paid payments and payments under way stay. Returns the outcome,
 * amounts in cents. Throws RULE; NOT_FOUND; CONFLICT with `details.duplicatedUser` {id, fullname} for a taken e-mail address, or with
 * `details.changed` ("user" or "schedule") when the data changed since they were read.
 */
export function editUser(ctx: AdminCtx<WithOfferLimit>, sent: Requested) {
  const { userId, requestId } = sent;
  const { vault, maximumOfferLimitCents } = ctx.services;
  return ctx.command(commandSpec(users.edit, sent), async ({ tx, now }) => {
    await lock(tx, userId);
    const before = await readEditable(tx, vault, userId, now);
    // A role that sees the EIN masked sends an empty field to leave it unchanged.
    const keepsEin = sent.einTax === "" && !seesWhole(ctx.actor.role, "ein");
    const input = keepsEin ? { ...sent, einTax: before.contact.einTax } : sent;
    if (before.version !== input.version)
      throw new DomainError("CONFLICT", USER_CHANGED, { changed: "user" });
    const ceilingCents = await readSetting(tx, "manualPaymentCeilingCents");
    const facts = {
      ...{ today: newYorkDate(now), limitCents: maximumOfferLimitCents },
      ...{ role: ctx.actor.role, ceilingCents },
    };
    const plan = planTerms(before.application, input, facts);
    const contact = changedContact(before.contact, input);
    refuseNothing(contact, plan);
    const isWrongEin = contact.includes("einTax") && input.einTax !== "" && !isAssignableEin(input.einTax);
    refuseWhen(isWrongEin ? UNASSIGNED_EIN : null);
    // The debt follows the terms at the moment when a payout is confirmed, so they stay while one is open.
    if (plan && plan.changed.length > 0) await refuseOpenFunding(tx, plan.id);
    await refuseTakenEmail(tx, userId, contact.includes("email") ? input.email : "");
    const save = () => saveUser(ctx, tx, input, contact);
    await (contact.includes("einTax") ? changeEinKeepingBans(tx, userId, save) : save());
    if (plan && before.application) await saveTerms(tx, userId, before.application, plan, input);
    const drafts = editSteps(`${ctx.actor.id}:${requestId}`, {
      userId,
      crmId: before.zohoId,
      contact: input,
      changedContact: contact,
      terms: plan && {
        ...plan.terms,
        disbursementAmountCents: plan.disbursementAmountCents,
        manualAdjustmentReason: input.manualAdjustmentReason,
      },
    });
    return {
      result: {
        message: EDIT_USER_MESSAGES.updated,
        version: input.version + 1,
        disbursementFeeCents: plan?.disbursementFeeCents ?? null,
        disbursementAmountCents: plan?.disbursementAmountCents ?? null,
        /** The added, removed and changed unpaid payments. `stays` lists what the new terms do not change. */
        payments: plan?.schedule ? scheduleChanges(before.application?.payments ?? [], plan.schedule) : [],
        stays: plan?.stays ?? [],
        isCrmTold: drafts.length > 0,
      },
      audit: editAudit(before, input, contact, plan),
      outbox: drafts,
    };
  });
}

/**
 * Locks the user, then the newest application, then its schedule. New payments of the customer take the first lock; fundings and changes
 * of scheduled payments wait for the other two.
 */
async function lock(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx, userId);
  const newest = await lockNewestApplication(tx, userId);
  if (newest === null) return;
  await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE application_id = ${newest.id} ORDER BY id FOR UPDATE`;
}

/** Throws CONFLICT with `details.duplicatedUser` when another user has the e-mail address. */
export async function refuseTakenEmail(db: Pick<ReadDb, "user"> | Tx, userId: number, email: string) {
  if (email === "") return;
  const other = await db.user.findFirst({
    where: { email, id: { not: userId } },
    select: { id: true, firstname: true, lastname: true, businessName: true },
  });
  if (other === null) return;
  const fullname = customerName(other);
  throw new DomainError("CONFLICT", EDIT_USER_MESSAGES.emailTaken(other.id, fullname), {
    duplicatedUser: { id: other.id, fullname },
  });
}

async function saveUser(ctx: AdminCtx, tx: Tx, input: Requested, changed: readonly ContactField[]) {
  const { userId, version, email } = input;
  const { einTax, ...plain } = pick(input, changed);
  try {
    const { count } = await tx.user.updateMany({
      where: { id: userId, version },
      data: {
        ...plain,
        ...(einTax !== undefined && sealedEin(ctx.services.vault, userId, einTax)),
        version: { increment: 1 },
      },
    });
    if (count === 0) throw new DomainError("CONFLICT", USER_CHANGED, { changed: "user" });
  } catch (error) {
    // Another request took the e-mail address between the check and the write.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      await refuseTakenEmail(ctx.db, userId, email);
    throw error;
  }
}

const sealedEin = (vault: Vault, rowId: number, ein: string) => ({
  einSealed: ein ? vault.seal({ table: "users", column: "ein_sealed", rowId }, ein) : null,
  einIndex: ein ? vault.blindIndex("ein", ein) : null,
});

async function saveTerms(
  tx: Tx,
  userId: number,
  before: EditableApplication,
  plan: TermsPlan,
  { manualAdjustmentReason }: Requested,
): Promise<void> {
  const { id, changed, terms, schedule } = plan;
  if (schedule) await replaceUnpaid(tx, { userId, applicationId: id }, before.payments, schedule);
  if (changed.length === 0 && !plan.isReasonChanged) return;
  await tx.application.update({
    where: { id },
    data: {
      approvedAmountCents: terms.approvedAmountCents,
      discountAmountCents: terms.discountAmountCents,
      paybackAmountCents: terms.paybackAmountCents,
      paymentAmountCents: terms.paymentAmountCents,
      ofeeRate: terms.ofeeRate,
      termsCalculation: terms.paymentTerms,
      firstPaymentDate: asDate(terms.firstPaymentDate),
      discountDate: asDate(terms.discountDate),
      fundsDispersedOption: terms.fundsDispersedOption,
      disbursementFeeCents: plan.disbursementFeeCents,
      disbursementAmountCents: plan.disbursementAmountCents,
      ...(isPaidDifferently(changed) && { lastPaymentDate: asDate(lastPaymentDate(before, plan)) }),
      ...(plan.isReasonChanged && { manualAdjustmentReason }),
      version: { increment: 1 },
    },
  });
}

const isPaidDifferently = (changed: readonly WatchedField[]): boolean =>
  changed.some((field) => ["paybackAmountCents", "paymentAmountCents", "firstPaymentDate"].includes(field));

/** Returns the due date of the last payment; null while the terms are incomplete. */
function lastPaymentDate({ payments }: EditableApplication, { terms, schedule }: TermsPlan): string | null {
  const { firstPaymentDate, paybackAmountCents, paymentAmountCents } = terms;
  if (schedule) {
    const fixed = payments.filter(({ isFixed }) => isFixed);
    return (
      [...fixed, ...schedule]
        .map(({ paymentDate }) => paymentDate)
        .sort()
        .at(-1) ?? null
    );
  }
  return (
    weeklyPayments({ firstPaymentDate, paybackAmountCents, paymentAmountCents }).at(-1)?.paymentDate ?? null
  );
}

const asDate = (day: string | null): Date | null => (day === null ? null : new Date(day));

/** Returns the changed values before and after. The EIN is named `ein`, because the audit stores that value as a digest. */
function editAudit(
  before: Editable,
  input: Requested,
  contact: readonly ContactField[],
  plan: TermsPlan | null,
) {
  const { application } = before;
  const side = (values: Record<ContactField, string>, terms: TermsPlan["terms"] | undefined) => {
    const { einTax, ...plain } = pick(values, contact);
    return {
      ...plain,
      ...(einTax !== undefined && { ein: einTax }),
      ...(terms && plan && pick(terms, plan.changed)),
    };
  };
  const changes = plan?.schedule ? scheduleChanges(application?.payments ?? [], plan.schedule) : [];
  return {
    subject: { type: "user", id: before.userId },
    before: {
      ...side(before.contact, application?.terms),
      ...(plan && { applicationId: plan.id, manualAdjustmentReason: application?.manualAdjustmentReason }),
      ...(plan?.changed.length && { disbursementAmountCents: application?.disbursementAmountCents }),
    },
    after: {
      ...side(input, plan?.terms),
      ...(plan && { manualAdjustmentReason: input.manualAdjustmentReason }),
      ...(plan?.changed.length && { disbursementAmountCents: plan.disbursementAmountCents }),
      ...(changes.length > 0 && { payments: changes }),
    },
  };
}

function pick<Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) {
  const picked: Partial<Pick<Values, Name>> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}
