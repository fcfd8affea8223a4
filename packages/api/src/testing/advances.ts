import type { LedgerAccountType, Prisma } from "@countinghouse/db";
import { postLedgerTransaction, receivable } from "../ledger/post.ts";
import { processorBooks } from "./books.ts";
import { addApplication } from "./customers.ts";
import type { TestApi } from "./harness.ts";

export interface AddedAdvance {
  userId: number;
  applicationId: number;
}

const PAID_AND_FEE_CENTS = 463_750;

/**
 * A user whose application of 5,000 dollars was funded at once: 4,625.50 paid out by card, 362.50 of ofee, 12 of
 * disbursement fee, 6,500 owed. Whatever is given changes the application, `feeCents` the disbursement fee.
 */
export async function addAdvance(
  api: TestApi,
  facts: Partial<Prisma.ApplicationUncheckedCreateInput> = {},
  feeCents = 1_200,
): Promise<AddedAdvance> {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, {
    stage: "funded",
    fundsDispersedOption: "instantBankTransfer",
    ...facts,
  });
  await api.database.unsafeTransaction(async (tx) => {
    const { id: intentId } = await tx.paymentIntent.create({
      data: {
        userId,
        applicationId,
        kind: "FUND",
        paymentType: "CREDIT",
        businessKey: `fund:${applicationId}:1`,
        amountCents: PAID_AND_FEE_CENTS - feeCents,
        createdAt: new Date("2026-11-19T15:00:00Z"),
      },
      select: { id: true },
    });
    await postLedgerTransaction(
      processorBooks(tx, api),
      { intentId, kind: "disbursement", effectiveOn: new Date("2026-11-19") },
      [
        { account: receivable(userId), amountCents: 650_000 },
        house("clearing:Debit Card", "ASSET", feeCents - PAID_AND_FEE_CENTS),
        house("income:origination-fees", "INCOME", -36_250),
        ...(feeCents > 0 ? [house("income:disbursement-fees", "INCOME", -feeCents)] : []),
        house("income:advance-fees", "INCOME", -150_000),
      ],
      null,
    );
  });
  return { userId, applicationId };
}

const house = (code: string, type: LedgerAccountType, amountCents: number) => ({
  account: { code, type },
  amountCents,
});
