import type { Prisma } from "@countinghouse/db";
import { approvals } from "@countinghouse/validators/approvals/contract";
import {
  type ApprovalRuleTable,
  CONDITIONS,
  type Condition,
  MATTERS,
  ruleInWords,
  STANDARD_RULES,
  APPROVAL_TEXTS as TEXT,
  withStandard,
} from "@countinghouse/validators/approvals/rules";
import type { SetApprovalRule } from "@countinghouse/validators/approvals/schemas";
import { readRules } from "../approval-gate/facts.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";

/** Returns the current rules, and every version with its admin and time. Version 0 means the standard rules. */
export async function listRules(ctx: AdminCtx) {
  const versions = await ctx.db.approvalRules.findMany({
    orderBy: { version: "desc" },
    select: { version: true, rules: true, setAt: true, setBy: { select: { fullName: true } } },
  });
  const [held] = versions;
  return {
    version: held?.version ?? 0,
    rules:
      held === undefined ? STANDARD_RULES : withStandard(held.rules as unknown as Partial<ApprovalRuleTable>),
    versions: versions.map(({ version, setAt, setBy }) => ({
      version,
      setAt,
      setBy: setBy?.fullName ?? null,
    })),
  };
}

const UNSET = { overCents: null, dayOverCents: null, atRisk: false, newAccount: false } as const;

/**
 * Sets the rule of one matter in a new version of the rules. Always waits for a second person. Throws CONFLICT when the version is not
 * the one that was read.
 */
export function setApprovalRule(ctx: AdminCtx, input: SetApprovalRule & { requestId: string }) {
  const { matter, rule, version } = input;
  return ctx.command(commandSpec(approvals.setRule, input), async ({ tx, now }) => {
    const held = await readRules(tx);
    if (held.version !== version) throw new DomainError("CONFLICT", TEXT.rulesChanged);
    const taken: readonly Condition[] = MATTERS[matter].conditions;
    const left = Object.fromEntries(
      CONDITIONS.filter((condition) => !taken.includes(condition)).map((condition) => [
        condition,
        UNSET[condition],
      ]),
    );
    const after = { ...rule, ...left };
    const { count } = await tx.approvalRules.createMany({
      data: {
        version: version + 1,
        rules: { ...held.rules, [matter]: after } as unknown as Prisma.InputJsonObject,
        setById: ctx.actor.id,
        setAt: now,
      },
      skipDuplicates: true,
    });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.rulesChanged);
    return {
      result: { version: version + 1, message: TEXT.rulesSaved },
      audit: {
        subject: { type: "setting", id: `approvals:${matter}` },
        before: { ...held.rules[matter] },
        after: { ...after },
      },
      approval: {
        matters: ["RULES"],
        title: `${MATTERS[matter].word}: ${ruleInWords(after)}`,
        userId: null,
        amountCents: null,
      },
    };
  });
}
