import type { FundsDispersedOption, ReadDb } from "@countinghouse/db";
import type { LoanReturnAmounts } from "@countinghouse/validators/loan-returns/rules";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { IMPORTED_KINDS } from "../ledger/discount.ts";
import { businessKey } from "../payments/business-key.ts";
import { importedLines, type PostedLine, returnAmounts } from "./return-lines.ts";

/** A user's newest application, and what the ledger has of it. */
export interface Advance {
  applicationId: number | null;
  funded: boolean;
  returned: boolean;
  fundsDispersedOption: FundsDispersedOption;
  /** The ledger transaction by which it was paid out last and not taken back, and what its parts came to in cents. */
  disbursement: { id: string; lines: PostedLine[]; amounts: LoanReturnAmounts } | null;
}

/** The advance on the user's newest application; one without an application is not funded. */
export async function readAdvance(
  db: Pick<ReadDb, "application" | "ledgerTransaction" | "paymentIntent">,
  userId: number,
): Promise<Advance> {
  const application = await db.application.findFirst({
    where: { userId },
    orderBy: { id: "desc" },
    select: {
      id: true,
      stage: true,
      fundsDispersedOption: true,
      approvedAmountCents: true,
      disbursementFeeCents: true,
    },
  });
  if (application === null) return NO_ADVANCE;
  const { id: applicationId, stage, fundsDispersedOption } = application;
  const payments = await db.paymentIntent.findMany({
    where: { applicationId },
    select: { id: true, amountCents: true },
  });
  const disbursements = await db.ledgerTransaction.findMany({
    where: {
      kind: { in: ["disbursement", IMPORTED_KINDS.advance] },
      intentId: { in: payments.map(({ id }) => id) },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      kind: true,
      reversal: { select: { id: true } },
      entries: { select: LINE },
      intentId: true,
    },
  });
  // Of two that were paid out one may have come back already.
  const transaction = disbursements.find(({ reversal }) => reversal === null) ?? disbursements[0];
  const returns = await db.paymentIntent.count({
    where: { businessKey: businessKey.loanReturn(applicationId) },
  });
  const posted = transaction?.entries.map(({ account, amountCents }) => ({
    account,
    amountCents: Number(amountCents),
  }));
  const paidOutBy = (intentId: string | null) =>
    Number(payments.find(({ id }) => id === intentId)?.amountCents ?? 0n);
  const lines =
    posted && transaction?.kind === IMPORTED_KINDS.advance
      ? importedLines(posted, { ...application, paidOutCents: paidOutBy(transaction.intentId) })
      : posted;
  return {
    applicationId,
    funded: stage === "funded",
    returned: returns > 0 || Boolean(transaction?.reversal),
    fundsDispersedOption,
    disbursement: transaction && lines ? { id: transaction.id, lines, amounts: returnAmounts(lines) } : null,
  };
}

const LINE = { amountCents: true, account: { select: { code: true, type: true, userId: true } } } as const;

const NO_ADVANCE: Advance = {
  applicationId: null,
  funded: false,
  returned: false,
  fundsDispersedOption: "nextDayBankACH",
  disbursement: null,
};

/**
 * What a return of the user's advance would take back, in cents, and the facts that say whether it can be. Throws
 * NOT_FOUND when there is no such user.
 */
export async function getLoanReturn(ctx: AdminCtx, { userId }: OfUser) {
  const user = found(
    await ctx.db.user.findUnique({ where: { id: userId }, select: { balance: true } }),
    unknownUser(userId),
  );
  const { applicationId, funded, returned, disbursement } = await readAdvance(ctx.db, userId);
  return {
    applicationId,
    funded,
    returned,
    amounts: disbursement?.amounts ?? null,
    balanceCents: Number(user.balance?.balanceCents ?? 0n),
  };
}
