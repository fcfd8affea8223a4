import type { ReadDb } from "@countinghouse/db";
import { SETTINGS } from "@countinghouse/validators/settings/rules";
import { approve, type Desk, pressed, waitsFor } from "./desk.ts";

/** Settlements that somebody else has to look at: of the three customers who owe most, and more than the ceiling. */
const SETTLEMENTS = 3;
/** What customers pay of what they owe, in hundredths. */
const SETTLED_FOR = 95;

/**
 * Settlements over the ceiling: the first is approved and recorded, the second denied, the third waits. Of two changes of the rules
 * the first is denied, and the second waits.
 */
export async function askForApprovals(db: ReadDb, desk: Desk): Promise<void> {
  const { superadmin, admin } = desk;
  const settlements = (await largestDebts(db))
    .map(settlement)
    .filter(({ amountCents }) => amountCents > SETTINGS.manualPaymentCeilingCents.standard);
  const ids: string[] = [];
  for (const input of settlements) {
    const approvalId = await waitsFor(superadmin.payments.recordManual({ ...pressed(), ...input }));
    if (approvalId !== null) ids.push(approvalId);
  }
  const [first, second] = ids;
  if (first !== undefined) await approve(admin, first);
  if (second !== undefined) await deny(desk, second, "The letter of the settlement is not on file yet.");
  const tooHigh = await askForLimit(desk, 7_500_000);
  if (tooHigh !== null) await deny(desk, tooHigh, "Higher than the board has allowed.");
  await askForLimit(desk, 2_500_000);
}

/** Over how many cents a day what one person records by hand waits. */
async function askForLimit({ superadmin }: Desk, dayOverCents: number): Promise<string | null> {
  const { version, rules } = await superadmin.approvals.rules();
  const rule = { ...rules.MANUAL_POSTING, dayOverCents };
  return waitsFor(superadmin.approvals.setRule({ ...pressed(), matter: "MANUAL_POSTING", rule, version }));
}

const deny = ({ admin }: Desk, approvalId: string, note: string) =>
  admin.approvals.deny({ ...pressed(), approvalId, note });

interface Owed {
  userId: number;
  balanceCents: number;
  newestPaymentId: string | null;
}

async function largestDebts(db: ReadDb): Promise<Owed[]> {
  const debts = await db.userBalance.findMany({
    orderBy: [{ balanceCents: "desc" }, { userId: "asc" }],
    take: SETTLEMENTS,
    select: { userId: true, balanceCents: true },
  });
  return Promise.all(
    debts.map(async ({ userId, balanceCents }) => {
      const newest = await db.paymentIntent.findFirst({
        where: { userId },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        select: { id: true },
      });
      return { userId, balanceCents: Number(balanceCents), newestPaymentId: newest?.id ?? null };
    }),
  );
}

const settlement = ({ userId, balanceCents, newestPaymentId }: Owed) => ({
  userId,
  lineItemType: "Settlement" as const,
  modeOfPayment: "Wire" as const,
  transactionType: "Other" as const,
  paymentType: "DEBIT" as const,
  amountCents: Math.floor((balanceCents * SETTLED_FOR) / 100),
  description: "Settled by wire",
  isExternal: false,
  confirmed: { seen: { balanceCents, newestPaymentId }, equalPaymentId: null, balance: false },
});
