import type {
  BusinessVerification,
  VerifiedBusiness,
  VerifiedLien,
} from "@countinghouse/providers/business-verification";
import { ProviderError, type ProviderErrorKind } from "@countinghouse/providers/provider-error";
import { LIEN_FAILED, REGISTRATION_FAILED } from "@countinghouse/validators/business-rules";
import { lienFacts, nextCheck, verifiedAddress } from "../businesses/rules.ts";
import { type Command, createCommand } from "../command.ts";
import type { Services } from "../context.ts";
import { BusinessMessage } from "./business-message.ts";
import type { Claimed, Delivery } from "./deliver.ts";
import { holdLeases, type Leased, LeaseLost, leaseFrom, MOST_ATTEMPTS, renewLeases } from "./lease.ts";

type AskingServices = Pick<Services, "db" | "vault" | "now">;

/** Somebody waits for the list to say what came of it: after this many tries, within a minute, it has failed. */
const MOST_TRIES = 4;
const TOO_MANY_REQUESTS = 429;
/** What a person may try again is not left to an outbox that has given it up. */
const LAST_ATTEMPT = MOST_ATTEMPTS - 1;

interface Attempt extends Leased {
  services: AskingServices;
  verification: BusinessVerification;
}

/**
 * Registers businesses and has liens filed. The verifier takes one business once; a second lien it would take too, so that
 * before a repeat the liens it has are looked through. What it refuses, and what it does not answer for a minute, has
 * failed in words that the list shows; a person may try it again.
 */
export const deliverBusinesses = (
  services: AskingServices,
  verification: BusinessVerification,
  claimed: Claimed[],
): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, attempts, payload }) => {
      try {
        const attempt = { services, verification, id, attempts };
        return { id, receipt: await ask(attempt, BusinessMessage.parse(payload)) };
      } catch (error) {
        return { id, error };
      }
    }),
  );

const ask = (attempt: Attempt, message: BusinessMessage): Promise<string> =>
  message.kind === "business.register" ? registerOnce(attempt, message) : fileOnce(attempt, message.lienId);

interface Registration {
  userId: number;
  batchId: string;
}

async function registerOnce(attempt: Attempt, registration: Registration): Promise<string> {
  const { db, vault } = attempt.services;
  const { userId, batchId } = registration;
  const business = await db.read.business.findUniqueOrThrow({
    where: { userId },
    include: { user: { select: { einSealed: true } } },
  });
  const isOurs = business.batchId === batchId && business.businessId === null && business.error === "";
  if (!isOurs) return business.businessId ?? "";
  const { einSealed } = business.user;
  try {
    const told = await attempt.verification.createBusiness({
      externalId: business.externalId,
      name: business.name,
      taxId: einSealed && vault.open({ table: "users", column: "ein_sealed", rowId: userId }, einSealed),
      phone: business.phone || null,
      person: business.person || null,
      address: verifiedAddress(business),
    });
    await keepRegistered(attempt, registration, told);
    return told.id;
  } catch (error) {
    const failure = finalFailure(error, attempt);
    await keepUnregistered(attempt, registration, failure.message);
    throw failure;
  }
}

function keepRegistered(attempt: Attempt, { userId, batchId }: Registration, told: VerifiedBusiness) {
  const spec = { action: "businesses.registered", capability: null, input: { requestId: attempt.id } };
  return commandOf(attempt)(spec, async ({ tx, now }) => {
    const facts = { businessId: told.id, status: told.status };
    await tx.business.updateMany({
      where: { userId, batchId },
      data: { ...facts, error: "", nextCheckAt: nextCheck(now, now), updatedAt: now },
    });
    return { result: null, audit: { subject: { type: "business", id: userId }, after: facts } };
  });
}

function keepUnregistered(attempt: Attempt, { userId, batchId }: Registration, error: string) {
  const spec = { action: "businesses.notRegistered", capability: null, input: { requestId: attempt.id } };
  return commandOf(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const facts = { status: REGISTRATION_FAILED, error };
    await tx.business.updateMany({ where: { userId, batchId }, data: { ...facts, updatedAt: now } });
    return { result: null, audit: { subject: { type: "business", id: userId }, after: facts } };
  });
}

const readLien = ({ services }: Attempt, id: string) =>
  services.db.read.businessLien.findUniqueOrThrow({ where: { id }, include: { business: true } });

type Lien = Awaited<ReturnType<typeof readLien>>;

async function fileOnce(attempt: Attempt, lienId: string): Promise<string> {
  const lien = await readLien(attempt, lienId);
  if (lien.vendorId !== null || lien.status === LIEN_FAILED) return lien.vendorId ?? "";
  try {
    const businessId = knownId(lien);
    const told = (await findFiled(attempt, businessId, lien)) ?? (await fileLien(attempt, businessId, lien));
    await keepFiled(attempt, lien, told);
    return told.id;
  } catch (error) {
    const failure = finalFailure(error, attempt);
    await keepUnfiled(attempt, lien, failure.message);
    throw failure;
  }
}

/** The business may have been lost at the verifier meanwhile, and be on its way there anew. */
function knownId({ business }: Lien): string {
  if (business.businessId !== null) return business.businessId;
  throw withoutVendor("unavailable", "The verifier does not know this business yet.");
}

/**
 * The lien as an earlier attempt filed it, or null. Which liens are there before the first attempt is written down, so
 * that no other one is taken for it.
 */
async function findFiled(attempt: Attempt, businessId: string, lien: Lien): Promise<VerifiedLien | null> {
  const there = await attempt.verification.liens(businessId);
  if (lien.askedAt === null) {
    await keepAsked(attempt, lien, there);
    return null;
  }
  const before = new Set(lien.knownLienIds);
  const filed = there.find(
    ({ id, state, status, filedByOthers }) =>
      !before.has(id) && state === lien.state && status !== "closed" && !filedByOthers,
  );
  return filed ?? null;
}

/** A worker that was frozen since it looked, while another one filed, does not file as well. */
async function fileLien(attempt: Attempt, businessId: string, lien: Lien): Promise<VerifiedLien> {
  const { services, verification, attempts } = attempt;
  // Of a last attempt nobody would look for what came of it.
  if (attempts >= LAST_ATTEMPT)
    throw withoutVendor("unavailable", "The verifier has not answered for more than a day.");
  await renewLeases(services, [attempt], verification.settleMs);
  return verification.fileLien(businessId, {
    state: lien.state,
    debtor: { name: lien.business.name, address: verifiedAddress(lien.business) },
    collateral: null,
    principalCents: lien.principalCents === null ? null : Number(lien.principalCents),
  });
}

function keepAsked(attempt: Attempt, { id }: Lien, there: VerifiedLien[]) {
  const spec = { action: "businesses.fileLien", capability: null, input: { requestId: attempt.id } };
  return commandOf(attempt)(spec, async ({ tx, now }) => {
    const knownLienIds = there.map((lien) => lien.id);
    await tx.businessLien.update({ where: { id }, data: { askedAt: now, knownLienIds } });
    return { result: null, audit: { subject: { type: "business_lien", id }, after: { knownLienIds } } };
  });
}

function keepFiled(attempt: Attempt, { id, userId }: Lien, told: VerifiedLien) {
  const spec = { action: "businesses.lienTaken", capability: null, input: { requestId: attempt.id } };
  return commandOf(attempt)(spec, async ({ tx, now }) => {
    const facts = lienFacts(told);
    await tx.businessLien.update({ where: { id }, data: { ...facts, updatedAt: now } });
    await tx.business.update({ where: { userId }, data: { nextCheckAt: nextCheck(now, now) } });
    const { vendorId, status } = facts;
    return { result: null, audit: { subject: { type: "business_lien", id }, after: { vendorId, status } } };
  });
}

function keepUnfiled(attempt: Attempt, { id }: Lien, error: string) {
  const spec = { action: "businesses.lienNotTaken", capability: null, input: { requestId: attempt.id } };
  return commandOf(attempt)(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const facts = { status: LIEN_FAILED, error };
    await tx.businessLien.updateMany({ where: { id, vendorId: null }, data: { ...facts, updatedAt: now } });
    return { result: null, audit: { subject: { type: "business_lien", id }, after: facts } };
  });
}

const commandOf = ({ services }: Attempt): Command =>
  createCommand({ ...services, wakeOutbox: () => {} }, { kind: "job", name: "outbox" });

/**
 * The error as the end of the matter. Throws it as it is when the step is to be tried again: its outcome is unknown, or it
 * was not done and there are tries left; or when it is another worker's by now.
 */
function finalFailure(error: unknown, { attempts }: Attempt): ProviderError {
  if (error instanceof LeaseLost) throw error;
  const isLate = attempts >= MOST_TRIES;
  if (!(error instanceof ProviderError)) {
    if (!isLate) throw error;
    return withoutVendor("refused", "What is sent could not be put together.", error);
  }
  const { kind, provider, message, status, vendorCode } = error;
  const mayGoOn = kind === "unknown" || (kind === "unavailable" && (!isLate || status === TOO_MANY_REQUESTS));
  if (mayGoOn && attempts < LAST_ATTEMPT) throw error;
  return new ProviderError({ kind: "refused", provider, message, status, vendorCode, cause: error });
}

/** An error of our own making. */
const withoutVendor = (kind: ProviderErrorKind, message: string, cause?: unknown): ProviderError =>
  new ProviderError({ kind, provider: "outbox", message, cause });
