import type { Tx } from "@countinghouse/db";
import { EXTERNAL_PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { whyNotSwitchFlag } from "@countinghouse/validators/user-flags/rules";
import type { SetExternalPayment, SetUserFlag } from "@countinghouse/validators/user-flags/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { offerExpiry } from "../applications/facts.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";

type Requested<Input> = Input & { requestId: string };

/**
 * Turns a flag of a user on or off. Throws RULE when the flag would have no effect; CONFLICT when the user changed since it was read;
 * NOT_FOUND.
 */
export function setUserFlag(ctx: AdminCtx, input: Requested<SetUserFlag>) {
  const { userId, version, flag, on } = input;
  return ctx.command(commandSpec(users.setFlag, input), async ({ tx, now }) => {
    const user = await readUser(tx, userId);
    refuseWhen(whyNotSwitchFlag(flag, on, flagFacts(user, now)));
    await changeUser(tx, userId, version, { [flag]: on });
    return {
      result: { version: version + 1 },
      audit: {
        subject: { type: "user", id: userId },
        before: { [flag]: user[flag] },
        after: { [flag]: on },
      },
    };
  });
}

/** Places a user with an outside agency, or takes the user back. Throws CONFLICT like `setUserFlag`; NOT_FOUND. */
export function setExternalPayment(ctx: AdminCtx, input: Requested<SetExternalPayment>) {
  const { userId, version, external } = input;
  return ctx.command(commandSpec(users.setExternalPayment, input), async ({ tx }) => {
    const { isExternal, externalAgency } = await readUser(tx, userId);
    await changeUser(tx, userId, version, external);
    return {
      result: { version: version + 1, message: EXTERNAL_PAYMENTS_MESSAGES.updated },
      audit: {
        subject: { type: "user", id: userId },
        before: { isExternal, externalAgency },
        after: external,
      },
    };
  });
}

const readUser = async (tx: Tx, id: number) =>
  found(
    await tx.user.findUnique({
      where: { id },
      select: {
        runPaymentAutomation: true,
        showReconnectButton: true,
        showResignContractButton: true,
        isExternal: true,
        externalAgency: true,
        bankLinks: { where: { isManual: false }, select: { id: true }, take: 1 },
        applications: {
          select: { stage: true, expiresAt: true, offerExpiresAt: true },
          orderBy: { id: "desc" },
          take: 1,
        },
      },
    }),
    unknownUser(id),
  );

function flagFacts({ bankLinks, applications }: Awaited<ReturnType<typeof readUser>>, now: Date) {
  const [application] = applications;
  return {
    hasBankLink: bankLinks.length > 0,
    application: application ? offerExpiry(application, now) : null,
  };
}

type Changes = Partial<Record<SetUserFlag["flag"], boolean>> | SetExternalPayment["external"];

/** Writes the changes by compare-and-set on the version that was read. */
async function changeUser(tx: Tx, id: number, version: number, changes: Changes): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id, version },
    data: { ...changes, version: { increment: 1 } },
  });
  if (count === 0) {
    throw new DomainError("CONFLICT", "Someone else changed this customer. Reload and try again.");
  }
}
