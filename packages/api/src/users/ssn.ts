import { randomUUID } from "node:crypto";
import type { Vault } from "@countinghouse/db/vault";
import { formatSsn } from "@countinghouse/validators/contact/ssn";
import type { MaskingPlace } from "@countinghouse/validators/masking";
import { can } from "@countinghouse/validators/roles";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { RevealSsn } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { maskedSsn, type StoredSsn } from "../masked-ssn.ts";

export interface SsnHolder extends StoredSsn {
  id: number;
}

/**
 * The SSNs of `holders` as the actor may see them (specification 1 section 5): in full for those who may reveal,
 * which leaves an audit event naming the users, and masked for everyone else.
 */
export async function showSsns(ctx: AdminCtx, holders: SsnHolder[], place: MaskingPlace): Promise<string[]> {
  if (!can(ctx.actor.role, "users.revealSsn")) return holders.map((holder) => maskedSsn(holder, place));
  const [first, ...others] = holders.filter(({ ssnSealed }) => ssnSealed !== null);
  if (first) {
    const revealed = ({ id }: SsnHolder) => ({ subject: { type: "user", id }, after: { shown: place } });
    const spec = {
      action: "users.revealSsn",
      capability: "users.revealSsn",
      input: { requestId: randomUUID() },
    } as const;
    await ctx.command(spec, async () => ({
      result: null,
      audit: [revealed(first), ...others.map(revealed)],
    }));
  }
  return holders.map((holder) => inFull(ctx.services.vault, holder));
}

const inFull = (vault: Vault, { id, ssnSealed }: Pick<SsnHolder, "id" | "ssnSealed">): string =>
  ssnSealed === null
    ? ""
    : formatSsn(vault.open({ table: "users", column: "ssn_sealed", rowId: id }, ssnSealed));

/**
 * The SSN of one user in full, where it stands masked; empty where there is none. It leaves an audit event. Throws
 * NOT_FOUND.
 */
export async function revealSsn(ctx: AdminCtx, input: RevealSsn & { requestId: string }) {
  const { userId } = input;
  const spec = { action: "users.revealSsn", capability: "users.revealSsn", input } as const;
  await ctx.command(spec, async ({ tx }) => {
    found(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }), unknownUser(userId));
    return { result: null, audit: { subject: { type: "user", id: userId }, after: { shown: "asked for" } } };
  });
  const { ssnSealed } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { ssnSealed: true },
  });
  return { ssn: inFull(ctx.services.vault, { id: userId, ssnSealed }) };
}
