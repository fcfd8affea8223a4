import { payOut } from "../../../packages/api/src/testing/customers.ts";
import type { Tables } from "../../../packages/api/src/testing/harness.ts";
import { type Payable, payableCustomer } from "../../../packages/api/src/testing/payable.ts";
import { newYorkDate } from "../../../packages/validators/src/new-york.ts";

/** Where staff ask for a payment: the modes of the payment page, and what is due of a schedule. */
export type Door = "SALE" | "DEBIT" | "RCC" | "FUND" | "CREDIT" | "REFUND" | "SCHEDULE";

/** A payment that staff want to be made, once. */
export interface Wanted {
  /** Names it, and finds it in the books: of a schedule the scheduled payment, else the customer and the mode. */
  name: string;
  door: Door;
  customer: Payable;
  amountCents: number;
  scheduleId: number | null;
  /** The sale a refund gives back. */
  sale: Wanted | null;
}

/** Of ten payments; a refund gives back the first sale of its ten. Half of what comes in is due of a schedule. */
const MIX = [
  "SALE",
  "SCHEDULE",
  "DEBIT",
  "FUND",
  "SCHEDULE",
  "RCC",
  "REFUND",
  "CREDIT",
  "SCHEDULE",
  "SALE",
] as const satisfies readonly Door[];

const LEAST_DOLLARS = 10;
const AMOUNTS = 900;
const OWES_CENTS = 200_000;
const MADE_AT_ONCE = 6;

/** The cents of a bank debit that comes back: before it settled, and after. */
const COMES_BACK_CENTS = [3, 4] as const;
/** So many of a hundred debits and RCCs. */
const COME_BACK = 34;

/** The sale of nine cents: half of it is approved. */
const PARTLY_APPROVED_CENTS = 9;
const PARTLY_APPROVED_OF = 50;
const FIRST_PARTLY_APPROVED = 19;

/** The name of what an intent was made for. */
export const wantedName = (intent: { userId: number; kind: string; scheduleId: number | null }): string =>
  intent.scheduleId === null
    ? `${intent.kind} of customer ${intent.userId}`
    : `schedule ${intent.scheduleId}`;

/**
 * Makes a customer for each wanted payment, with all it takes. With `isVaried` some debits come back, and
 * of some sales a part is approved.
 */
export async function makeWanted(
  tables: Tables,
  count: number,
  { isVaried }: { isVaried: boolean },
): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n);
  const make = async (n: number) => {
    const door = MIX[n % MIX.length] ?? "SALE";
    // It has the customer of the sale, which is there by then.
    if (door !== "REFUND") wanted[n] = await newWanted(tables, n, door, isVaried);
  };
  const queue = [...numbers];
  const work = async () => {
    for (let n = queue.shift(); n !== undefined; n = queue.shift()) await make(n);
  };
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, work));
  for (const n of numbers.filter((each) => wanted[each] === undefined))
    wanted[n] = wantedRefund(n, wanted[n - (n % MIX.length)]);
  return wanted;
}

async function newWanted(tables: Tables, n: number, door: Door, isVaried: boolean): Promise<Wanted> {
  const isFunding = door === "FUND" || door === "CREDIT";
  const customer = await payableCustomer(tables, { owesCents: isFunding ? 0 : OWES_CENTS });
  const amountCents = wantedAmount(n, door, isVaried);
  const scheduleId = door === "SCHEDULE" ? await schedule(tables, customer, amountCents) : null;
  if (isFunding) await offer(tables, customer, amountCents);
  const name = wantedName({ userId: customer.userId, kind: door, scheduleId });
  return { name, door, customer, amountCents, scheduleId, sale: null };
}

function wantedAmount(n: number, door: Door, isVaried: boolean): number {
  const wholeCents = (LEAST_DOLLARS + (n % AMOUNTS)) * 100;
  if (!isVaried) return wholeCents;
  if (n % PARTLY_APPROVED_OF === FIRST_PARTLY_APPROVED) return PARTLY_APPROVED_CENTS;
  return wholeCents + wantedCents(n, door);
}

const wantedCents = (n: number, door: Door): number =>
  (door === "DEBIT" || door === "RCC") && (n * 7) % 100 < COME_BACK ? (COMES_BACK_CENTS[n % 2] ?? 0) : 0;

function wantedRefund(n: number, sale: Wanted | undefined): Wanted {
  if (sale === undefined) throw new Error("There is no sale to give back.");
  const { customer, amountCents } = sale;
  const partCents = Math.floor(amountCents / 200) * 100;
  return {
    name: wantedName({ userId: customer.userId, kind: "REFUND", scheduleId: null }),
    door: "REFUND",
    customer,
    amountCents: n % 2 === 0 ? amountCents : partCents,
    scheduleId: null,
    sale,
  };
}

/** A payment that is due today. */
async function schedule(
  tables: Tables,
  { userId, applicationId }: Payable,
  amountCents: number,
): Promise<number> {
  await payOut(tables, applicationId);
  return tables.database.unsafeTransaction(async (tx) => {
    const paymentDate = new Date(newYorkDate(tables.clock.now()));
    const data = { userId, applicationId, paymentDate, amountCents };
    return (await tx.paymentSchedule.create({ data, select: { id: true } })).id;
  });
}

const COSTS_CENTS = 1200;
const PAYMENTS = 4;

/** The amount an application is to be paid out with, and what follows from it. */
function offer(tables: Tables, { applicationId: id }: Payable, amountCents: number): Promise<unknown> {
  return tables.database.unsafeTransaction((tx) =>
    tx.application.update({
      where: { id },
      data: {
        approvedAmountCents: amountCents + 2 * COSTS_CENTS,
        disbursementAmountCents: amountCents,
        paybackAmountCents: amountCents + PAYMENTS * COSTS_CENTS,
        paymentAmountCents: Math.ceil(amountCents / PAYMENTS) + COSTS_CENTS,
      },
    }),
  );
}
