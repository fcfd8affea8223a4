import { createHash } from "node:crypto";
import { RECONCILED_DAYS_TEXTS as TEXT, whyNotSign } from "@countinghouse/validators/reconciled-days/rules";
import type { OneDay } from "@countinghouse/validators/reconciled-days/schemas";
import { canonicalJson } from "../canonical-json.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { drawCertificate } from "./certificate.ts";
import { lockDay } from "./keep.ts";
import { type ReconciledDay, readDay } from "./list.ts";

/**
 * Signs a day off as it was compared last, with a document that says so. From then on nothing of it is changed. Throws RULE while a
 * difference is not seen to or a system did not answer, CONFLICT where the day changed meanwhile.
 */
export async function signDay(ctx: AdminCtx, input: OneDay & { requestId: string }) {
  const { day } = input;
  const signedAt = ctx.now();
  const seen = await readDay(ctx.db, { day });
  const pdf = await drawCertificate({ day: seen, signedBy: ctx.actor.fullName, signedAt });
  const digest = createHash("sha256").update(pdf).digest("hex");
  const spec = { action: "reconciledDays.sign", capability: "reconciliation.sign", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    await lockDay(tx, day);
    const now = await readDay(tx, { day });
    refuseWhen(whyNotSign(dayFacts(now)));
    if (canonicalJson(plain(now)) !== canonicalJson(plain(seen)))
      throw new DomainError("CONFLICT", "The day has changed. Review it again.");
    await tx.reconciliationCertificate.create({
      data: {
        day: new Date(day),
        runId: now.run?.id ?? "",
        signedById: ctx.actor.id,
        signedAt,
        pdf: Uint8Array.from(pdf),
        digest,
      },
    });
    const result = { day, digest };
    return {
      result,
      audit: { subject: { type: "reconciled_day", id: day }, after: { ...result, runId: now.run?.id ?? "" } },
    };
  });
}

const plain = (day: ReconciledDay): unknown => JSON.parse(JSON.stringify(day));

/** What decides whether a day can be signed off. */
const dayFacts = ({ run, breaks, signed }: ReconciledDay) => ({
  isRun: run !== null,
  isWhole: run?.isWhole ?? false,
  openBreaks: breaks.filter(({ resolution }) => resolution === null || resolution === "REPAIRED").length,
  isSigned: signed !== null,
});

/** The document of a day that was signed off, in base64, and the name to keep it under. Throws NOT_FOUND. */
export async function readCertificate(ctx: AdminCtx, { day }: OneDay) {
  const kept = await ctx.db.reconciliationCertificate.findUnique({
    where: { day: new Date(day) },
    select: { pdf: true, digest: true },
  });
  const { pdf, digest } = found(kept, TEXT.notRun);
  return { fileName: `reconciliation_${day}.pdf`, base64: Buffer.from(pdf).toString("base64"), digest };
}
