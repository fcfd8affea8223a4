import { newYorkDate } from "@countinghouse/validators/new-york";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { whyNotFund } from "@countinghouse/validators/payments/rules";
import type { PaymentOptions } from "@countinghouse/validators/payments/schemas";
import { UNPAID_STATES } from "@countinghouse/validators/payments/states";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import { offerExpiry } from "../applications/facts.ts";
import type { AdminCtx } from "../context.ts";
import { readDebitControl } from "../debit-control/facts.ts";
import { whyDoNotFundUser } from "../do-not-fund/person.ts";
import { found } from "../errors.ts";
import { centsOrNull, toIsoDay } from "../stored-values.ts";
import { earlierFunding } from "./choose-parent.ts";
import { datesToAdd } from "./dates-to-add.ts";
import { instrumentHistory } from "./instrument-history.ts";

/**
 * Returns the facts for the payment page of one customer: name, possible payouts, cards, accounts and refundable sales.
 * Amounts in cents. Returns only the last four digits of card and account numbers. Throws NOT_FOUND.
 */
export async function paymentOptions(ctx: AdminCtx, { userId }: PaymentOptions) {
  const user = found(
    await ctx.db.user.findUnique({ where: { id: userId }, select: CUSTOMER }),
    unknownUser(userId),
  );
  const now = ctx.now();
  const [application] = user.applications;
  const [accounts, sales, earlier, next, addedDates, passedDates, whyDoNotFund] = await Promise.all([
    ctx.db.bankAccount.findMany({
      where: { bankLink: { userId }, replacedAt: null },
      orderBy: [{ isPrimary: "desc" }, { id: "asc" }],
      select: ACCOUNT,
    }),
    refundableSales(ctx, userId),
    earlierFunding(ctx.db, application?.id ?? null),
    nextInstalment(ctx, userId),
    application ? datesToAdd(ctx.db, application.id, { withFurther: true, today: newYorkDate(now) }) : [],
    application ? datesPassed(ctx, application.id) : [],
    whyDoNotFundUser(ctx.db, userId),
  ]);
  const instruments = {
    accountIds: accounts.map(({ id }) => id),
    cardIds: user.cards.map(({ id }) => id),
  };
  const whyNotRail = (rail: PaymentRail) => whyNotVendor(vendorOfRail(rail), ctx.services.vendorsOff);
  const [control, history] = await Promise.all([
    readDebitControl(ctx.db, instruments, now),
    instrumentHistory(ctx.db, { userId, ...instruments }),
  ]);
  return {
    customer: {
      id: userId,
      firstname: user.firstname,
      lastname: user.lastname,
      businessName: user.businessName,
      doNotFund: user.doNotFund,
      isExternal: user.isExternal,
    },
    application: application ? applicationFacts(application, whyDoNotFund, now) : null,
    whyDoNotFund,
    /** The reason why a rail can not be used while its processor is off, or null. */
    whyNotRail: { CARD: whyNotRail("CARD"), ACH: whyNotRail("ACH") },
    whyNotFund: application ? applicationFacts(application, whyDoNotFund, now).whyNotFund : whyNotFund(null),
    /** The most that a RECREDIT may send; null without an earlier payout. */
    earlierFundingCents: earlier?.amountCents ?? null,
    /** The next unpaid instalment, and the amount left of it. */
    nextInstalment: next,
    /** The payment dates that a payout of the advance would add. */
    addedDates,
    /** The unpaid payment dates (YYYY-MM-DD), today or before, of an advance that came back. */
    passedDates,
    cards: user.cards.map((card) => ({
      ...card,
      ...history.card(card.id),
      whyNotCharge: control.card(card.id)?.message ?? null,
    })),
    accounts: accounts.map(({ bankLink, ...account }) => ({
      ...account,
      ...bankLink,
      ...history.account(account.id),
      whyNotDebit: control.account(account.id, { amountCents: null, scheduleId: null })?.message ?? null,
      whyNotPayTo: control.payTo(account.id)?.message ?? null,
    })),
    refundable: sales,
  };
}

const CUSTOMER = {
  firstname: true,
  lastname: true,
  businessName: true,
  doNotFund: true,
  isExternal: true,
  cards: {
    orderBy: { id: "asc" },
    select: {
      id: true,
      last4: true,
      expiry: true,
      issuer: true,
      status: true,
      isPrimary: true,
    },
  },
  applications: {
    orderBy: { id: "desc" },
    take: 1,
    select: {
      id: true,
      stage: true,
      alloyStatus: true,
      expiresAt: true,
      offerExpiresAt: true,
      fundedAt: true,
      disbursementAmountCents: true,
      approvedAmountCents: true,
      paybackAmountCents: true,
      paymentAmountCents: true,
    },
  },
} as const;

const ACCOUNT = {
  id: true,
  name: true,
  mask: true,
  subtype: true,
  enabled: true,
  isPrimary: true,
  isManuallyAdded: true,
  bankLink: { select: { institutionName: true, isActive: true, createdAt: true } },
} as const;

interface ApplicationFacts {
  id: number;
  stage: Parameters<typeof offerExpiry>[0]["stage"];
  alloyStatus: string;
  expiresAt: Date;
  offerExpiresAt: Date | null;
  fundedAt: Date | null;
  disbursementAmountCents: bigint | null;
  approvedAmountCents: bigint | null;
  paybackAmountCents: bigint | null;
  paymentAmountCents: bigint | null;
}

function applicationFacts(application: ApplicationFacts, whyDoNotFund: string | null, now: Date) {
  const { id, stage, alloyStatus, fundedAt } = application;
  const disbursementAmountCents = centsOrNull(application.disbursementAmountCents);
  const expiry = offerExpiry(application, now);
  return {
    id,
    stage,
    alloyStatus,
    ...expiry,
    fundedOn: fundedAt && newYorkDate(fundedAt),
    disbursementAmountCents,
    /** The amount that a funding adds to the balance. */
    paybackCents: centsOrNull(application.paybackAmountCents ?? application.approvedAmountCents),
    paymentAmountCents: centsOrNull(application.paymentAmountCents),
    whyNotFund: whyNotFund({ alloyStatus, ...expiry, whyDoNotFund, disbursementAmountCents }),
  };
}

/** Returns the earliest unpaid instalment of the advances that are paid out, or null. */
async function nextInstalment(ctx: AdminCtx, userId: number) {
  const next = await ctx.db.paymentSchedule.findFirst({
    where: { userId, status: "UNPAID", application: { fundedAt: { not: null } } },
    orderBy: [{ paymentDate: "asc" }, { id: "asc" }],
    select: { paymentDate: true, amountCents: true, paidCents: true },
  });
  return (
    next && { paymentDate: toIsoDay(next.paymentDate), leftCents: Number(next.amountCents - next.paidCents) }
  );
}

async function datesPassed(ctx: AdminCtx, applicationId: number): Promise<string[]> {
  const passed = await ctx.db.paymentSchedule.findMany({
    where: {
      applicationId,
      status: "UNPAID",
      paymentDate: { lte: new Date(newYorkDate(ctx.now())) },
      application: { fundedAt: null },
    },
    orderBy: { paymentDate: "asc" },
    select: { paymentDate: true },
  });
  return passed.map(({ paymentDate }) => toIsoDay(paymentDate));
}

const MOST_SALES = 500;

/** Returns the card sales of the newest MOST_SALES that can still be refunded, newest first; `amountCents` is the amount taken. */
async function refundableSales(ctx: AdminCtx, userId: number) {
  const sales = await ctx.db.paymentIntent.findMany({
    where: { userId, kind: "SALE", state: "SUCCEEDED", cardId: { not: null } },
    orderBy: { createdAt: "desc" },
    take: MOST_SALES,
    select: {
      id: true,
      cardId: true,
      instrumentLast4: true,
      amountCents: true,
      movedCents: true,
      createdAt: true,
      children: {
        where: { kind: "REFUND", state: { notIn: [...UNPAID_STATES] } },
        select: { amountCents: true },
      },
    },
  });
  return sales
    .map(({ children, amountCents, movedCents, ...sale }) => {
      const takenCents = Number(movedCents ?? amountCents);
      const leftCents = takenCents - children.reduce((sum, each) => sum + Number(each.amountCents), 0);
      return { ...sale, amountCents: takenCents, leftCents };
    })
    .filter(({ leftCents }) => leftCents > 0);
}
