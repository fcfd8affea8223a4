import type { ReadDb, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { whyNotOpenPaymentPreference } from "@countinghouse/validators/payment-preferences/rules";
import {
  type GetPaymentPreference,
  type PaymentPreference,
  type SetPaymentPreference,
  whyNotSavePreference,
} from "@countinghouse/validators/payment-preferences/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { dayOrNull } from "../stored-values.ts";

/** How a user wishes to pay, with its version; version 0 and no methods when it was never set. */
export async function getPaymentPreference(ctx: AdminCtx, { userId }: GetPaymentPreference) {
  const { preference, version, updatedBy, updatedAt } = await read(ctx.db, userId);
  return { ...preference, version, updatedBy, updatedAt };
}

/**
 * Saves how a user wishes to pay: who may save it and may open it too, which is SUPERADMIN alone. Throws FORBIDDEN, RULE when an expiry is not after today in New York, CONFLICT when the
 * preference was changed since it was read, NOT_FOUND.
 */
export function setPaymentPreference(ctx: AdminCtx, input: SetPaymentPreference & { requestId: string }) {
  const { userId, version, preference } = input;
  const whyNot = whyNotOpenPaymentPreference(ctx.actor.role);
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
  const spec = {
    action: "paymentPreferences.set",
    capability: "paymentPreferences.write",
    input,
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    refuseWhen(whyNotSavePreference(preference, newYorkDate(now)));
    const before = await read(tx, userId);
    if (!(await save(tx, userId, version, { ...asColumns(preference), updatedById: ctx.actor.id }))) {
      throw new DomainError("CONFLICT", "Someone else changed this preference. Reload and try again.");
    }
    return {
      result: { version: version + 1 },
      audit: {
        subject: { type: "user", id: userId },
        before: { ...before.preference },
        after: { ...preference },
      },
    };
  });
}

type Columns = ReturnType<typeof asColumns> & { updatedById: string };

/** Compare-and-set; a preference that was read as missing is created. Returns whether it was saved. */
async function save(tx: Tx, userId: number, version: number, data: Columns): Promise<boolean> {
  const { count } =
    version === 0
      ? await tx.paymentPreference.createMany({ data: { userId, ...data }, skipDuplicates: true })
      : await tx.paymentPreference.updateMany({
          where: { userId, version },
          data: { ...data, version: { increment: 1 } },
        });
  return count === 1;
}

async function read(db: Pick<ReadDb, "paymentPreference"> | Tx, userId: number) {
  const row = await db.paymentPreference.findUnique({
    where: { userId },
    include: { updatedBy: { select: { email: true } } },
  });
  return {
    preference: row === null ? NONE : toPreference(row),
    version: row?.version ?? 0,
    updatedBy: row?.updatedBy?.email ?? null,
    updatedAt: row?.updatedAt ?? null,
  };
}

/** How these users wish to pay; who never said so is missing. */
export async function readPreferences(
  db: Pick<ReadDb, "paymentPreference"> | Tx,
  userIds: number[],
): Promise<Map<number, PaymentPreference>> {
  const rows = await db.paymentPreference.findMany({ where: { userId: { in: userIds } } });
  return new Map(rows.map((row) => [row.userId, toPreference(row)]));
}

const NONE: PaymentPreference = {
  useBank: false,
  bankNumber: null,
  useBankUntil: null,
  useCard: false,
  cardNumber: null,
  useCardUntil: null,
};

type Row = Omit<PaymentPreference, "useBankUntil" | "useCardUntil"> & {
  useBankUntil: Date | null;
  useCardUntil: Date | null;
};

const toPreference = ({ useBank, bankNumber, useBankUntil, useCard, cardNumber, useCardUntil }: Row) => ({
  useBank,
  bankNumber,
  useBankUntil: dayOrNull(useBankUntil),
  useCard,
  cardNumber,
  useCardUntil: dayOrNull(useCardUntil),
});

const asColumns = ({ useBankUntil, useCardUntil, ...rest }: PaymentPreference) => ({
  ...rest,
  useBankUntil: useBankUntil === null ? null : new Date(useBankUntil),
  useCardUntil: useCardUntil === null ? null : new Date(useCardUntil),
});
