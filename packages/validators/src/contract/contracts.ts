import { notes } from "../notes/contract.ts";
import type { Command, Read } from "./contract.ts";

/** The contracts of all domains that have one. */
export const CONTRACTS = { notes } as const;

type Contracts = typeof CONTRACTS;
type EntryOf<Domain> = Domain[keyof Domain];
type AllEntries = EntryOf<{ [Name in keyof Contracts]: EntryOf<Contracts[Name]> }>;

/** The audit action of any command with a contract. */
export type ContractAction = Extract<AllEntries, { action: string }>["action"];

type AnyEntry = (Read | Command) & { path: string };

export const ENTRIES: readonly AnyEntry[] = Object.values(CONTRACTS).flatMap((contract) =>
  Object.values(contract),
);
