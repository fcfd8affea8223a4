import { createHash } from "node:crypto";
import { type Database, HeldUpError } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { NOTHING_SAVED } from "@countinghouse/validators/held-up";
import type { Capability } from "@countinghouse/validators/roles";
import superjson from "superjson";
import { type Actor, type AdminActor, assertAllowed } from "./actor.ts";
import type { ApprovalFacts } from "./approval-gate/facts.ts";
import {
  type Claimed,
  claimApproved,
  doneAsApproved,
  type Gated,
  markStart,
  requireFacts,
  voided,
  waitInstead,
} from "./approval-gate/gate.ts";
import { isGated } from "./approval-gate/gated.ts";
import { whyNotAnswered } from "./approval-gate/replay.ts";
import { type AuditDraft, appendAuditEvents } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { WriteTools } from "./core.ts";
import { DomainError } from "./errors.ts";
import { type OutboxDraft, queueOutbox } from "./outbox/queue.ts";
import { requestKey } from "./request-key.ts";
import type { Vendor } from "./vendors-off.ts";

export interface CommandSpec {
  /** What is done, as it stands in the audit: `notes.create`. */
  action: AuditAction;
  /** What the actor must be allowed to do; null only for what a visitor does before signing in. */
  capability: Capability | null;
  /** The whole input: the same request id with another input is refused. */
  input: { requestId: string };
}

/** The specification of a command that has a contract. */
export const commandSpec = (
  { action, allow }: { action: AuditAction; allow: Capability },
  input: CommandSpec["input"],
): CommandSpec => ({ action, capability: allow, input });

/** What a verb hands back: without an audit event it does not compile. */
export interface Done<Result> {
  result: Result;
  audit: AuditDraft | [AuditDraft, ...AuditDraft[]];
  /** What must happen outside, once this has committed. */
  outbox?: OutboxDraft[];
  /** What the rules of approval are to know of it: owed by every action that they may hold up (`GATED_ACTIONS`). */
  approval?: ApprovalFacts;
}

export type Command = <Result>(
  spec: CommandSpec,
  verb: (tools: WriteTools) => Promise<Done<Result>>,
) => Promise<Result>;

export interface CommandDependencies {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** Called after a commit that queued outbox messages. */
  wakeOutbox: () => void;
  /** Called after each commit. */
  announce?: (() => void) | undefined;
  /** What goes to these is not queued; none without it. */
  vendorsOff?: readonly Vendor[];
}

/**
 * The one door for writes. Refuses without the capability; answers a repeated request id with the first result
 * and refuses it with another input (CONFLICT); else runs the verb, its audit events and its outbox messages in
 * one transaction. A verb that throws leaves nothing behind. Refuses (UNAVAILABLE) when the database gave it up, unless
 * this actor's request has written before, or the same press is under way elsewhere: then nobody may be told that nothing
 * was saved. A verb that the rules of approval hold up is undone and waits (WAITS); in a context that carries the id of an approval
 * it is done once, as it was approved, or not at all (CONFLICT).
 */
export function createCommand(
  dependencies: CommandDependencies,
  actor: Actor,
  approvalId: string | null = null,
): Command {
  const { vendorsOff = [] } = dependencies;
  let hasWritten = false;
  const explained = (error: unknown, isFirstPress: boolean) =>
    error instanceof HeldUpError && isFirstPress && !hasWritten
      ? new DomainError("UNAVAILABLE", NOTHING_SAVED, {}, { cause: error })
      : error;
  return async (spec, verb) => {
    refuseWithoutCapability(actor, spec.capability);
    const { action } = spec;
    const key = requestKey(actor, action, spec.input.requestId);
    const inputHash = hashInput(spec.input);
    let isFirstPress = false;
    const outcome = await dependencies.db
      .unsafeTransaction(async (tx) => {
        const now = dependencies.now();
        const { vault } = dependencies;
        const gated = isGated(action)
          ? { tx, now, vault, vendorsOff, actor: onlyAdmin(actor), action, input: spec.input, inputHash }
          : null;
        const claimed = gated && approvalId !== null ? await claimApproved(gated, approvalId) : null;
        if (claimed === null) {
          const { count } = await tx.commandRequest.createMany({
            data: { ...key, inputHash: vault.secretHash(KEPT_HASH, toHex(inputHash)) },
            skipDuplicates: true,
          });
          if (count === 0) return null;
          isFirstPress = true;
        }
        const done = await doUnlessHeldUp(gated, claimed, () => verb({ tx, now, vendorsOff }));
        if (done instanceof DomainError) return done;
        await queueOutbox(tx, dependencies.vault, now, done.outbox ?? [], vendorsOff);
        await tx.commandRequest.update({
          where: { actor_action_requestId: key },
          data: { result: asJson(done.result) },
        });
        await appendAuditEvents(tx, dependencies.vault, { at: now, ...key, action }, [done.audit].flat());
        return done;
      })
      .catch((error: unknown) => {
        throw explained(error, isFirstPress);
      });
    hasWritten = true;
    if (outcome === null) return replay(dependencies, key, action, inputHash);
    dependencies.announce?.();
    if (outcome instanceof DomainError) {
      dependencies.wakeOutbox();
      throw outcome;
    }
    if (outcome.outbox?.length) dependencies.wakeOutbox();
    return outcome.result;
  };
}

/** What the verb has done, or why it is not done: it waits, or is not what was approved. */
async function doUnlessHeldUp<Result>(
  gated: Gated | null,
  claimed: Claimed | null,
  verb: () => Promise<Done<Result>>,
): Promise<Done<Result> | DomainError> {
  if (gated === null) return verb();
  await markStart(gated.tx);
  try {
    const { result, audit, outbox = [], approval, ...rest } = await verb();
    const facts = requireFacts(gated.action, approval);
    const doing = { result, audit: [audit].flat(), outbox, approval: facts };
    const instead = claimed ? await doneAsApproved(gated, claimed, doing) : await waitInstead(gated, doing);
    return instead ?? { ...rest, result, audit, outbox };
  } catch (error) {
    if (claimed === null || !(error instanceof DomainError)) throw error;
    return voided(gated, claimed, error.message);
  }
}

function onlyAdmin(actor: Actor): AdminActor {
  if (actor.kind === "admin") return actor;
  throw new DomainError("FORBIDDEN", "You must be signed in for this, because it may need a second person.");
}

function refuseWithoutCapability(actor: Actor, capability: Capability | null): void {
  if (capability === null || actor.kind === "job") return;
  if (actor.kind === "visitor") throw new DomainError("UNAUTHORIZED", "Sign in first.");
  assertAllowed(actor, capability);
}

/** The first answer to this key. The insert waited for whoever held it, so what it left is committed. */
async function replay<Result>(
  { db, vault }: Pick<CommandDependencies, "db" | "vault">,
  key: { actor: string; action: string; requestId: string },
  action: AuditAction,
  inputHash: Uint8Array,
): Promise<Result> {
  const first = await db.read.commandRequest.findUniqueOrThrow({ where: { actor_action_requestId: key } });
  // Requests from before the hashes were keyed are kept by the plain one; of old ones none is left, and their id alone tells them.
  const same = [...vault.secretHashes(KEPT_HASH, toHex(inputHash)), inputHash];
  if (first.inputHash.length > 0 && !same.some((hash) => Buffer.compare(first.inputHash, hash) === 0)) {
    throw new DomainError(
      "CONFLICT",
      "This request was already made with other values. Reload and try again.",
    );
  }
  if (first.result === null) throw await whyNotAnswered(db.read, { ...key, action });
  return superjson.deserialize(first.result as unknown as Parameters<typeof superjson.deserialize>[0]);
}

const hashInput = (input: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(canonicalJson(input)).digest());

/** What the hashes of inputs are kept under: a plain one of so few digits as an SSN has would tell them. */
const KEPT_HASH = "command-input";

const toHex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex");

const asJson = (result: unknown) => superjson.serialize(result) as unknown as object;
