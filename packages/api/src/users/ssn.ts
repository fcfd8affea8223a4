import type { Vault } from "@countinghouse/db/vault";
import { formatSsn } from "@countinghouse/validators/contact/ssn";
import { type MaskingPlace, seesWhole } from "@countinghouse/validators/masking";
import type { AdminCtx } from "../context.ts";
import { maskedSsn, type StoredSsn } from "../masked-ssn.ts";
import { listRead } from "../reading.ts";

export interface SsnHolder extends StoredSsn {
  id: number;
}

/**
 * The SSNs of `holders` as the actor may see them (specification 1 section 5): in full for those who see them whole, masked
 * for everyone else. The look is noted with what it is told by, as one event, which says whether numbers were shown in full.
 * Throws LIMITED.
 */
export async function showSsns(
  ctx: AdminCtx,
  holders: readonly SsnHolder[],
  place: MaskingPlace,
  told: Record<string, unknown>,
): Promise<string[]> {
  const userIds = holders.map(({ id }) => id);
  const seesAll = seesWhole(ctx.actor.role, "ssn");
  const isWhole = seesAll && holders.some(({ ssnSealed }) => ssnSealed !== null);
  const after = { ...told, ...(isWhole && { shown: place }) };
  await ctx.reading.note({
    userIds,
    isWhole,
    event:
      place === "detail"
        ? {
            action: isWhole ? "users.revealSsn" : "users.read",
            draft: { subject: { type: "user", id: userIds[0] ?? "" }, after },
          }
        : { action: isWhole ? "users.revealSsn" : "users.readList", draft: listRead(userIds, after) },
  });
  return holders.map((holder) => (seesAll ? inFull(ctx.services.vault, holder) : maskedSsn(holder, place)));
}

const inFull = (vault: Vault, { id, ssnSealed }: Pick<SsnHolder, "id" | "ssnSealed">): string =>
  ssnSealed === null
    ? ""
    : formatSsn(vault.open({ table: "users", column: "ssn_sealed", rowId: id }, ssnSealed));
