import { setTimeout as pause } from "node:timers/promises";
import type { AdminActor } from "../../../packages/api/src/actor.ts";
import { approve } from "../../../packages/api/src/approvals/decide.ts";
import type { ProcedureCtx, Services } from "../../../packages/api/src/services.ts";
import type { Prisma } from "../../../packages/db/src/index.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import { type ApprovalRuleTable, NOTHING_WAITS } from "../../../packages/validators/src/approvals/rules.ts";
import { whenUp } from "../books.ts";
import { press, stormAdmin } from "./admins.ts";

const LOOK_EVERY_MS = 250;
/** One approval in so many is left by whoever gave it: a worker does it. */
const LEFT_ONE_IN = 3;

/** What became of the lists that waited. */
export interface Waited {
  waited: number;
  /** Approved, and left to a worker. */
  left: number;
  /** Not done: they would have done something else by then. */
  voided: number;
}

/** Has every bulk job wait for a second person from now on, and nothing else. */
export const haveBulkWait = ({ db, now }: Services): Promise<unknown> =>
  db.unsafeTransaction(async (tx) => {
    const { _max } = await tx.approvalRules.aggregate({ _max: { version: true } });
    const rule = { always: true, overCents: null, dayOverCents: null, atRisk: false, newAccount: false };
    const version = (_max.version ?? 0) + 1;
    const rules: Partial<ApprovalRuleTable> = { ...NOTHING_WAITS, BULK: rule };
    await tx.approvalRules.create({
      data: { version, rules: rules as Prisma.InputJsonObject, setAt: now() },
    });
  });

/** Two second persons approve it at the same moment; now and then both die right after, and a worker does it. Returns how it ended. */
export async function approveByTwo(
  services: Services,
  {
    approvalId,
    maker,
    random,
    waited,
  }: { approvalId: string; maker: AdminActor; random: Random; waited: Waited },
  signal: AbortSignal,
): Promise<"DONE" | "VOIDED"> {
  waited.waited++;
  const isLeft = random.int(1, LEFT_ONE_IN) === 1;
  if (isLeft) waited.left++;
  const find = () => services.db.read.approval.findUniqueOrThrow({ where: { id: approvalId } });
  const { effectHash } = await whenUp(find, signal);
  const others = [stormAdmin(services, "SUPERADMIN"), stormAdmin(services, "ADMIN")].filter(
    ({ actor }) => actor.id !== maker.id,
  );
  await Promise.all(
    others.map((admin) =>
      press(
        (requestId) => approve(isLeft ? dying(admin) : admin, { approvalId, effectHash, requestId }),
        signal,
      ),
    ),
  );
  for (;;) {
    const { state } = await whenUp(find, signal);
    if (state === "DONE" || state === "VOIDED") {
      if (state === "VOIDED") waited.voided++;
      return state;
    }
    if (signal.aborted) throw new Error(`Approval ${approvalId} stands at ${state}.`);
    await pause(LOOK_EVERY_MS);
  }
}

/** The same admin in a process that ends once the approval is written. */
function dying(admin: ProcedureCtx<AdminActor>): ProcedureCtx<AdminActor> {
  const run = (approvalId: string) =>
    Promise.resolve({ approvalId, state: "APPROVED" as const, result: null });
  return { ...admin, services: { ...admin.services, approvals: { ...admin.services.approvals, run } } };
}

const BOOKS = {
  name: "storm.approvals",
  text: `SELECT (SELECT count(*)::int FROM bulk_batch WHERE kind IN ('BULK_ACH', 'BULK_DEBIT')) AS batches,
           count(*) FILTER (WHERE a.state = 'DONE')::int AS done,
           count(*) FILTER (WHERE a.state NOT IN ('DONE', 'VOIDED'))::int AS open,
           count(*) FILTER (WHERE a.decided_by_id = a.maker_id)::int AS own,
           (SELECT count(*)::int FROM audit_event WHERE action = 'approvals.done') AS told,
           (SELECT count(*)::int FROM audit_event WHERE action = 'approvals.approve') AS approved
         FROM approval a`,
};

/** What is wrong with the approvals: a list that began without one, or twice. A sentence each. */
export async function approvalProblems({ db }: Services, waited: Waited): Promise<string[]> {
  const [books] = await db.read.sql<
    Record<"batches" | "done" | "open" | "own" | "told" | "approved", number>
  >(BOOKS, []);
  if (books === undefined) return ["the approvals can not be counted"];
  const { batches, done, open, own, told, approved } = books;
  return [
    batches === done ? null : `${batches} lists began by ${done} approvals`,
    told === done ? null : `the audit has ${told} of ${done} lists that were done`,
    approved === waited.waited
      ? null
      : `${waited.waited} lists were approved, and the audit says ${approved} times`,
    open === 0 ? null : `${open} approvals have no end`,
    own === 0 ? null : `${own} approvals are of one person`,
  ].filter((problem) => problem !== null);
}
