import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
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
}: {
  db: Pick<Database, "read">;
  vault: Vault;
  storage: ObjectStorage | null;
}): Promise<ChainReport> {
  const findings = (await verifyChains(db.read, vault)).map(findingText);
  if (storage === null) return { findings, heads: 0, passedOver: 0 };
  try {
    const { findings: cut, forged, compared, passedOver } = await compareHeads({ db, vault, storage });
    const told = cut.map(
      ({ chain, id, what }) =>
        `${chain === "audit" ? "Event" : "Ledger transaction"} ${id} ${CHAIN_FINDINGS[what]}.`,
    );
    const notOurs = forged.map((key) => `The head ${key} was not written by this console.`);
    return { findings: [...findings, ...told, ...notOurs], heads: compared, passedOver };
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
  if ((await db.read.chainCheck.findUnique({ where: { day } })) !== null) return null;
  const report = await reportOnChains({ db, vault, storage: ports.objectStorage });
  const linked = BigInt(await db.read.auditLink.count()) + BigInt(await db.read.ledgerLink.count());
  const [first = ""] = report.findings;
  const data = [{ day, checkedAt: now(), linked, findings: report.findings.length, first }];
  const { count } = await coordinate({ db }, (tx) =>
    tx.chainCheck.createMany({ data, skipDuplicates: true }),
  );
  if (count > 0 && report.findings.length > 0)
    log.error({ findings: report.findings.length, first }, "the audit or the ledger was tampered with");
  return report;
}

const hourInNewYork = (at: Date): number => Number(formatNewYork(at, "dateTime").slice(11, 13));
