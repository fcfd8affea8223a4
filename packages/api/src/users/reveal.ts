import { randomUUID } from "node:crypto";
import { formatEin } from "@countinghouse/validators/contact/ein";
import { formatSsn } from "@countinghouse/validators/contact/ssn";
import { type RevealedField, whyNotReveal } from "@countinghouse/validators/masking";
import { users } from "@countinghouse/validators/users/contract";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { RevealNumber } from "@countinghouse/validators/users/schemas";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";

const COLUMNS = {
  ssn: { column: "ssn_sealed", member: "ssnSealed", written: formatSsn },
  ein: { column: "ein_sealed", member: "einSealed", written: formatEin },
} as const satisfies Record<RevealedField, object>;

/**
 * Returns a masked number of one customer in full; empty when there is none. Each answer leaves an event with the reason, also an answer
 * to a repeated request. Throws FORBIDDEN when the role may never see the number; LIMITED; NOT_FOUND.
 */
export async function revealNumber(ctx: AdminCtx, input: RevealNumber & { requestId: string }) {
  const { userId, field, reason } = input;
  const { column, member, written } = COLUMNS[field];
  const whyNot = whyNotReveal(ctx.actor.role, field);
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
  await ctx.reading.note({ userIds: [userId], isWhole: true });
  const leaveEvent = async (requestId: string): Promise<boolean> => {
    let isNew = false;
    const spec = commandSpec(users.reveal, { ...input, requestId });
    await ctx.command(spec, async ({ tx }) => {
      isNew = true;
      found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
      return { result: null, audit: { subject: { type: "user", id: userId }, after: { field, reason } } };
    });
    return isNew;
  };
  // A repeated request shows the number again, so it leaves an event of its own.
  if (!(await leaveEvent(input.requestId))) await leaveEvent(randomUUID());
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { ssnSealed: true, einSealed: true },
  });
  const sealed = user[member];
  const place = { table: "users", column, rowId: userId };
  return { number: sealed === null ? "" : written(ctx.services.vault.open(place, sealed)) };
}
