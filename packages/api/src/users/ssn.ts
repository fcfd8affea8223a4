import type { Vault } from "@countinghouse/db/vault";
import { formatSsn } from "@countinghouse/validators/contact/ssn";
import { type MaskingPlace, seesWhole } from "@countinghouse/validators/masking";
import type { AdminCtx } from "../context.ts";
import { maskedSsn, type StoredSsn } from "../masked-ssn.ts";
import { customerRead, listRead } from "../reading.ts";

export interface SsnHolder extends StoredSsn {
  id: number;
}

/**
 * Returns the SSNs of `holders` for the role of the actor (specification 1, section 5): in full or masked. The caller has noted the
 * look.
 */
export function shownSsns(ctx: AdminCtx, holders: readonly SsnHolder[], place: MaskingPlace): string[] {
  const isWhole = seesWhole(ctx.actor.role, "ssn");
  return holders.map((holder) => (isWhole ? inFull(ctx.services.vault, holder) : maskedSsn(holder, place)));
}

/** Notes a look at a list of customers, and whether it shows SSNs in full. Throws LIMITED. */
export function noteListLook(
  { actor, reading }: AdminCtx,
  holders: readonly SsnHolder[],
  told: Record<string, unknown>,
): Promise<void> {
  const userIds = holders.map(({ id }) => id);
  const isWhole = seesWhole(actor.role, "ssn") && holders.some(({ ssnSealed }) => ssnSealed !== null);
  return reading.note({
    userIds,
    isWhole,
    event: isWhole
      ? { action: "users.revealSsn", draft: listRead(userIds, { ...told, shown: "list" }) }
      : { action: "users.readList", draft: listRead(userIds, told) },
  });
}

/**
 * Notes a look at one customer, while the row is being read. Waits for `hasSsn` only when the role sees SSNs in full. Throws LIMITED.
 */
export async function noteCustomerLook(
  { actor, reading }: AdminCtx,
  userId: number,
  hasSsn: () => Promise<boolean>,
): Promise<void> {
  const isWhole = seesWhole(actor.role, "ssn") && (await hasSsn());
  const event = isWhole
    ? ({ action: "users.revealSsn", draft: customerRead(userId, { shown: "detail" }) } as const)
    : ({ action: "users.read", draft: customerRead(userId, { procedure: "users.get" }) } as const);
  await reading.note({ userIds: [userId], isWhole, event });
}

const inFull = (vault: Vault, { id, ssnSealed }: Pick<SsnHolder, "id" | "ssnSealed">): string =>
  ssnSealed === null
    ? ""
    : formatSsn(vault.open({ table: "users", column: "ssn_sealed", rowId: id }, ssnSealed));
