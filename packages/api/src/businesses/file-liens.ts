import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { type BusinessStanding, whyNotFileLien } from "@countinghouse/validators/business-rules";
import type { FileLiens } from "@countinghouse/validators/businesses";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { businessStatusOf, isDisabledUser, lienPdfOf, lienStatusOf } from "./rules.ts";

/**
 * Has a lien filed against the business of each of these users, after the commit. Throws NOT_FOUND for a user without a
 * business and RULE for one against whose business none can be filed; then nothing is filed against the others either.
 */
export function fileLiens(ctx: AdminCtx, input: FileLiens & { requestId: string }) {
  const ids = [...new Set(input.userIds)];
  const spec = { action: "businesses.fileLiens", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const businesses = await lockBusinesses(tx, ids);
    const rows = ids.map((userId) => {
      const business = found(businesses.get(userId), `User ${userId} has no registered business.`);
      const whyNot = whyNotFileLien(standingOf(business));
      refuseWhen(whyNot && `${business.name} (user ${userId}): ${whyNot}`);
      return lienOf(business, now);
    });
    await tx.businessLien.createMany({ data: rows });
    const [first, ...rest] = rows.map(({ id, userId, state, principalCents }) => ({
      subject: { type: "business_lien", id },
      after: { userId, state, principalCents: principalCents && String(principalCents), status: "created" },
    }));
    return {
      result: { success: true, message: filing(rows.length) },
      audit: [found(first, "No business was chosen."), ...rest],
      outbox: rows.map(({ id }) => ({
        topic: "BUSINESS" as const,
        dedupeKey: `business.lien:${id}`,
        message: { kind: "business.lien" as const, lienId: id },
      })),
    };
  });
}

const filing = (count: number): string =>
  count === 1 ? "The lien is being filed." : `${count} liens are being filed.`;

type LockedBusiness = Awaited<ReturnType<typeof readBusinesses>>[number];

/** Two who file against the same businesses at once stand in line here. */
async function lockBusinesses(tx: Tx, ids: number[]): Promise<Map<number, LockedBusiness>> {
  await tx.$executeRaw`SELECT 1 FROM business WHERE user_id = ANY(${ids}::int[]) ORDER BY user_id FOR UPDATE`;
  return new Map((await readBusinesses(tx, ids)).map((business) => [business.userId, business]));
}

const readBusinesses = (tx: Tx, ids: number[]) =>
  tx.business.findMany({
    where: { userId: { in: ids } },
    select: {
      userId: true,
      name: true,
      state: true,
      businessId: true,
      status: true,
      user: {
        select: {
          firstname: true,
          lastname: true,
          disableLogin: true,
          balance: { select: { balanceCents: true } },
        },
      },
      liens: {
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { status: true, documentId: true, documentName: true, askedAt: true, knownLienIds: true },
      },
    },
  });

function standingOf({ user, businessId, status, liens }: LockedBusiness): BusinessStanding {
  const lien = liens[0] ?? null;
  return {
    isDisabledUser: isDisabledUser(user),
    businessId,
    midDeskResponseStatus: businessStatusOf(status),
    lienStatus: lien && lienStatusOf(lien.status),
    lienPdf: lienPdfOf(lien),
  };
}

/** It secures what is owed now. The look at the verifier's liens of a failed one is kept: it may have been filed after all. */
function lienOf({ userId, state, user, liens }: LockedBusiness, now: Date) {
  const owedCents = user.balance?.balanceCents ?? 0n;
  const failed = liens.find(({ status }) => status !== "closed");
  return {
    id: randomUUID(),
    userId,
    state,
    status: "created",
    principalCents: owedCents > 0n ? owedCents : null,
    askedAt: failed?.askedAt ?? null,
    knownLienIds: failed?.knownLienIds ?? [],
    createdAt: now,
    updatedAt: now,
  };
}
