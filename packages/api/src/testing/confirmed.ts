import type { PaymentKind, PaymentType, Prisma, ReadDb } from "@countinghouse/db";
import { EQUAL_WITHIN_MS, kindsLike } from "@countinghouse/validators/confirmations/rules";
import type { Confirmation, SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { GIVEN_BACK_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import { GIVING_BACK, isGivingBack, modesBeside } from "@countinghouse/validators/payments/kinds";
import { UNACCOUNTED_STATES } from "@countinghouse/validators/payments/states";
import type { Role } from "@countinghouse/validators/roles";

/** Stands for what somebody has seen who looks right before the call, and says yes to it: `lookedAt` puts it in. */
export const JUST_LOOKED: Confirmation = {
  seen: { balanceCents: null, newestPaymentId: null },
  equalPaymentId: null,
};

interface Confirmed {
  requestId: string;
  confirmed: Confirmation;
}

interface Asked {
  userId: number;
  kind: PaymentKind;
  paymentType: PaymentType;
  amountCents: number;
  scheduleId?: number;
  isGivenBackByHand?: boolean;
}

/** An amount as it is sent; of what is none zero. */
export const asCents = (amountCents: number): number => (Number.isSafeInteger(amountCents) ? amountCents : 0);

/** One request is one look, however often it is sent. */
const looks = new Map<string, Promise<Confirmation>>();

/** The input as it is sent once its customer was looked at; an input that says what was seen stays as it is. */
export async function lookedAt<Input extends Confirmed>(
  { database, clock }: Looking,
  input: Input,
  asked: Asked,
  role: Role,
): Promise<Input> {
  if (input.confirmed.seen !== JUST_LOOKED.seen) return input;
  const request = `${role}:${input.requestId}`;
  const look = looks.get(request) ?? confirmNow(database.read, clock.now(), asked);
  looks.set(request, look);
  return { ...input, confirmed: { ...input.confirmed, ...(await look) } };
}

interface Looking {
  database: { read: ReadDb };
  clock: { now: () => Date };
}

async function confirmNow(read: ReadDb, now: Date, asked: Asked): Promise<Confirmation> {
  const { userId, kind, paymentType, amountCents, scheduleId, isGivenBackByHand = false } = asked;
  const givenBack: Prisma.PaymentIntentWhereInput[] =
    isGivenBackByHand || isGivingBack(kind)
      ? [{ kind: { in: [...GIVING_BACK] } }, { manual: { lineItemType: { in: [...GIVEN_BACK_LINE_ITEMS] } } }]
      : [];
  const equal = await read.paymentIntent.findFirst({
    where: {
      userId,
      OR: [{ kind: { in: [...kindsLike(kind)] } }, ...givenBack],
      paymentType,
      amountCents,
      state: { notIn: ["FAILED", "CANCELLED"] },
      createdAt: { gt: new Date(now.getTime() - EQUAL_WITHIN_MS) },
      ...(scheduleId !== undefined && { scheduleId: null }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  const open = await read.paymentIntent.findFirst({
    where: {
      userId,
      kind: { in: kind === "MANUAL" ? [] : modesBeside(kind) },
      state: { in: [...UNACCOUNTED_STATES] },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return {
    seen: await seenNow(read, userId),
    equalPaymentId: equal?.id ?? null,
    ...(open && { openPaymentId: open.id }),
  };
}

/** What a screen shows of a customer now. */
export async function seenNow(read: ReadDb, userId: number): Promise<SeenFacts> {
  const balance = await read.userBalance.findUnique({ where: { userId } });
  const newest = await read.paymentIntent.findFirst({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  return { balanceCents: Number(balance?.balanceCents ?? 0n), newestPaymentId: newest?.id ?? null };
}
