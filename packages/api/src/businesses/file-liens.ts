import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import {
  type BusinessStanding,
  whyNotFileAgain,
  whyNotFileLien,
} from "@countinghouse/validators/businesses/rules";
import type { FileLienAgain, FileLiens } from "@countinghouse/validators/businesses/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { businessDraft } from "./message.ts";
import { isDisabledUser, lienPdfName, parseBusinessStatus, parseLienStatus, UNDECIDED } from "./rules.ts";

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
      const whyNot = whyNotFileLien(toStanding(business));
      refuseWhen(whyNot && `${business.name} (user ${userId}): ${whyNot}`);
      return newLien(business, now);
    });
    await tx.businessLien.createMany({ data: rows });
    const [first, ...rest] = rows.map(({ id, userId, state, principalCents }) => ({
      subject: { type: "business_lien", id },
      after: { userId, state, principalCents: principalCents && String(principalCents), status: "created" },
    }));
    return {
      result: { success: true, message: filing(rows.length) },
      audit: [found(first, "No business was chosen."), ...rest],
      outbox: rows.map(({ id }) =>
        businessDraft(`business.lien:${id}`, { kind: "business.lien", lienId: id, confirmedSentAt: null }),
      ),
    };
  });
}

/**
 * Has a lien filed once more, after the commit, of whose filing no outcome is known: with it there may come to be two. The
 * verifier's liens are looked at right before. Throws NOT_FOUND for a user without a business, RULE where the outcome is
 * known or another rule forbids it, and CONFLICT when another filing was sent than the person saw.
 */
export function fileLienAgain(ctx: AdminCtx, input: FileLienAgain & { requestId: string }) {
  const { userId, sentAt, reason } = input;
  const spec = { action: "businesses.fileLienAgain", capability: "businesses.fileLien", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const business = (await lockBusinesses(tx, [userId])).get(userId);
    const standing = toStanding(found(business, `User ${userId} has no registered business.`));
    refuseWhen(whyNotFileAgain(standing));
    const lien = found(business?.liens[0], "There is no lien.");
    if (lien.sentAt?.getTime() !== sentAt.getTime())
      throw new DomainError("CONFLICT", "The lien was filed again. Reload and review it.");
    await tx.businessLien.update({
      where: { id: lien.id },
      data: { status: "created", error: "", vendorId: null, documentId: null, updatedAt: now },
    });
    return {
      result: { success: true, message: filing(1) },
      audit: {
        subject: { type: "business_lien", id: lien.id },
        before: { status: lien.status, sentAt },
        after: { userId, status: "created", reason },
      },
      outbox: [
        businessDraft(`business.lien:${lien.id}:${input.requestId}`, {
          kind: "business.lien",
          lienId: lien.id,
          confirmedSentAt: sentAt.toISOString(),
        }),
      ],
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
        select: { id: true, status: true, sentAt: true, documentId: true, documentName: true },
      },
      unmatchedLiens: { where: UNDECIDED, select: { vendorId: true } },
    },
  });

function toStanding({
  user,
  businessId,
  state,
  status,
  liens,
  unmatchedLiens,
}: LockedBusiness): BusinessStanding {
  const lien = liens[0] ?? null;
  return {
    isDisabledUser: isDisabledUser(user),
    businessId,
    state,
    midDeskResponseStatus: parseBusinessStatus(status),
    lienStatus: lien && parseLienStatus(lien.status),
    lienPdf: lienPdfName(lien),
    unmatchedLiens: unmatchedLiens.length,
  };
}

/** It secures what is owed now. */
function newLien({ userId, state, user }: LockedBusiness, now: Date) {
  const owedCents = user.balance?.balanceCents ?? 0n;
  return {
    id: randomUUID(),
    userId,
    state,
    status: "created",
    principalCents: owedCents > 0n ? owedCents : null,
    createdAt: now,
    updatedAt: now,
  };
}
