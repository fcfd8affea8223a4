import { approvals } from "../approvals/contract.ts";
import { ledger } from "../ledger/contract.ts";
import { notes } from "../notes/contract.ts";
import { payments } from "../payments/contract.ts";
import { users } from "../users/contract.ts";
import type { AuditEvent, Command, Read } from "./contract.ts";

/** The contracts of all domains that have one. */
const CONTRACTS = { approvals, ledger, notes, payments, users } as const;

type Contracts = typeof CONTRACTS;
type EntryOf<Domain> = Domain[keyof Domain];
type AllEntries = EntryOf<{ [Name in keyof Contracts]: EntryOf<Contracts[Name]> }>;

/** The audit action of any command or event with a contract. */
export type ContractAction =
  | Extract<AllEntries, { action: string }>["action"]
  | Extract<AllEntries, { kind: "event" }>["path"];

/** The audit action of any command with a contract that the approval rules can hold. */
export type HeldContractAction = Extract<AllEntries, { matters: readonly string[] }>["action"];

type AnyEntry = (Read | Command | AuditEvent) & { path: string };

const ALL: readonly AnyEntry[] = Object.values(CONTRACTS).flatMap((contract): AnyEntry[] =>
  Object.values(contract),
);

/** The procedures of all contracts. */
export const ENTRIES = ALL.filter((entry) => entry.kind !== "event");

/** The audit actions of all contracts, each with its earlier name, and whether the approval rules can hold it. */
export const ACTIONS = ALL.flatMap((entry) => {
  if (entry.kind === "read") return [];
  const { formerly = null } = entry;
  return entry.kind === "event"
    ? [{ action: entry.path, formerly, isHeld: false }]
    : [{ action: entry.action, formerly, isHeld: entry.matters !== undefined }];
});
