import { randomUUID } from "node:crypto";
import type { EnvironmentKind, Prisma, RecoveryReason, Tx } from "@countinghouse/db";
import type { Core } from "../core.ts";
import { coordinate, type Written } from "../job-writes.ts";
import type { SentJournal } from "./journal.ts";
import { lookFirst, settleWaiting } from "./settle.ts";

/** What a process is set up for. */
export interface Surroundings {
  /** SANDBOX where a processor is on this machine. */
  kind: EnvironmentKind;
  /** PUBLIC_URL as `environmentAddress` tells it. */
  address: string;
}

/** The environment as the database has it, and what the database is now. */
export interface Environment {
  id: string;
  kind: EnvironmentKind;
  address: string;
  verifiedInstance: string;
  verifiedAt: Date;
  state: "NORMAL" | "RECOVERY";
  unreadableEntries: number;
  /** When somebody released it last. */
  releasedAt: Date | null;
  /** What `database_instance()` says now. */
  instance: string;
  /** When this database last sent a payment to a processor. */
  lastSentAt: Date | null;
}

/** A server that is set up for the other kind of processors than the database was used with. */
export class WrongEnvironment extends Error {
  constructor(kind: EnvironmentKind) {
    super(
      kind === "PRODUCTION"
        ? "This database is production's: it is not used with processors on this machine."
        : "This database was used with a sandbox: it is not used with real processors.",
    );
  }
}

/** An address as it is compared: on this machine ports come and go. */
export function environmentAddress(publicUrl: string, isLoopback: boolean): string {
  return isLoopback ? "this machine" : new URL(publicUrl).origin;
}

/**
 * The environment of this database, written where it has none yet: with the journal that lies here already, where
 * customers were in the database before, else with a new one. Throws WrongEnvironment, and what the storage throws.
 */
export async function openEnvironment(
  { db, now }: Pick<Core, "db" | "now">,
  journal: SentJournal,
  surroundings: Surroundings,
): Promise<Environment> {
  const known = await coordinate({ db }, readEnvironment);
  const environment = known ?? (await firstStart({ db, now }, journal, surroundings));
  if (environment.kind !== surroundings.kind) throw new WrongEnvironment(environment.kind);
  return environment;
}

async function firstStart(
  { db, now }: Pick<Core, "db" | "now">,
  journal: SentJournal,
  { kind, address }: Surroundings,
): Promise<Environment> {
  const isUsed = (await db.read.user.findFirst({ select: { id: true } })) !== null;
  const [left] = isUsed ? await journal.environments() : [];
  return coordinate({ db }, async (tx) => {
    const verifiedAt = (await lastSentAt(tx)) ?? (left === undefined ? now() : new Date(0));
    await tx.environment.createMany({
      data: { id: left ?? randomUUID(), kind, address, verifiedAt },
      skipDuplicates: true,
    });
    const environment = await readEnvironment(tx);
    if (environment === null) throw new Error("The environment was not written down.");
    return environment;
  });
}

async function lastSentAt(tx: Tx): Promise<Date | null> {
  const { _max } = await tx.paymentAttempt.aggregate({
    where: { provider: { in: ["payliance", "tabapay"] } },
    _max: { sentAt: true },
  });
  return _max.sentAt;
}

async function readEnvironment(tx: Tx): Promise<Environment | null> {
  const [row] = await tx.$queryRaw<Omit<Environment, "lastSentAt">[]>`
    SELECT id::text AS id, kind::text AS kind, address, verified_instance AS "verifiedInstance",
      verified_at AS "verifiedAt", state::text AS state, unreadable_entries AS "unreadableEntries",
      released_at AS "releasedAt",
      database_instance() AS instance
    FROM environment`;
  return row === undefined ? null : { ...row, lastSentAt: await lastSentAt(tx) };
}

/** Thrown to a comparison that somebody's release has overtaken. */
class ReleasedMeanwhile extends Error {
  override readonly name = "ReleasedMeanwhile";

  constructor() {
    super("The console was released in the meantime and is compared again.");
  }
}

/** Whether what was verified was in another cluster, or another database of this one: this one is a copy of it. */
function isOtherDatabase(verified: string, now: string): boolean {
  const place = (instance: string) => instance.split(" ").slice(0, 2).join(" ");
  return verified !== "" && place(verified) !== place(now);
}

/** What a comparison found. */
export interface Findings {
  /** `Environment.releasedAt` as it was when the comparison began. */
  releasedAt: Date | null;
  reasons: readonly RecoveryReason[];
  /** What the database was when all of it was compared; null where the processors were not asked. */
  instance: string | null;
  /** Why not all of it could be compared; empty where it was. */
  problem: string;
  unreadableEntries: number;
  reported: { rows: number; amountCents: number } | null;
}

/**
 * Keeps what a comparison found, in one go: nobody sees a database verified that has just gone into recovery. Throws
 * ReleasedMeanwhile, and keeps nothing, where it was released since the comparison began: what that found is dealt with.
 */
export async function saveFindings(tx: Tx, findings: Findings, at: Date): Promise<Written<null>> {
  const { reasons, instance, problem, unreadableEntries, reported, releasedAt } = findings;
  await tx.$executeRaw`SELECT 1 FROM environment FOR UPDATE`;
  const before = await tx.environment.findFirstOrThrow();
  if (before.releasedAt?.getTime() !== releasedAt?.getTime()) throw new ReleasedMeanwhile();
  const all = [...new Set([...before.reasons, ...reasons])];
  const isInRecovery = all.length > 0;
  const data: Prisma.EnvironmentUpdateInput = {
    problem,
    ...(instance !== null && { verifiedInstance: instance }),
    ...(reported !== null && { reportedRows: reported.rows, reportedCents: reported.amountCents }),
    ...(isInRecovery
      ? { state: "RECOVERY", reasons: all, recoverySince: before.recoverySince ?? at }
      : instance !== null && { verifiedAt: at }),
    ...((isInRecovery || instance !== null) && { unreadableEntries }),
  };
  await tx.environment.update({ where: { id: before.id }, data });
  if (!isInRecovery && instance !== null && isOtherDatabase(before.verifiedInstance, instance)) {
    const event = {
      subject: { type: "environment", id: before.id },
      before: { instance: before.verifiedInstance },
      after: { instance, ...(await settleWaiting(tx, at)) },
    };
    return { result: null, audit: { action: "recovery.restored", requestId: randomUUID(), events: [event] } };
  }
  if (!isInRecovery && instance !== null && before.verifiedInstance !== instance) await lookFirst(tx);
  if (!isInRecovery || all.length === before.reasons.length) return { result: null, audit: null };
  const event = {
    subject: { type: "environment", id: before.id },
    before: { state: before.state, reasons: before.reasons },
    after: { state: "RECOVERY", reasons: all },
  };
  return { result: null, audit: { action: "recovery.enter", requestId: randomUUID(), events: [event] } };
}
