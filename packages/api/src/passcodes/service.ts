import { randomUUID } from "node:crypto";
import { hashPassword, verifyPassword } from "@countinghouse/db/passwords";
import { PAYMENT_RAILS, type PaymentRail } from "@countinghouse/validators/payments/kinds";
import type { SetPasscode } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { WithLimits } from "../auth/limits.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";

const WRONG: Record<PaymentRail, string> = { CARD: TEXT.cardPasscodeWrong, ACH: TEXT.achPasscodeWrong };

/** Which passcodes are set, by whom and when; never what they are. */
export async function listPasscodes(ctx: AdminCtx) {
  const rows = await ctx.db.passcode.findMany({
    select: { kind: true, updatedAt: true, updatedBy: { select: { fullName: true } } },
  });
  return PAYMENT_RAILS.map((kind) => {
    const row = rows.find((each) => each.kind === kind);
    return { kind, updatedAt: row?.updatedAt ?? null, updatedBy: row?.updatedBy.fullName ?? null };
  });
}

/** Sets the passcode of a rail. Only its hash is kept, and only that it was set is told. */
export async function setPasscode(ctx: AdminCtx, input: SetPasscode & { requestId: string }) {
  const { kind, passcode, requestId } = input;
  const hash = await hashPassword(passcode);
  // Of so few digits a plain hash of the request would tell the passcode: it is named by a keyed one instead.
  const named = Buffer.from(ctx.services.vault.secretHash("passcode-request", passcode)).toString("hex");
  const spec = {
    action: "passcodes.set",
    capability: "passcodes.write",
    input: { kind, requestId, passcode: named },
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const before = await tx.passcode.findUnique({ where: { kind }, select: { updatedAt: true } });
    const facts = { hash, updatedById: ctx.actor.id, updatedAt: now };
    await tx.passcode.upsert({ where: { kind }, create: { kind, ...facts }, update: facts });
    return {
      result: { kind, updatedAt: now },
      audit: {
        subject: { type: "passcode", id: kind },
        before: { updatedAt: before?.updatedAt ?? null },
        after: { updatedAt: now },
      },
    };
  });
}

/**
 * Lets through whoever knows the passcode of a rail. Throws RULE with the product's words when it is missing, wrong or
 * not set, LIMITED after five wrong ones in half an hour. A wrong one is counted before it is tried, and leaves an
 * audit event.
 */
export async function checkPasscode(
  ctx: AdminCtx<WithLimits>,
  rail: PaymentRail,
  passcode: string,
): Promise<void> {
  if (passcode === "") throw new DomainError("RULE", TEXT.passcodeMissing);
  const counted = `${rail}:${ctx.actor.id}`;
  await ctx.services.limits.consume("wrongPasscodes", counted);
  const held = await ctx.db.passcode.findUnique({ where: { kind: rail }, select: { hash: true } });
  if (held !== null && (await verifyPassword(held.hash, passcode))) {
    await ctx.services.limits.refund("wrongPasscodes", counted);
    return;
  }
  if (held === null) {
    await ctx.services.limits.refund("wrongPasscodes", counted);
    throw new DomainError("RULE", TEXT.passcodeNotSet);
  }
  const spec = { action: "passcodes.refuse", capability: null, input: { requestId: randomUUID() } } as const;
  await ctx.command(spec, async () => ({
    result: null,
    audit: { subject: { type: "passcode", id: rail }, after: { refused: true } },
  }));
  throw new DomainError("RULE", WRONG[rail]);
}
