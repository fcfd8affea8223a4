import type { Prisma, ReadDb, Tx } from "@countinghouse/db";
import {
  BREAK_CAUSE_NAMES,
  type BreakCause,
  type BreakFacts,
  DAYS_SHOWN,
  RESOLUTION_NAMES,
} from "@countinghouse/validators/reconciled-days/rules";
import type { OneDay } from "@countinghouse/validators/reconciled-days/schemas";
import { FUNDING_SYSTEMS, type FundingSystem } from "@countinghouse/validators/reconciliation/rules";
import type { AdminCtx } from "../context.ts";
import type { MovedTotals } from "../reconciliation/all-payments-rules.ts";
import type { Movement } from "../reconciliation/funded.ts";

interface DayRow {
  day: string;
  at: Date;
  payments: number;
  isWhole: boolean;
  open: number;
  resolved: number;
  signedBy: string | null;
  signedAt: Date | null;
}

const DAYS = {
  name: "reconciledDays.list",
  text: `SELECT r.day::text AS day, r.at, r.payments, r.is_whole AS "isWhole",
      (SELECT count(*)::int FROM reconciliation_break b WHERE b.day = r.day AND b.gone_at IS NULL AND b.resolution IS NULL) AS open,
      (SELECT count(*)::int FROM reconciliation_break b WHERE b.day = r.day AND b.gone_at IS NULL AND b.resolution IS NOT NULL) AS resolved,
      a.full_name AS "signedBy", c.signed_at AS "signedAt"
    FROM (SELECT DISTINCT ON (day) * FROM reconciliation_run ORDER BY day DESC, at DESC, id DESC LIMIT ${DAYS_SHOWN}) r
      LEFT JOIN reconciliation_certificate c ON c.day = r.day LEFT JOIN admin a ON a.id = c.signed_by_id
    ORDER BY r.day DESC`,
};

/** The days that were compared, the newest first, with what is left of each and who signed it off. */
export const listDays = (ctx: AdminCtx) => ctx.db.sql<DayRow & Record<string, unknown>>(DAYS, []);

const BREAK = {
  id: true,
  ref: true,
  status: true,
  cause: true,
  reason: true,
  direction: true,
  userId: true,
  paymentId: true,
  partnerRef: true,
  deltaCents: true,
  lines: true,
  foundAt: true,
  resolution: true,
  why: true,
  matchId: true,
  resolvedAt: true,
  resolvedBy: { select: { fullName: true } },
} as const satisfies Prisma.ReconciliationBreakSelect;

type StoredBreak = Prisma.ReconciliationBreakGetPayload<{ select: typeof BREAK }>;

type DayReader = Pick<ReadDb, "reconciliationRun" | "reconciliationBreak" | "reconciliationCertificate"> | Tx;

/** The newest run of a day, its breaks that are there still, and whether it is signed off; no run where there is none. */
export async function readDay(db: DayReader, { day }: OneDay) {
  const on = new Date(day);
  const [run, runs, breaks, signed] = await Promise.all([
    db.reconciliationRun.findFirst({
      where: { day: on },
      orderBy: [{ at: "desc" }, { id: "desc" }],
      select: {
        id: true,
        at: true,
        payments: true,
        isWhole: true,
        unanswered: true,
        totals: true,
        by: { select: { fullName: true } },
      },
    }),
    db.reconciliationRun.count({ where: { day: on } }),
    db.reconciliationBreak.findMany({
      where: { day: on, goneAt: null },
      orderBy: [{ foundAt: "asc" }, { ref: "asc" }],
      select: BREAK,
    }),
    db.reconciliationCertificate.findUnique({
      where: { day: on },
      select: { signedAt: true, digest: true, signedBy: { select: { fullName: true } } },
    }),
  ]);
  return {
    day,
    runs,
    run: run && { ...run, by: run.by?.fullName ?? null, totals: run.totals as unknown as MovedTotals[] },
    breaks: breaks.map(toBreak),
    signed: signed && { at: signed.signedAt, by: signed.signedBy.fullName, digest: signed.digest },
  };
}

function toBreak({ cause, resolution, lines, deltaCents, resolvedBy, ...row }: StoredBreak) {
  const moved = lines as unknown as Movement[];
  return {
    ...row,
    deltaCents: Number(deltaCents),
    cause: BREAK_CAUSE_NAMES.find((name) => name === cause) ?? ("SOMETHING_ELSE" satisfies BreakCause),
    resolution: RESOLUTION_NAMES.find((name) => name === resolution) ?? null,
    resolvedBy: resolvedBy?.fullName ?? null,
    lines: moved,
    cents: centsBySystem(moved),
  };
}

/** What each system has of a payment, in cents; null of one that has nothing. */
function centsBySystem(
  lines: readonly Movement[],
): BreakFacts["cents"] & Record<FundingSystem, number | null> {
  const [giggle, ledger, payliance] = FUNDING_SYSTEMS.map((system) => {
    const own = lines.filter(({ sourceSystem }) => sourceSystem === system);
    return own.length === 0 ? null : own.reduce((sum, each) => sum + (each.disbursementAmountCents ?? 0), 0);
  });
  return { giggle: giggle ?? null, ledger: ledger ?? null, payliance: payliance ?? null };
}

export type ReconciledDay = Awaited<ReturnType<typeof readDay>>;
export type ReconciledBreak = ReconciledDay["breaks"][number];
