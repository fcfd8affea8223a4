import { IMPORTED_ADJUSTMENT, takesMoney } from "@countinghouse/validators/manual-payments/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { isCardKind, isFundingKind } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import type { ExportOptions } from "./export-book.ts";
import type { Outgoing } from "./sheet-files.ts";

/** What is of money of some customers, by sheet, with what each owes in cents. */
export interface MoneyRows {
  balances: ReadonlyMap<number, number>;
  sheets: Record<"applications" | "offers" | "schedules" | "payments", Outgoing[]>;
}

/** Reads applications, offers, instalments and payments; what is still on its way is left to the next export. */
export async function readMoney({ db, now }: ExportOptions, ids: readonly number[]): Promise<MoneyRows> {
  const where = { userId: { in: [...ids] } };
  const orderBy = { id: "asc" } as const;
  const [applications, schedules, payments, owed] = await Promise.all([
    db.read.application.findMany({ where, orderBy, include: { offers: { orderBy }, notice: true } }),
    db.read.paymentSchedule.findMany({ where, orderBy }),
    readPayments(db, ids),
    db.read.userBalance.findMany({ where }),
  ]);
  const advances = applications.map((application) => ({
    ...application,
    owedCents: advanceCents(application),
  }));
  const rests = restRows(
    new Map(owed.map(({ userId, balanceCents }) => [userId, Number(balanceCents)])),
    advances,
    payments,
    newYorkDate(now()),
  );
  return {
    balances: rests.balances,
    sheets: {
      applications: advances.map((application) => ({
        applicationId: String(application.id),
        customerId: String(application.userId),
        stage:
          application.owedCents === null && application.stage === "funded" ? "contracted" : application.stage,
        createdOn: application.createdAt.toISOString(),
        expiresOn: application.expiresAt.toISOString(),
        workflowUsed: application.workflowUsed,
        approvedAmount: toCents(application.approvedAmountCents),
        paybackAmount: application.owedCents ?? toCents(application.paybackAmountCents),
        paymentAmount: toCents(application.paymentAmountCents),
        discountAmount: toCents(application.discountAmountCents),
        disbursementAmount: toCents(application.disbursementAmountCents),
        disbursementFee: toCents(application.disbursementFeeCents),
        ofeeRate: Number(application.ofeeRate),
        fundedOn: application.owedCents === null ? "" : application.fundedAt?.toISOString(),
        contractSignedOn: application.contractSignedAt?.toISOString(),
        firstPaymentDate: formatDay(application.firstPaymentDate),
        lastPaymentDate: formatDay(application.lastPaymentDate),
        discountDate: formatDay(application.discountDate),
        declineReason: application.declineReason,
        declinedOn: application.declinedAt?.toISOString(),
        noticeSent: application.noticeBefore || application.notice !== null || null,
        dealId: application.dealId,
      })),
      offers: applications.flatMap(({ id, offers }) =>
        offers.map((offer) => ({
          applicationId: String(id),
          optimized: offer.optimized,
          approvedAmount: toCents(offer.approvedAmountCents),
          paybackMultiplier: Number(offer.paybackMultiplier),
          selected: offer.selected,
        })),
      ),
      schedules: schedules.map((schedule) => ({
        applicationId: String(schedule.applicationId),
        dueOn: formatDay(schedule.paymentDate),
        amount: toCents(schedule.amountCents),
      })),
      payments: [...payments.map(({ userId: _userId, owedCents: _owed, ...row }) => row), ...rests.rows],
    },
  };
}

const toCents = (cents: bigint | null): number | null => (cents === null ? null : Number(cents));
const formatDay = (day: Date | null): string => (day === null ? "" : day.toISOString().slice(0, 10));

/** What an advance that was paid out is owed for, in cents; null where nothing was, or nothing is known of it. */
function advanceCents(application: {
  fundedAt: Date | null;
  paybackAmountCents: bigint | null;
  approvedAmountCents: bigint | null;
}): number | null {
  const cents = Number(application.paybackAmountCents ?? application.approvedAmountCents ?? 0n);
  return application.fundedAt !== null && cents > 0 ? cents : null;
}

/** The payments that have an outcome, but for those that paid an advance out: these stand with the applications. */
async function readPayments(db: ExportOptions["db"], ids: readonly number[]) {
  const intents = await db.read.paymentIntent.findMany({
    where: { userId: { in: [...ids] } },
    orderBy: [{ userId: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    include: { manual: true },
  });
  const posted = await db.read.ledgerTransaction.findMany({
    where: { intentId: { in: intents.map(({ id }) => id) } },
    orderBy: { createdAt: "asc" },
    select: { intentId: true, kind: true, effectiveOn: true, reversesId: true },
  });
  const byIntent = Map.groupBy(posted, ({ intentId }) => intentId);
  return intents.flatMap((intent) => {
    const { outcome } = PAYMENT_STATES[intent.state];
    const isOver = outcome === "paid" || outcome === "failed" || outcome === "returned";
    if (!isOver || isFundingKind(intent.kind)) return [];
    const cents = Number(intent.movedCents ?? intent.amountCents);
    const { manual } = intent;
    const transactions = byIntent.get(intent.id) ?? [];
    const back = transactions.findLast(({ kind }) =>
      ["return", "chargeback", IMPORTED_KINDS.back].includes(kind),
    );
    // An import posts a payment and its return at the same moment.
    const own = transactions.find(({ reversesId }) => reversesId === null);
    const isLetOff =
      manual !== null &&
      intent.paymentType === "DEBIT" &&
      (manual.lineItemType === IMPORTED_ADJUSTMENT ||
        !takesMoney({ ...manual, paymentType: "DEBIT" } as Parameters<typeof takesMoney>[0]));
    return {
      userId: intent.userId,
      owedCents: outcome !== "paid" ? 0 : intent.paymentType === "DEBIT" ? -cents : cents,
      paymentId: intent.id,
      customerId: String(intent.userId),
      applicationId: intent.applicationId === null ? "" : String(intent.applicationId),
      paidOn: formatDay(own?.effectiveOn ?? null) || newYorkDate(intent.createdAt),
      amount: cents,
      direction: intent.paymentType,
      mode: manual?.modeOfPayment ?? (isCardKind(intent.kind) ? "Debit Card" : "ACH"),
      outcome,
      returnedOn: outcome === "returned" ? formatDay(back?.effectiveOn ?? null) : "",
      returnCode: intent.failureCode,
      appliesTo: isLetOff ? "newest" : "oldest",
      description: manual?.description ?? "",
    };
  });
}

/**
 * What else has moved what a customer owes (loan returns, an advance that was paid out twice) is one payment, so that the rows come
 * to the balance.
 */
function restRows(
  owed: ReadonlyMap<number, number>,
  advances: readonly { userId: number; owedCents: number | null }[],
  payments: readonly { userId: number; owedCents: number }[],
  today: string,
): { balances: Map<number, number>; rows: Outgoing[] } {
  const sums = new Map<number, number>();
  for (const { userId, owedCents } of [...advances, ...payments])
    if (owedCents !== null) sums.set(userId, (sums.get(userId) ?? 0) + owedCents);
  const balances = new Map(owed);
  for (const userId of sums.keys()) if (!balances.has(userId)) balances.set(userId, 0);
  const rows = [...balances].flatMap(([userId, balance]) => {
    const rest = balance - (sums.get(userId) ?? 0);
    if (rest === 0) return [];
    return {
      paymentId: `rest-${userId}`,
      customerId: String(userId),
      paidOn: today,
      amount: Math.abs(rest),
      direction: rest < 0 ? "DEBIT" : "CREDIT",
      outcome: "paid",
      appliesTo: "newest",
      description: "Everything else that moved what is owed",
    };
  });
  return { balances, rows };
}
