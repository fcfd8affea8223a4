import { randomUUID } from "node:crypto";
import type { Services } from "../../../packages/api/src/services.ts";
import { PASSCODE } from "../../../packages/api/src/testing/payable.ts";
import type { Confirmation } from "../../../packages/validators/src/confirmations/schemas.ts";
import { CARD_MODES, needsPasscode } from "../../../packages/validators/src/payments/kinds.ts";
import type { Wanted } from "./wanted.ts";

/** What a press sends: pressed again it is the same request. */
export interface Form {
  door: string;
  procedure: string;
  input: object;
}

/** The form of a wanted payment as the screen fills it in now; null for a refund whose sale is not there yet. */
export async function fillForm(services: Pick<Services, "db">, wanted: Wanted): Promise<Form | null> {
  const { door, scheduleId, amountCents } = wanted;
  const requestId = randomUUID();
  if (door === "SCHEDULE")
    return {
      door: "Process",
      procedure: "paymentSchedules.process",
      input: { requestId, scheduleId, amountCents, confirmed: await confirmedNow(services, wanted) },
    };
  const parentId = await readParent(services, wanted);
  if (wanted.sale !== null && parentId === null) return null;
  const { customer } = wanted;
  const isCard = (CARD_MODES as readonly string[]).includes(door);
  const input = {
    requestId,
    userId: customer.userId,
    mode: door,
    instrumentId: isCard ? customer.cardId : customer.accountId,
    amountCents,
    parentId,
    isExternal: false,
    passcode: needsPasscode(door) ? PASSCODE : "",
    confirmed: { ...(await confirmedNow(services, wanted)), balance: false, funded: false },
  };
  return { door, procedure: "payments.run", input };
}

/** What the screen shows of the customer at this moment. Nobody confirms that it is to be another one of the same. */
async function confirmedNow(
  { db: { read } }: Pick<Services, "db">,
  { customer: { userId } }: Wanted,
): Promise<Confirmation> {
  const [balance, newest] = await Promise.all([
    read.userBalance.findUnique({ where: { userId }, select: { balanceCents: true } }),
    read.paymentIntent.findFirst({
      where: { userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: { id: true },
    }),
  ]);
  const seen = { balanceCents: Number(balance?.balanceCents ?? 0), newestPaymentId: newest?.id ?? null };
  return { seen, equalPaymentId: null };
}

/** The sale that a refund gives back, once it went through. */
async function readParent({ db }: Pick<Services, "db">, { sale, customer }: Wanted): Promise<string | null> {
  if (sale === null) return null;
  const parent = await db.read.paymentIntent.findFirst({
    where: { userId: customer.userId, kind: "SALE", state: "SUCCEEDED" },
    select: { id: true },
  });
  return parent?.id ?? null;
}
