import { whyNotRestartApplication } from "@countinghouse/validators/restart-application/rules";
import {
  APPLICATION_DAYS,
  APPLICATION_RESTARTED,
  type RestartApplication,
} from "@countinghouse/validators/restart-application/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { lockNewestApplication, lockUser } from "../locks.ts";
import { refuseOpenFunding } from "../payments/begin-payment.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Expires a user's newest application and begins another one in the same workflow. The old one stays readable. Throws RULE without an
 * application, for a funded one, or while a funding of it has no known outcome; CONFLICT when it changed or is no longer the newest.
 */
export function restartApplication(ctx: AdminCtx, input: RestartApplication & { requestId: string }) {
  const { userId, applicationId, version } = input;
  return ctx.command(commandSpec(users.restartApplication, input), async ({ tx, now }) => {
    await lockUser(tx, userId);
    const newest = await lockNewestApplication(tx, userId);
    refuseWhen(whyNotRestartApplication(newest));
    const { count } = await tx.application.updateMany({
      where: { id: applicationId, userId, version },
      data: { expiresAt: earlierDate(newest?.expiresAt ?? now, now), version: { increment: 1 } },
    });
    if (count === 0 || newest?.id !== applicationId) {
      throw new DomainError("CONFLICT", "The application has changed. Reload and try again.");
    }
    // A funding takes the same locks, so the later of the two sees the earlier one.
    await refuseOpenFunding(tx, applicationId);
    const { isRenewed, workflowUsed, isSmb, stage } = newest;
    const expiresAt = new Date(now.getTime() + APPLICATION_DAYS * DAY_MS);
    const { id } = await tx.application.create({
      data: { userId, isRenewed, workflowUsed, isSmb, expiresAt, createdAt: now },
      select: { id: true },
    });
    return {
      result: { success: true, message: APPLICATION_RESTARTED, applicationId: id },
      audit: {
        subject: { type: "user", id: userId },
        before: { applicationId, stage },
        after: { applicationId: id, stage: "started" },
      },
    };
  });
}

const earlierDate = (one: Date, other: Date): Date => (one < other ? one : other);
