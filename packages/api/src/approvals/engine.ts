import {
  type ApprovalState,
  APPROVAL_TEXTS as TEXT,
  whyNotDone,
} from "@countinghouse/validators/approvals/rules";
import type { Capability } from "@countinghouse/validators/roles";
import type { AdminActor } from "../actor.ts";
import { whyNotAllowed } from "../actor.ts";
import { approvalSubject } from "../approval-gate/gate.ts";
import type { GatedAction } from "../approval-gate/gated.ts";
import { draftOutcome } from "../approval-gate/message.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, found } from "../errors.ts";
import { mustAddFactor } from "../factors/demands.ts";
import { writeAsJob } from "../job-writes.ts";
import { queueOutbox } from "../outbox/queue.ts";

/** The outcome of an approved command. */
export interface ApprovalOutcome {
  approvalId: string;
  state: ApprovalState;
  /** The result of the command if this call executed it, otherwise null */
  result: unknown;
}

export interface Approvals {
  /**
   * Executes an approved command by the same verb and under the same request. Repeated and concurrent calls execute it once. Throws
   * CONFLICT when it is not approved, its maker or approver may no longer act, or it would do something else now.
   */
  run(approvalId: string): Promise<ApprovalOutcome>;
  /** Executes approved commands that were left, and expires undecided requests. Returns their number. */
  tend(): Promise<number>;
}

export interface WithApprovals {
  approvals: Approvals;
}

/** The verb of each gated command. It takes the input of the original request. */
export type GatedVerbs = Record<GatedAction, (ctx: AdminCtx, input: never) => Promise<unknown>>;

type EngineCore = Pick<Core, "db" | "vault" | "now" | "vendorsOff" | "wakeOutbox" | "log">;

/** A worker executes an approved command after this time, in case the process of the approver died. */
const LEFT_TO_ITS_APPROVER_MS = 10_000;
const AT_ONCE = 20;
const JOB = "approvals";

/** Returns the engine of approvals. `makeCtx` returns the context of the maker, in which the approved command runs. */
export function createApprovals(
  core: EngineCore,
  verbs: GatedVerbs,
  makeCtx: (maker: AdminActor, approvalId: string) => AdminCtx,
): Approvals {
  const run = async (approvalId: string): Promise<ApprovalOutcome> => {
    const held = await core.db.read.approval.findUniqueOrThrow({
      where: { id: approvalId },
      include: { maker: true, decidedBy: true },
    });
    if (held.state === "DONE") return { approvalId, state: "DONE", result: null };
    if (held.state !== "APPROVED") throw new DomainError("CONFLICT", whyNotDone(held), { approvalId });
    const actor = await asNow(held.maker, approvalId);
    if (!isThere(held.maker, actor, "approvals.withdraw")) return voidIt(approvalId, TEXT.makerGone);
    const decider = found(held.decidedBy, TEXT.notWaiting);
    if (!isThere(decider, await asNow(decider, approvalId), "approvals.decide"))
      return voidIt(approvalId, TEXT.deciderGone);
    if (core.now() > held.expiresAt) return voidIt(approvalId, TEXT.tooLate);
    const verb = verbs[held.action as GatedAction] as (ctx: AdminCtx, input: unknown) => Promise<unknown>;
    try {
      return { approvalId, state: "DONE", result: await verb(makeCtx(actor, approvalId), held.input) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { state } = await core.db.read.approval.findUniqueOrThrow({ where: { id: approvalId } });
      // DONE: the error came after the execution. APPROVED: the command refused this maker. Otherwise it is already void.
      if (state === "DONE") return { approvalId, state, result: null };
      if (state === "APPROVED" && error.code !== "UNAVAILABLE") return voidIt(approvalId, error.message);
      throw error;
    } finally {
      core.wakeOutbox();
    }
  };

  const asNow = async ({ id, email, fullName, role }: Person, sessionId: string): Promise<AdminActor> => ({
    kind: "admin",
    id,
    sessionId,
    email,
    fullName,
    role,
    mustAddFactor: await mustAddFactor(core.db.read, { id, role }),
  });

  const voidIt = async (approvalId: string, message: string): Promise<never> => {
    await writeAsJob(core, JOB, async ({ tx, now, vendorsOff }) => {
      const { count } = await tx.approval.updateMany({
        where: { id: approvalId, state: "APPROVED" },
        data: { state: "VOIDED", endedAt: now, message },
      });
      if (count === 0) return { result: null, audit: null };
      const { userId, makerId } = await tx.approval.findUniqueOrThrow({ where: { id: approvalId } });
      const event = { subject: approvalSubject(userId, approvalId), after: { approvalId, message } };
      const mail = await draftOutcome(tx, { id: approvalId, makerId, text: message });
      await queueOutbox(tx, core.vault, now, [mail], vendorsOff);
      return { result: null, audit: { action: "approvals.void", requestId: approvalId, events: [event] } };
    });
    core.wakeOutbox();
    throw new DomainError("CONFLICT", message, { approvalId });
  };

  return {
    run,
    tend: async () => {
      const ended = await endOverdue(core);
      const left = await core.db.read.approval.findMany({
        where: {
          state: "APPROVED",
          decidedAt: { lt: new Date(core.now().getTime() - LEFT_TO_ITS_APPROVER_MS) },
        },
        orderBy: { decidedAt: "asc" },
        take: AT_ONCE,
        select: { id: true },
      });
      for (const { id } of left) {
        await run(id).catch((error: unknown) => {
          if (!(error instanceof DomainError))
            core.log.error({ approvalId: id, error: String(error) }, "approval");
        });
      }
      return ended + left.length;
    },
  };
}

type Person = Pick<AdminActor, "id" | "email" | "fullName" | "role">;

/** Returns true if the maker or approver may still act, judged at the execution and not at the request. */
const isThere = ({ status }: { status: string }, actor: AdminActor, capability: Capability): boolean =>
  status === "ACTIVE" && whyNotAllowed(actor, capability) === null;

/** Expires requests that no one decided in time, at most 100. Returns their number. */
function endOverdue(core: EngineCore): Promise<number> {
  return writeAsJob(core, JOB, async ({ tx, now }) => {
    const over = await tx.$queryRaw<{ id: string; userId: number | null }[]>`
      UPDATE approval SET state = 'EXPIRED', ended_at = ${now}
      WHERE id IN (SELECT id FROM approval WHERE state = 'WAITING' AND expires_at <= ${now} LIMIT 100 FOR UPDATE SKIP LOCKED)
      RETURNING id::text AS id, user_id AS "userId"`;
    const [first] = over;
    if (first === undefined) return { result: 0, audit: null };
    const events = over.map(({ id, userId }) => ({
      subject: approvalSubject(userId, id),
      after: { approvalId: id, state: "EXPIRED" },
    }));
    return { result: over.length, audit: { action: "approvals.expire", requestId: first.id, events } };
  });
}
