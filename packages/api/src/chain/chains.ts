import type { Database, ReadDb } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { AUDIT_CHAIN } from "./audit-chain.ts";
import { linkCommitted } from "./chain.ts";
import { LEDGER_CHAIN } from "./ledger-chain.ts";
import { CHAIN_FINDINGS, type ChainFinding, verifyChain } from "./verify-chain.ts";

/** Links what was committed of the audit and of the ledger; returns how many rows. */
export const linkChains = async (services: { db: Database; vault: Vault }): Promise<number> =>
  (await linkCommitted(AUDIT_CHAIN, services)) + (await linkCommitted(LEDGER_CHAIN, services));

export type FoundInChain =
  | (ChainFinding<bigint> & { chain: "audit" })
  | (ChainFinding<string> & { chain: "ledger" });

/** Holds audit and ledger against what was written, as `verifyChain` does. */
export async function verifyChains(db: ReadDb, vault: Vault): Promise<FoundInChain[]> {
  const audit = await verifyChain(AUDIT_CHAIN, db, vault);
  const ledger = await verifyChain(LEDGER_CHAIN, db, vault);
  return [
    ...audit.map((finding) => ({ ...finding, chain: "audit" as const })),
    ...ledger.map((finding) => ({ ...finding, chain: "ledger" as const })),
  ];
}

/** A finding as it is told: "Event 7 is not what was written." */
export const findingText = ({ chain, id, what }: FoundInChain): string =>
  `${chain === "audit" ? "Event" : "Ledger transaction"} ${id} ${CHAIN_FINDINGS[what]}.`;
