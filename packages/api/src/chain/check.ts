import type { Database, ReadDb } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { canonicalJson } from "../canonical-json.ts";
import type { Core } from "../core.ts";
import { readGate, recoveryStanding } from "../environment/gate.ts";
import { coordinate } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import { findingText, verifyChains } from "./chains.ts";
import { compareHeads, keepHeads } from "./heads.ts";
import { CHAIN_FINDINGS } from "./verify-chain.ts";

/** From this hour on in New York, when few work. */
const CHECKED_FROM_HOUR = 3;

/** What was found wrong, in a sentence each, and against how many kept heads the chains were held. */
export interface ChainReport {
  findings: string[];
  heads: number;
  passedOver: number;
}

/** Verifies both chains, and holds them against the heads that were kept of them where a storage is given. */
export async function reportOnChains({
  db,
  vault,
  storage,
  now,
}: {
  db: Pick<Database, "read">;
  vault: Vault;
  storage: ObjectStorage | null;
  now: () => Date;
}): Promise<ChainReport> {
  const findings = (await verifyChains(db.read, vault)).map(findingText);
  if (storage === null) return { findings, heads: 0, passedOver: 0 };
  try {
    const compare = await compareHeads({ db, vault, storage }, now());
    const { findings: cut, forged, missing, compared, passedOver } = compare;
    const told = cut.map(
      ({ chain, id, what }) =>
        `${chain === "audit" ? "Event" : "Ledger transaction"} ${id} ${CHAIN_FINDINGS[what]}.`,
    );
    const notOurs = forged.map((key) => `The head ${key} was not written by this console.`);
    return { findings: [...findings, ...told, ...notOurs, ...missing], heads: compared, passedOver };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return {
      findings: [...findings, `The heads could not be read: ${error.message}`],
      heads: 0,
      passedOver: 0,
    };
  }
}

type CheckServices = Core & WithPorts<"objectStorage">;

/**
 * What a worker does with the chains beside linking them: keeps their heads each minute, and checks them once a night. Of a database
 * that is in recovery, or was not compared yet, no head is kept: it may be a copy, started with the files of the one it is of.
 */
export function createChainKeeper(services: CheckServices) {
  let keptLast: string | null = null;
  return {
    keepHeads: async (): Promise<void> => {
      const { db, vault, ports, now } = services;
      if (recoveryStanding(await coordinate({ db }, readGate)) !== "NORMAL") return;
      keptLast = await keepHeads({ db, vault, storage: ports.objectStorage }, now(), keptLast);
    },
    checkNightly: () => checkNightly(services),
  };
}

/** Whoever comes first in the night checks; what is found is an error in the log and stands on the System page. */
export async function checkNightly(services: CheckServices): Promise<ChainReport | null> {
  const { db, vault, ports, now, log } = services;
  const day = new Date(newYorkDate(now()));
  if (hourInNewYork(now()) < CHECKED_FROM_HOUR) return null;
  const before = await db.read.chainCheck.findUnique({ where: { day } });
  if (before !== null && isSignedCheck(vault, before)) return null;
  const report = await reportOnChains({ db, vault, storage: ports.objectStorage, now });
  const linked = BigInt(await db.read.auditLink.count()) + BigInt(await db.read.ledgerLink.count());
  const [first = ""] = report.findings;
  const check = { day, checkedAt: now(), linked, findings: report.findings.length, first };
  const row = { ...check, ...vault.sign(CHECK, checkText(check)) };
  const { count } = await coordinate({ db }, async (tx) => {
    // A row that the console did not sign is no check.
    if (before !== null) await tx.chainCheck.deleteMany({ where: { day, checkedAt: before.checkedAt } });
    return tx.chainCheck.createMany({ data: [row], skipDuplicates: true });
  });
  if (count > 0 && report.findings.length > 0)
    log.error({ findings: report.findings.length, first }, "the audit or the ledger was tampered with");
  return report;
}

const CHECK = "chain-check";

interface Check {
  day: Date;
  checkedAt: Date;
  linked: bigint;
  findings: number;
  first: string;
}

interface StoredCheck extends Check {
  keyId: string | null;
  mac: Uint8Array | null;
}

const checkText = ({ day, checkedAt, linked, findings, first }: Check): string =>
  canonicalJson({
    day: day.toISOString(),
    checkedAt: checkedAt.toISOString(),
    linked: String(linked),
    findings,
    first,
  });

function isSignedCheck(vault: Vault, { keyId, mac, ...check }: StoredCheck): boolean {
  if (keyId === null || mac === null) return false;
  return vault.isSigned({ keyId, mac: Uint8Array.from(mac) }, CHECK, checkText(check));
}

/** So many records are looked at; more of later days were not written by the console. */
const LOOKED_AT = 30;

/** The last nightly check that the console wrote down, or null. */
export async function lastCheck(
  { db, vault }: { db: ReadDb; vault: Vault },
  now: Date,
): Promise<{ checkedAt: Date; findings: number; first: string } | null> {
  const rows = await db.chainCheck.findMany({
    where: { checkedAt: { lte: now } },
    orderBy: { checkedAt: "desc" },
    take: LOOKED_AT,
  });
  const last = rows.find((row) => isSignedCheck(vault, row));
  return last ? { checkedAt: last.checkedAt, findings: last.findings, first: last.first } : null;
}

const hourInNewYork = (at: Date): number => Number(formatNewYork(at, "dateTime").slice(11, 13));
