import type { RouterInputs } from "../index.ts";
import { drainAutomation, press } from "./automation.ts";
import { DUE_ON, type DueCustomer, readRows, reviewed, startPayments } from "./bulk.ts";
import { seenNow } from "./confirmed.ts";
import type { TestApi } from "./harness.ts";
import { order, payableCustomer, run } from "./payable.ts";
import { addSchedule, readSchedules, toProcess } from "./schedules.ts";

export const DUE_CENTS = 41_250;

export type Prepare = (
  tx: Parameters<Parameters<TestApi["database"]["unsafeTransaction"]>[0]>[0],
  userId: number,
) => unknown;

/** A customer with $412.50 due, who owes so much. */
export async function customerOwing(
  api: TestApi,
  owesCents: number,
  prepare?: Prepare,
  earlier: readonly string[] = [],
): Promise<DueCustomer> {
  const customer = await payableCustomer(api, { owesCents });
  const row = (await addSchedule(api, customer, [...earlier, DUE_ON])).at(-1);
  if (prepare) await api.database.unsafeTransaction(async (tx) => void (await prepare(tx, customer.userId)));
  return { ...customer, scheduleId: row?.id ?? 0 };
}

/** The sentence of a refusal; null where it was let through. */
export const saidBy = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

export const confirmedNow = async (api: TestApi, userId: number) => ({
  seen: await seenNow(api.database.read, userId),
  equalPaymentId: null,
});

async function bulk(api: TestApi, kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2, customer: DueCustomer) {
  const { batchId } = await startPayments(api, reviewed(kind, [customer], { version }));
  await api.services.bulkJobs.drain(kind);
  const [row] = await readRows(api, batchId);
  return row?.state === "FAILED" ? row.message : null;
}

export async function automation(api: TestApi): Promise<string | null> {
  const { batchId } = await press(api);
  await drainAutomation(api);
  const [row] = await readRows(api, batchId);
  return row?.state === "DONE" ? null : (row?.message ?? "");
}

export const charge =
  (mode: RouterInputs["payments"]["run"]["mode"]) => async (api: TestApi, customer: DueCustomer) => {
    const confirmed = { ...(await confirmedNow(api, customer.userId)), balance: false, funded: false };
    return saidBy(run(api, order(customer, mode, { amountCents: DUE_CENTS, confirmed })));
  };

/** Every way by which money is taken from a customer: what each says of $412.50. */
export const DOORS: [name: string, take: (api: TestApi, customer: DueCustomer) => Promise<string | null>][] =
  [
    ["the payment page by SALE", charge("SALE")],
    ["the payment page by DEBIT", charge("DEBIT")],
    ["the payment page by RCC", charge("RCC")],
    [
      "Process of a scheduled payment",
      async (api, { userId, scheduleId }) => {
        const row = (await readSchedules(api, userId)).find(({ id }) => id === scheduleId);
        return saidBy((await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row)));
      },
    ],
    ["bulk debit, version 1", (api, customer) => bulk(api, "BULK_DEBIT", 1, customer)],
    ["bulk debit, version 2", (api, customer) => bulk(api, "BULK_DEBIT", 2, customer)],
    ["bulk ACH, version 1", (api, customer) => bulk(api, "BULK_ACH", 1, customer)],
    ["bulk ACH, version 2", (api, customer) => bulk(api, "BULK_ACH", 2, customer)],
  ];

export const discounted: Prepare = (tx, userId) =>
  tx.application.updateMany({
    where: { userId },
    data: { stage: "funded", discountAmountCents: 1_000n, discountDate: new Date("2026-11-20") },
  });
export const lateDiscount: Prepare = (tx, userId) =>
  tx.application.updateMany({
    where: { userId },
    data: { stage: "funded", discountAmountCents: 1_000n, discountDate: new Date("2026-11-19") },
  });
export const atAgency: Prepare = (tx, userId) =>
  tx.user.update({ where: { id: userId }, data: { isExternal: true } });

/** Whether this door takes by card. */
export const isByCard = (door: string): boolean => door.includes("SALE") || door.includes("debit, version");
