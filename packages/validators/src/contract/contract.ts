import type { Matter } from "../approvals/rules.ts";
import type { Capability } from "../roles.ts";

/** A procedure that reads. */
export interface Read {
  kind: "read";
  allow: Capability;
  /** A read replica may answer; its data can be a moment behind. */
  fromCopy?: boolean;
}

/** A procedure that writes, without its input: `handle` of the API adds the schema, so a screen loads no zod for this entry. */
export interface Command {
  kind: "command";
  allow: Capability;
  /** The name in the audit. Events and request ids are stored under it: it is never renamed. */
  action: string;
  /** An earlier name under which events and request ids are stored. */
  formerly?: string;
  /** The domains, or single procedures, that the console reads again. */
  affects: readonly string[];
  /** The text of the success message. */
  success?: string;
  /** The approval rules that can hold the command for a second person. */
  matters?: readonly Matter[];
}

/** An audit event that has no procedure: of a job, of a command line, or of a read. Its path is its name in the audit. */
export interface AuditEvent {
  kind: "event";
  /** An earlier name under which events are stored. */
  formerly?: string;
}

/** The entries of a domain, each with its path in the router. */
export type Contract<Name extends string, Entries> = {
  readonly [Verb in keyof Entries & string]: Entries[Verb] & { readonly path: `${Name}.${Verb}` };
};

/** Declares the procedures and audit events of a domain once. Permissions, audit actions, queries to refetch and the tests of all procedures derive from it. */
export function domain<
  const Name extends string,
  const Entries extends Record<string, Read | Command | AuditEvent>,
>(name: Name, entries: Entries): Contract<Name, Entries> {
  const named = Object.entries(entries).map(([verb, entry]) => [verb, { ...entry, path: `${name}.${verb}` }]);
  return Object.fromEntries(named) as Contract<Name, Entries>;
}

export const read = <const Entry extends Omit<Read, "kind">>(entry: Entry) =>
  ({ ...entry, kind: "read" }) as const;

export const command = <const Entry extends Omit<Command, "kind">>(entry: Entry) =>
  ({ ...entry, kind: "command" }) as const;

export const event = <const Entry extends Omit<AuditEvent, "kind">>(entry: Entry) =>
  ({ ...entry, kind: "event" }) as const;

/** The audit events of an export of a domain. */
export const EXPORT_EVENTS = {
  exportStarted: event({}),
  exported: event({}),
  exportStopped: event({}),
} as const;
