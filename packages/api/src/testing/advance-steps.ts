import { randomUUID } from "node:crypto";
import { JUST_LOOKED } from "./confirmed.ts";
import { addApplication, payOut } from "./customers.ts";
import type { TestApi } from "./harness.ts";
import { order, type Payable, payableCustomer, run } from "./payable.ts";
import { readBalances } from "./payments.ts";
import type { TestProcessors } from "./processors.ts";
import { achReturn, cardException } from "./reports.ts";

/** What an advance of the tests pays out, in cents: $1,300 are to be paid back, in four payments of $300 and one of $100. */
export const WHOLE_CENTS = 90_000;

const CONFIRMED = { ...JUST_LOOKED, balance: true, funded: true };

/** What may happen to advances of a customer, and to what the customer pays of them, as staff and the processors do it. */
export function advanceSteps(apiNow: () => TestApi, processorsNow: () => TestProcessors) {
  const lastKey = () => processorsNow().books.at(-1)?.key ?? "";
  const pull = () => apiNow().services.payments.pullReports();

  /** Pays the advance out. Returns the key of its funding. */
  async function fund(customer: Payable): Promise<string> {
    await run(apiNow(), order(customer, "CREDIT", { confirmed: CONFIRMED }), "SUPERADMIN");
    return lastKey();
  }

  /** Sends the advance once more, or so much of it. Returns the key. */
  async function sendAgain(customer: Payable, amountCents: number): Promise<string> {
    await run(apiNow(), order(customer, "RECREDIT", { amountCents, confirmed: CONFIRMED }), "SUPERADMIN");
    return lastKey();
  }

  /** Takes money from the card. Returns the payment and its key. */
  async function pay(customer: Payable, amountCents: number) {
    const sale = order(customer, "SALE", { amountCents, confirmed: CONFIRMED });
    const { paymentId } = await run(apiNow(), sale, "SUPERADMIN");
    return { paymentId, key: lastKey(), amountCents };
  }

  const giveBack = (customer: Payable, parentId: string, amountCents: number) =>
    run(apiNow(), order(customer, "REFUND", { parentId, amountCents, confirmed: CONFIRMED }), "SUPERADMIN");

  /** The bank sends an advance back. */
  async function sendBack(key: string, amountCents = WHOLE_CENTS) {
    processorsNow().report({ returns: [achReturn(key, { amountCents, returnedCents: amountCents })] });
    return pull();
  }

  /** The card network charges a sale back. */
  async function chargeBack(key: string, amountCents: number) {
    processorsNow().report({
      exceptions: [cardException(key, { amountCents, originalAmountCents: amountCents })],
    });
    return pull();
  }

  /** Staff take the disbursement back by hand. */
  const takeBack = async ({ userId, applicationId }: Payable) =>
    (await apiNow().as("EMPLOYEE")).loans.return({
      requestId: randomUUID(),
      userId,
      applicationId,
      isDA: true,
      isOF: false,
      isDF: false,
    });

  /** What is left of the payment dates, in cents, in their order; what of it is due some day; and what is owed. */
  async function standing({ userId }: Payable) {
    const rows = await apiNow().database.read.paymentSchedule.findMany({
      where: { userId },
      orderBy: [{ paymentDate: "asc" }, { id: "asc" }],
      select: { amountCents: true, paidCents: true, application: { select: { fundedAt: true } } },
    });
    const left = rows.map(({ amountCents, paidCents }) => Number(amountCents - paidCents));
    const due = left.filter((_, index) => rows[index]?.application.fundedAt !== null);
    return {
      left,
      dueCents: due.reduce((sum, cents) => sum + cents, 0),
      owes: (await readBalances(apiNow(), userId)).ledgerCents,
    };
  }

  /** A customer who owes $200 of an advance before, due on the last day, and has a new application for one like the others. */
  async function renewing(): Promise<Payable> {
    const customer = await payableCustomer(apiNow(), { owesCents: 20_000 });
    const { userId, applicationId } = customer;
    await payOut(apiNow(), applicationId);
    const due = { paymentDate: new Date("2027-06-01"), amountCents: 20_000 };
    await apiNow().database.unsafeTransaction((tx) =>
      tx.paymentSchedule.create({ data: { userId, applicationId, ...due } }),
    );
    const newer = await addApplication(apiNow(), userId, {
      stage: "contracted",
      alloyStatus: "Approved",
      approvedAmountCents: 100_000n,
      paybackAmountCents: 130_000n,
      paymentAmountCents: 30_000n,
      disbursementAmountCents: WHOLE_CENTS,
      firstPaymentDate: new Date("2026-12-01"),
    });
    return { ...customer, applicationId: newer.id };
  }

  return { renewing, fund, sendAgain, pay, giveBack, sendBack, chargeBack, takeBack, standing };
}
