import { randomUUID } from "node:crypto";
import type { Prisma, ReadDb, Tx } from "@countinghouse/db";
import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import type { AuditDraft } from "../audit.ts";
import { type CommandDependencies, createCommand } from "../command.ts";
import { DomainError } from "../errors.ts";
import { matchLiens } from "./match-liens.ts";
import { lienFacts, nextCheck } from "./rules.ts";

const JOB = { kind: "job", name: "business-verification" } as const;

/**
 * Holds the liens that the verifier lists of a user's business against those kept here, and keeps what differs: one that can
 * only have come of a filing of unknown outcome becomes that filing's, any other that is not known is kept for a person to
 * decide about. Writes nothing where nothing differs. Of two who do it at once the second finds it done.
 */
export async function accountForLiens(
  services: CommandDependencies,
  userId: number,
  told: readonly VerifiedLien[],
): Promise<void> {
  const { db } = services;
  if (isNothing(compareLiens(await readKept(db.read, userId), told))) return;
  const spec = {
    action: "businesses.accountForLiens",
    capability: null,
    input: { requestId: randomUUID(), userId },
  } as const;
  const kept = createCommand(services, JOB)(spec, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT 1 FROM business WHERE user_id = ${userId} FOR UPDATE`;
    const findings = compareLiens(await readKept(tx, userId), told);
    const [first, ...rest] = await keep(tx, userId, findings, now);
    if (!first) throw new DomainError("CONFLICT", "This is already recorded.");
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    return { result: null, audit: [first, ...rest] };
  });
  await kept.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "CONFLICT")) throw error;
  });
}

async function readKept(db: ReadDb | Tx, userId: number) {
  const liens = await db.businessLien.findMany({ where: { userId } });
  const unmatched = await db.unmatchedLien.findMany({ where: { userId } });
  const others = await db.othersLien.findMany({ where: { userId } });
  return { liens, unmatched, others };
}

type Kept = Awaited<ReturnType<typeof readKept>>;
type Facts = ReturnType<typeof toLienFacts>;

interface Findings {
  match: { lienId: string; told: VerifiedLien } | null;
  /** Not seen before, or settled once and there again. */
  found: VerifiedLien[];
  /** Seen before, with what is new about them. */
  changed: { vendorId: string; before: string; facts: Facts }[];
  /** Liens of other creditors that are new, or of which something is. */
  others: VerifiedLien[];
}

const isNothing = ({ match, found, changed, others }: Findings): boolean =>
  match === null && found.length + changed.length + others.length === 0;

function compareLiens({ liens, unmatched: seen, others }: Kept, told: readonly VerifiedLien[]): Findings {
  const open = seen.filter(({ settledAt }) => settledAt === null);
  // What a person had terminated is not taken for ours by itself any more.
  const decided = vendorIds(open.filter(({ terminationAskedAt }) => terminationAskedAt !== null));
  const { match, unmatched } = matchLiens(
    liens,
    told.filter(({ id }) => !decided.has(id)),
  );
  const known = vendorIds(open);
  const changed = open.flatMap((one) => {
    const now = told.find(({ id }) => id === one.vendorId);
    if (!now || now.id === match?.told.id) return [];
    const facts = toLienFacts(now);
    return isSame(one, facts) ? [] : [{ vendorId: one.vendorId, before: one.status, facts }];
  });
  return {
    match,
    found: unmatched.filter(({ id }) => !known.has(id)),
    changed,
    others: told.filter((lien) => lien.filedByOthers && isNews(others, lien)),
  };
}

/** Returns true for a lien of another creditor that is new or changed. A lien that is already closed does not count. */
function isNews(others: Kept["others"], told: VerifiedLien): boolean {
  const kept = others.find(({ vendorId }) => vendorId === told.id);
  if (kept === undefined) return told.status !== "closed";
  return kept.status !== told.status || kept.fileNumber !== (told.fileNumber ?? "");
}

const vendorIds = (liens: readonly { vendorId: string }[]) => new Set(liens.map(({ vendorId }) => vendorId));

/** What is kept of a lien that is not known here. */
function toLienFacts(told: VerifiedLien) {
  const { vendorId: _vendorId, error: _error, status: _status, ...facts } = lienFacts(told);
  return { state: told.state, status: told.status, ...facts };
}

type SeenLien = Kept["unmatched"][number];

const isSame = (seen: SeenLien, facts: Facts): boolean =>
  seen.status === facts.status &&
  seen.fileNumber === facts.fileNumber &&
  seen.documentId === facts.documentId &&
  seen.filedOn?.getTime() === facts.filedOn?.getTime();

const UNDECIDED = { terminationAskedAt: null, terminationError: "", settledAt: null, settlement: null };

async function keep(tx: Tx, userId: number, findings: Findings, now: Date): Promise<AuditDraft[]> {
  const { match, found, changed, others } = findings;
  const events: AuditDraft[] = [];
  if (match) events.push(await adoptInto(tx, match.lienId, match.told, now));
  for (const lien of found) {
    const vendorId = lien.id;
    const kept = { userId, ...toLienFacts(lien), foundAt: now, updatedAt: now, ...UNDECIDED };
    await tx.unmatchedLien.upsert({ where: { vendorId }, create: { vendorId, ...kept }, update: kept });
    events.push({
      subject: unmatchedLienSubject(vendorId),
      after: { userId, state: lien.state, status: lien.status },
    });
  }
  for (const { vendorId, before, facts } of changed) {
    const settled = facts.status === "closed" ? settledAs("CLOSED", now) : null;
    await tx.unmatchedLien.update({ where: { vendorId }, data: { ...facts, ...settled, updatedAt: now } });
    events.push({
      subject: unmatchedLienSubject(vendorId),
      before: { status: before },
      after: { status: facts.status, settlement: settled?.settlement ?? null },
    });
  }
  for (const lien of others) {
    const { state, status, fileNumber, filedOn } = toLienFacts(lien);
    const facts = { userId, state, status, fileNumber, filedOn, updatedAt: now };
    await tx.othersLien.upsert({
      where: { vendorId: lien.id },
      create: { vendorId: lien.id, ...facts, foundAt: now },
      update: facts,
    });
    events.push({ subject: { type: "others_lien", id: lien.id }, after: { userId, state, status } });
  }
  return events;
}

/** Makes a lien that the verifier lists that of a filing kept here; returns what the audit is to say. */
async function adoptInto(tx: Tx, lienId: string, told: VerifiedLien, now: Date): Promise<AuditDraft> {
  const facts = lienFacts(told);
  const { status: before } = await tx.businessLien.findUniqueOrThrow({ where: { id: lienId } });
  await tx.businessLien.update({ where: { id: lienId }, data: { ...facts, updatedAt: now } });
  await settleAdopted(tx, told.id, now);
  const { vendorId, status } = facts;
  return {
    subject: { type: "business_lien", id: lienId },
    before: { status: before },
    after: { vendorId, status },
  };
}

/** A lien that was found before it was known to be ours is no matter of a person's any more. */
export const settleAdopted = (tx: Tx, vendorId: string, now: Date) =>
  tx.unmatchedLien.updateMany({
    where: { vendorId, settledAt: null },
    data: { ...settledAs("ADOPTED", now), updatedAt: now },
  });

/** That nothing is left to do about a lien that was not known here. */
export const settledAs = (settlement: "ADOPTED" | "CLOSED" | "GONE", now: Date) =>
  ({ settledAt: now, settlement }) satisfies Prisma.UnmatchedLienUpdateManyMutationInput;

const unmatchedLienSubject = (id: string) => ({ type: "unmatched_lien", id });
