import { drainAutomation, press } from "./automation.ts";
import { endRunning, readRows, reviewed, startPayments } from "./bulk.ts";
import { seenNow } from "./confirmed.ts";
import type { TestApi } from "./harness.ts";
import { order, payableCustomer, run } from "./payable.ts";
import { addSchedule, readSchedules, toProcess } from "./schedules.ts";

const DUE_CENTS = 41_250;

/** The sentence of a refusal; null where it was let through. */
const saidBy = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Every door by which money is collected from a customer, each telling why it refused, or null. */
export function collectionDoors(apiNow: () => TestApi) {
  /** A customer with $412.50 due since yesterday, and nothing but an account, or but a card. */
  async function customerWith(only: "account" | "card") {
    const customer = await payableCustomer(apiNow(), { owesCents: 200_000 });
    const [row] = await addSchedule(apiNow(), customer, ["2026-11-19"]);
    await apiNow().database.unsafeTransaction(async (tx) => {
      if (only === "account") await tx.card.delete({ where: { id: customer.cardId } });
      else await tx.bankAccount.update({ where: { id: customer.accountId }, data: { isPrimary: false } });
    });
    return { ...customer, scheduleId: row?.id ?? 0 };
  }

  type Customer = Awaited<ReturnType<typeof customerWith>>;

  const charge = (mode: "SALE" | "DEBIT" | "RCC") => async (customer: Customer) => {
    const seen = await seenNow(apiNow().database.read, customer.userId);
    const confirmed = { seen, equalPaymentId: null, balance: false, funded: false };
    return saidBy(run(apiNow(), order(customer, mode, { amountCents: DUE_CENTS, confirmed })));
  };

  const bulk = (kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2) => async (customer: Customer) => {
    const { batchId } = await startPayments(apiNow(), reviewed(kind, [customer], { version }));
    await apiNow().services.bulkJobs.drain(kind);
    await endRunning(apiNow(), kind);
    const [row] = await readRows(apiNow(), batchId);
    return row?.state === "FAILED" ? row.message : null;
  };

  const process = async ({ userId }: Customer) => {
    const [row] = await readSchedules(apiNow(), userId);
    return saidBy((await apiNow().as("EMPLOYEE")).paymentSchedules.process(toProcess(row)));
  };

  const automation = async () => {
    const { batchId } = await press(apiNow());
    await drainAutomation(apiNow());
    const [row] = await readRows(apiNow(), batchId);
    return row?.state === "DONE" ? null : (row?.message ?? "");
  };

  type Door = [name: string, take: (customer: Customer) => Promise<string | null>];
  const byAccount: Door[] = [
    ["DEBIT of the payment page", charge("DEBIT")],
    ["RCC of the payment page", charge("RCC")],
    ["Process of a scheduled payment", process],
    ["bulk ACH, version 1", bulk("BULK_ACH", 1)],
    ["bulk ACH, version 2", bulk("BULK_ACH", 2)],
    ["payment automation", automation],
  ];
  const byCard: Door[] = [
    ["SALE of the payment page", charge("SALE")],
    ["Process of a scheduled payment", process],
    ["bulk debit, version 1", bulk("BULK_DEBIT", 1)],
    ["bulk debit, version 2", bulk("BULK_DEBIT", 2)],
    ["payment automation", automation],
  ];

  return { customerWith, charge, process, byAccount, byCard };
}
