import { whyNotRefreshInstitutions } from "@countinghouse/validators/institutions/rules";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { addLinkedInstitutions } from "./linked.ts";
import { refreshFacts } from "./list.ts";

/**
 * Has the provider asked how all banks are doing: they are due from now on, and a worker asks within seconds. Returns how
 * many there are. Throws RULE while others wait for the same, or have asked a moment ago.
 */
export function refreshInstitutions(ctx: AdminCtx, input: { requestId: string }) {
  const spec = { action: "institutions.refresh", capability: "institutions.refresh", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await addLinkedInstitutions(tx, now);
    // Two who press at once are put one behind the other: the second finds what the first asked for.
    const rows = await tx.$queryRaw<{ requestedAt: Date | null; triedAt: Date | null }[]>`
      SELECT requested_at AS "requestedAt", tried_at AS "triedAt" FROM institution ORDER BY id FOR UPDATE`;
    refuseWhen(whyNotRefreshInstitutions(refreshFacts(rows, now)));
    await tx.institution.updateMany({ data: { requestedAt: now, nextCheckAt: now } });
    return {
      result: { institutions: rows.length },
      audit: { subject: { type: "institution", id: "all" }, after: { institutions: rows.length } },
    };
  });
}
