import type { Tx } from "@countinghouse/db";
import {
  chosenParts,
  LOAN_RETURN_PARTS,
  LOAN_RETURNED,
  returnedCents,
  whyNotReturnLoan,
  whyNotReturnParts,
} from "@countinghouse/validators/loan-returns/rules";
import type { ReturnLoan } from "@countinghouse/validators/loan-returns/schemas";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { balanceIn } from "../ledger/balances.ts";
import { LOAN_RETURN_KIND } from "../ledger/discount.ts";
import { postLedgerTransaction } from "../ledger/post.ts";
import { ledgerDraft } from "../ledger-writes/message.ts";
import { lockUser } from "../locks.ts";
import { businessKey } from "../payments/business-key.ts";
import { createManualIntent } from "../payments/manual-intent.ts";
import { sheetKey } from "../payments/record-manual.ts";
import { paymentSheetRow } from "../payments/sheet-row.ts";
import { readAdvance } from "./advance.ts";
import { returnPostings } from "./return-lines.ts";

/**
 * Takes back what is checked of an advance (specification 1, sections 2 and 7): the lines of its disbursement are
 * reversed on the accounts they were posted to, the user owes that much less, and the ledger sheet gets a row. Once
 * an application. Throws RULE when it is not funded, was returned, or had no such part; CONFLICT when it is not the
 * newest any more.
 */
export function returnLoan(ctx: AdminCtx, input: ReturnLoan & { requestId: string }) {
  const { userId, applicationId, isDA, isOF, isDF } = input;
  const chosen = { isDA, isOF, isDF };
  const spec = { action: "loans.return", capability: "loans.return", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const user = found(await lockOwing(tx, userId), unknownUser(userId));
    await lockFundings(tx, applicationId);
    const advance = await readAdvance(tx, userId);
    refuseWhen(whyNotReturnLoan({ ...advance, amounts: advance.disbursement?.amounts ?? null }));
    const { id: reversesId, lines, amounts } = found(advance.disbursement, GONE);
    if (advance.applicationId !== applicationId) throw new DomainError("CONFLICT", GONE);
    refuseWhen(whyNotReturnParts(amounts, chosen));
    const balanceBeforeCents = Number(user.balance?.balanceCents ?? 0n);
    const payment: ManualPayment = {
      lineItemType: "Disbursement Return",
      modeOfPayment: advance.fundsDispersedOption === "instantBankTransfer" ? "Debit Card" : "ACH",
      transactionType: "RETURN",
      paymentType: "DEBIT",
      amountCents: returnedCents(amounts, chosen),
      description: `Application ${applicationId}: ${chosenParts(chosen)
        .map((part) => LOAN_RETURN_PARTS[part])
        .join(", ")}`,
      isExternal: false,
    };
    const paymentId = await createManualIntent(tx, {
      userId,
      applicationId,
      businessKey: businessKey.loanReturn(applicationId),
      createdById: ctx.actor.id,
      now,
      payment,
    });
    const today = newYorkDate(now);
    await postLedgerTransaction(
      { tx, now, vault: ctx.services.vault },
      { intentId: paymentId, kind: LOAN_RETURN_KIND, effectiveOn: new Date(today), reversesId },
      returnPostings(userId, lines, chosen),
      { paymentId, applicationId, from: "newest" },
    );
    const balanceCents = await balanceIn(tx, userId);
    return {
      result: { paymentId, balanceBeforeCents, balanceCents, message: LOAN_RETURNED },
      audit: {
        subject: { type: "user", id: userId },
        before: { balanceCents: balanceBeforeCents },
        after: { balanceCents, paymentId, applicationId, ...chosen, amounts },
      },
      outbox: [
        ledgerDraft(sheetKey(paymentId), {
          sheet: "Payments",
          row: paymentSheetRow(paymentId, today, { ...user, id: userId }, payment),
        }),
      ],
      approval: {
        matters: ["LOAN_RETURN"],
        title: `Loan return of ${formatCents(payment.amountCents)}`,
        userId,
        amountCents: payment.amountCents,
        paymentId,
      },
    };
  });
}

const GONE = "The application has changed. Reload and try again.";

/** Two returns, and a return and a payment, of one user are put one behind the other. */
async function lockOwing(tx: Tx, id: number) {
  await lockUser(tx, id);
  return tx.user.findUnique({
    where: { id },
    select: { firstname: true, lastname: true, businessName: true, balance: true },
  });
}

/** A report about a funding locks it and then its application: a return waits for it, and it for a return. */
async function lockFundings(tx: Tx, applicationId: number): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM payment_intent
    WHERE application_id = ${applicationId} AND kind::text = ANY(${[...FUNDING_MODES]}) ORDER BY id FOR UPDATE`;
}
