import type { PaymentKind, PaymentState } from "@countinghouse/db";
import { LOOKED_UP_STATES } from "@countinghouse/validators/payments/states";
import { type RecoveredState, whyNotRelease } from "@countinghouse/validators/recovery/rules";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { readStanding } from "../environment/gate.ts";
import { quotedList } from "../sql-text.ts";
import type { WithRecovery } from "./recovery.ts";

/** A number of payments and what they come to. */
export interface Sum {
  count: number;
  amountCents: number;
}

export interface RecoveredRow {
  key: string;
  paymentId: string;
  userId: number;
  mode: PaymentKind;
  amountCents: number;
  sentAt: Date;
  state: RecoveredState;
  /** Why it is not booked. */
  reason: string;
  /** Of one that can not be booked: who has seen to it, and what was done; null while nobody has. */
  confirmedBy: string | null;
  confirmation: string;
  /** Where the payment stands here; null while it is unknown. */
  paymentState: PaymentState | null;
}

/** As many payments as are shown; the figures count all. */
const MOST_SHOWN = 500;

/** Why nothing goes out and since when, what was found, what came of it, and what keeps it from being released. */
export async function recoveryStatus(ctx: Ctx<Actor, WithRecovery>) {
  const [standing, environment] = await Promise.all([
    readStanding(ctx.db),
    ctx.db.environment.findFirst({ include: { releasedBy: { select: { fullName: true } } } }),
  ]);
  const [{ isVerified } = { isVerified: false }] = await ctx.db.sql<{ isVerified: boolean }>(IS_VERIFIED, []);
  // After a release the page shows what it was released with.
  const releasedAt = standing === "RECOVERY" ? null : (environment?.releasedAt ?? null);
  const [figures, payments, unprocessed, [unsent = NOTHING]] = await Promise.all([
    readFigures(ctx, releasedAt),
    ctx.db.sql<RecoveredRow & Record<string, unknown>>(PAYMENTS, [releasedAt, MOST_SHOWN]),
    ctx.db.processorEvent.count({ where: { stage: { not: null }, deletedAt: null } }),
    ctx.db.sql<Sum & Record<string, unknown>>(UNSENT, []),
  ]);
  const { found, unasked, unconfirmed } = figures;
  return {
    standing,
    reasons: environment?.reasons ?? [],
    since: environment?.recoverySince ?? null,
    problem: environment?.problem ?? "",
    address: environment?.address ?? null,
    /** Where this server is reached. */
    addressHere: ctx.services.recovery.surroundings.address,
    kind: environment?.kind ?? null,
    figures,
    /** Payments that wait here and were never sent: a release cancels them. */
    unsent,
    payments,
    unreadableEntries: environment?.unreadableEntries ?? 0,
    reported: {
      count: environment?.reportedRows ?? 0,
      amountCents: Number(environment?.reportedCents ?? 0n),
    },
    /** Reports that wait on the list of unprocessed ones. */
    unprocessed,
    whyNotRelease: whyNotRelease({
      ...{ standing, isVerified, found: found.count },
      ...{ unasked: unasked.count, unconfirmed: unconfirmed.count },
    }),
    released:
      environment?.releasedAt == null
        ? null
        : {
            at: environment.releasedAt,
            by: environment.releasedBy?.fullName ?? "",
            reason: environment.releaseReason,
          },
  };
}

export type RecoveryStatus = Awaited<ReturnType<typeof recoveryStatus>>;

const FIGURES = [
  "all",
  "found",
  "booked",
  "resolved",
  "unresolved",
  "unasked",
  "refused",
  "unconfirmed",
] as const;
type Figure = (typeof FIGURES)[number];

/** `releasedAt` names the recovery: null for the one that goes on. */
async function readFigures(ctx: Pick<Ctx, "db">, releasedAt: Date | null): Promise<Record<Figure, Sum>> {
  const rows = await ctx.db.sql<Record<string, number>>(COUNT, [releasedAt]);
  const [counted = {}] = rows;
  const sum = (name: Figure): Sum => ({
    count: counted[name] ?? 0,
    amountCents: counted[`${name}Cents`] ?? 0,
  });
  return {
    all: sum("all"),
    found: sum("found"),
    booked: sum("booked"),
    resolved: sum("resolved"),
    unresolved: sum("unresolved"),
    unasked: sum("unasked"),
    refused: sum("refused"),
    unconfirmed: sum("unconfirmed"),
  };
}

const UNRESOLVED = `r.state = 'BOOKED' AND p.state IN ${quotedList(LOOKED_UP_STATES)}`;

const CONDITIONS: Record<Figure, string> = {
  all: "true",
  found: "r.state = 'FOUND'",
  booked: "r.state = 'BOOKED'",
  resolved: `r.state = 'BOOKED' AND p.state NOT IN ${quotedList(LOOKED_UP_STATES)}`,
  unresolved: UNRESOLVED,
  unasked: `${UNRESOLVED} AND p.look_ups = 0`,
  refused: "r.state = 'REFUSED'",
  unconfirmed: "r.state = 'REFUSED' AND r.confirmed_at IS NULL",
};

const PAYMENTS_OF = "FROM recovered_payment r LEFT JOIN payment_intent p ON p.id = r.intent_id";
const OF_THIS = "WHERE r.released_at IS NOT DISTINCT FROM $1::timestamptz";

const COUNT = {
  name: "recovery.figures",
  text: `SELECT ${FIGURES.map(
    (name) => `count(*) FILTER (WHERE ${CONDITIONS[name]})::int AS "${name}",
      coalesce(sum(r.amount_cents) FILTER (WHERE ${CONDITIONS[name]}), 0)::float8 AS "${name}Cents"`,
  ).join(", ")} ${PAYMENTS_OF} ${OF_THIS}`,
};

const PAYMENTS = {
  name: "recovery.payments",
  text: `SELECT r.provider_key AS key, r.intent_id::text AS "paymentId", r.user_id AS "userId", r.kind::text AS mode,
           r.amount_cents::float8 AS "amountCents", r.sent_at AS "sentAt", r.state::text AS state, r.reason,
           CASE WHEN r.confirmed_at IS NOT NULL THEN coalesce(c.full_name, '') END AS "confirmedBy", r.confirmation,
           p.state::text AS "paymentState"
         ${PAYMENTS_OF} LEFT JOIN admin c ON c.id = r.confirmed_by_id ${OF_THIS} ORDER BY r.sent_at DESC, r.provider_key LIMIT $2`,
};

const NOTHING: Sum = { count: 0, amountCents: 0 };

const UNSENT = {
  name: "recovery.unsent",
  text: `SELECT count(*)::int AS count, coalesce(sum(amount_cents), 0)::float8 AS "amountCents"
         FROM payment_intent WHERE state = 'READY'`,
};

const IS_VERIFIED = {
  name: "recovery.isVerified",
  text: `SELECT verified_instance = database_instance() AS "isVerified" FROM environment`,
};
