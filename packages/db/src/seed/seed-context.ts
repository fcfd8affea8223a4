import type { Vault } from "../vault.ts";
import type { SeedRows } from "./rows.ts";

/** The last id given out, by table. */
export interface SeedIds {
  users: number;
  application: number;
  bankLink: number;
  bankAccount: number;
  card: number;
  balanceRecord: number;
  assetReport: number;
  account: number;
  entry: number;
  schedule: number;
  remark: number;
  decision: number;
  recontract: number;
}

/** What the makers of rows share. */
export interface SeedContext {
  now: Date;
  vault: Vault;
  /** Staff who write notes and record payments. */
  staff: readonly string[];
  rows: SeedRows;
  /** Whether users have documents; in a large database nobody would write their bytes. */
  withFiles: boolean;
  /** Payments that the bank sent back. */
  returned: string[];
  ids: SeedIds;
  /** Ids of the accounts of the ledger that belong to no user, by code. */
  houseAccounts: ReadonlyMap<string, number>;
}
