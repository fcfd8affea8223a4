import { randomUUID } from "node:crypto";
import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { LIEN_FAILED, LIEN_UNCONFIRMED } from "@countinghouse/validators/businesses/rules";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import { coordinate } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import { accountForLiens } from "./account-for-liens.ts";
import { isAwaited, lienFacts, nextCheck, parseBusinessStatus, parseLienStatus } from "./rules.ts";

export type RefreshingServices = Pick<Core, "db" | "vault" | "now" | "wakeOutbox"> &
  WithPorts<"businessVerification">;

const JOB = { kind: "job", name: "business-verification" } as const;
const NOT_FOUND = 404;
/** A lien just filed may be missing in a list; one of which nothing is new for so long is gone when it is missing. */
const MISSING_MS = 24 * 60 * 60_000;
/** A lien that is there may be closed, and a filing given up on may take effect, long after. */
const WATCH_MS = 24 * 60 * 60_000;

/**
 * Asks the verifier how a user's business and its liens stand and keeps what changed. Nothing is written where nothing
 * did, but for when to ask again. A business that the verifier no longer knows is in error; of a lien that it had not filed
 * yet and no longer lists, nothing is known any more. Throws what the verifier's adapter throws.
 */
export async function refreshBusiness(services: RefreshingServices, userId: number): Promise<void> {
  const businessId = (await readRow(services, userId))?.businessId ?? null;
  if (businessId === null) return;
  const reported = await askVerifier(services, businessId);
  await accountForLiens(services, userId, reported.liens);
  const row = await readRow(services, userId);
  if (row?.businessId !== businessId) return;
  const lien = row.liens[0] ?? null;
  const change = {
    business: reported.status === row.status ? null : { status: reported.status, error: reported.error },
    lien: lien && findLienChange(reported, lien, services.now()),
  };
  if (change.business || change.lien) await keep(services, row, lien, change);
  else await askAgain(services, row, lien);
}

const readRow = ({ db }: RefreshingServices, userId: number) =>
  db.read.business.findUnique({
    where: { userId },
    include: {
      liens: { where: { status: { notIn: [LIEN_FAILED, "closed"] } }, take: 1 },
      unmatchedLiens: { where: { settledAt: null }, select: { vendorId: true } },
    },
  });

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;
type Lien = Row["liens"][number];

interface Reported {
  status: string;
  error: string;
  liens: VerifiedLien[];
}

async function askVerifier({ ports }: RefreshingServices, businessId: string): Promise<Reported> {
  const { businessVerification: verification } = ports;
  try {
    const { status } = await verification.business(businessId);
    return { status, error: "", liens: await verification.liens(businessId) };
  } catch (error) {
    if (!(error instanceof ProviderError && error.status === NOT_FOUND)) throw error;
    return { status: "error", error: wordsForStaff(error.message), liens: [] };
  }
}

/** What is new of a lien that the verifier took, or null; of one it never named nothing can be. */
function findLienChange(reported: Reported, lien: Lien, now: Date): LienFacts | LienLoss | null {
  if (lien.vendorId === null) return null;
  const there = reported.liens.find(({ id }) => id === lien.vendorId);
  return there ? findChange(lien, there) : findLoss(reported, lien, now);
}

type LienFacts = ReturnType<typeof lienFacts>;

/** What the verifier tells of a lien that is not kept already, or null. */
function findChange(lien: Lien, reported: VerifiedLien): LienFacts | null {
  const facts = lienFacts(reported);
  const isSame =
    facts.status === lien.status &&
    facts.fileNumber === lien.fileNumber &&
    facts.documentId === lien.documentId &&
    facts.filedOn?.getTime() === lien.filedOn?.getTime();
  if (isSame) return null;
  // The verifier does not know of a continuation.
  return lien.continuedOn === null ? facts : { ...facts, lapsesOn: lien.lapsesOn };
}

/** What becomes of a lien that is gone, with its business or alone: filed, it stays so with the state, else nothing is known. */
function findLoss({ status, error }: Reported, lien: Lien, now: Date): LienLoss | null {
  const isMissing = now.getTime() - lien.updatedAt.getTime() > MISSING_MS;
  if (lien.status === "filed" || lien.status === LIEN_UNCONFIRMED || (status !== "error" && !isMissing))
    return null;
  const why = status === "error" ? error : "The verifier no longer lists this lien.";
  const sentAt = lien.sentAt ?? lien.createdAt;
  return { status: LIEN_UNCONFIRMED, error: why, documentId: null, sentAt };
}

interface LienLoss {
  status: typeof LIEN_UNCONFIRMED;
  error: string;
  documentId: null;
  sentAt: Date;
}

interface Change {
  business: { status: string; error: string } | null;
  lien: LienFacts | LienLoss | null;
}

/** Of two who were told the same, the second finds it kept. */
async function keep(
  services: RefreshingServices,
  row: Row,
  lien: Lien | null,
  change: Change,
): Promise<void> {
  const { userId, businessId, status } = row;
  const input = { requestId: randomUUID(), userId };
  const spec = { action: "businesses.refresh", capability: null, input } as const;
  const kept = createCommand(services, JOB)(spec, async ({ tx, now }) => {
    const { count } = await tx.business.updateMany({
      where: { userId, businessId, status },
      data: { ...change.business, updatedAt: now, nextCheckAt: checkAfter(now, row, lien, change, now) },
    });
    const liens =
      lien && change.lien
        ? await tx.businessLien.updateMany({
            where: { id: lien.id, status: lien.status },
            data: { ...change.lien, updatedAt: now },
          })
        : null;
    if (count === 0 || liens?.count === 0) throw new DomainError("CONFLICT", "This is already recorded.");
    return {
      result: null,
      audit: {
        subject: { type: "business", id: userId },
        before: { status, lienStatus: lien?.status ?? null },
        after: {
          status: change.business?.status ?? status,
          lienStatus: change.lien?.status ?? lien?.status ?? null,
        },
      },
    };
  });
  await kept.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "CONFLICT")) throw error;
  });
}

function askAgain(services: RefreshingServices, row: Row, lien: Lien | null): Promise<unknown> {
  const { userId, businessId, updatedAt } = row;
  const since = lien && lien.updatedAt > updatedAt ? lien.updatedAt : updatedAt;
  const nextCheckAt = checkAfter(services.now(), row, lien, { business: null, lien: null }, since);
  return coordinate(services, (tx) =>
    tx.business.updateMany({ where: { userId, businessId }, data: { nextCheckAt } }),
  );
}

function checkAfter(now: Date, row: Row, lien: Lien | null, change: Change, since: Date): Date | null {
  const { status, documentId } = change.lien ?? lien ?? { status: null, documentId: null };
  const awaited = isAwaited(
    parseBusinessStatus(change.business?.status ?? row.status),
    status === null ? null : { status: parseLienStatus(status), documentId },
  );
  if (awaited) return nextCheck(now, since);
  const isWatched = row.unmatchedLiens.length > 0 || (status !== null && status !== "closed");
  return isWatched ? new Date(now.getTime() + WATCH_MS) : null;
}
