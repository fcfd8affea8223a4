import {
  APPLICATION_BEGUN,
  BEGUN_BY_HAND,
  whyNotBeginApplication,
} from "@countinghouse/validators/new-customers/rules";
import type { BeginApplication } from "@countinghouse/validators/new-customers/schemas";
import { APPLICATION_DAYS } from "@countinghouse/validators/restart-application/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Begins an application for a customer who has none, or whose newest one is funded. The application waits for a manual approval, and
 * Edit User sets its terms. Throws NOT_FOUND; RULE when the newest application is not funded.
 */
export function beginApplication(ctx: AdminCtx, input: BeginApplication & { requestId: string }) {
  const { userId } = input;
  return ctx.command(commandSpec(users.beginApplication, input), async ({ tx, now }) => {
    await lockUser(tx, userId);
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    const newest = await tx.application.findFirst({
      where: { userId },
      orderBy: { id: "desc" },
      select: { id: true, stage: true },
    });
    refuseWhen(whyNotBeginApplication(newest));
    const { id } = await tx.application.create({
      data: {
        userId,
        stage: "underwriting",
        alloyStatus: "ManualReview",
        manualReviewReason: BEGUN_BY_HAND,
        expiresAt: new Date(now.getTime() + APPLICATION_DAYS * DAY_MS),
        createdAt: now,
      },
      select: { id: true },
    });
    return {
      result: { applicationId: id, message: APPLICATION_BEGUN },
      audit: {
        subject: { type: "user", id: userId },
        before: newest && { applicationId: newest.id, stage: newest.stage },
        after: { applicationId: id, stage: "underwriting" },
      },
    };
  });
}
