import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { readRegisteredIds } from "@countinghouse/validators/businesses/registered-ids";
import { whyNotRegister } from "@countinghouse/validators/businesses/rules";
import type { RegisterBusinesses } from "@countinghouse/validators/businesses/schemas";
import { BUSINESS_MESSAGES } from "@countinghouse/validators/messages";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { lockUsers } from "../locks.ts";
import { businessDraft } from "./message.ts";
import { legalName, parseBusinessStatus } from "./rules.ts";

interface Refused {
  userId: number;
  message: string;
}

/** Undoes a command of which nothing is left to be done. */
class NobodySent extends Error {
  readonly refused: Refused[];
  constructor(refused: Refused[]) {
    super("nobody was sent");
    this.refused = refused;
  }
}

/**
 * Sends the businesses of pasted user ids to the verifier: those that can be go out after the commit, each of the
 * others is named with its reason. With `retry` also those whose last request failed. Nothing is written when there is
 * nobody to send. Throws RULE when none of the ids is a user's.
 */
export async function registerBusinesses(ctx: AdminCtx, input: RegisterBusinesses & { requestId: string }) {
  try {
    return await sendBusinesses(ctx, input);
  } catch (error) {
    if (error instanceof NobodySent) return toAnswer(false, error.refused);
    throw error;
  }
}

const toAnswer = (success: boolean, refused: Refused[]) => ({
  success,
  message: success ? BUSINESS_MESSAGES.sent : BUSINESS_MESSAGES.sendFailed,
  customMessage: refused,
  withErrorUsers: refused.length > 0,
});

function sendBusinesses(ctx: AdminCtx, input: RegisterBusinesses & { requestId: string }) {
  const { ids } = readRegisteredIds(input.userIds);
  const batchId = randomUUID();
  const spec = { action: "businesses.register", capability: "businesses.register", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const users = await lockRegistered(tx, ids);
    refuseWhen(users.size === 0 ? BUSINESS_MESSAGES.invalidIds : null);
    const checked = ids.map((userId) => {
      const user = users.get(userId) ?? null;
      return { userId, user, message: whyNotRegister(user && toRegistrant(user), input.retry) };
    });
    const sent = checked.flatMap(({ user, message }) => (user && message === null ? [user] : []));
    const refused = checked.flatMap(({ userId, message }) => (message === null ? [] : [{ userId, message }]));
    if (sent.length === 0) throw new NobodySent(refused);
    await keep(tx, sent, batchId, now);
    return {
      result: toAnswer(true, refused),
      audit: [
        {
          subject: { type: "business_batch", id: batchId },
          after: { sent: sent.length, refused: refused.map(({ userId }) => userId), retry: input.retry },
        },
        ...sent.map(({ id, business }) => ({
          subject: { type: "business", id },
          before: business && { status: business.status },
          after: { status: "pending", batchId },
        })),
      ],
      outbox: sent.map(({ id: userId }) =>
        businessDraft(`business.register:${userId}:${batchId}`, {
          kind: "business.register",
          userId,
          batchId,
        }),
      ),
    };
  });
}

type LockedUser = Awaited<ReturnType<typeof readUsers>>[number];

/** Two who register the same users at once stand in line here, always in the order of the ids. */
async function lockRegistered(tx: Tx, ids: number[]): Promise<Map<number, LockedUser>> {
  await lockUsers(tx, ids);
  return new Map((await readUsers(tx, ids)).map((user) => [user.id, user]));
}

const readUsers = (tx: Tx, ids: number[]) =>
  tx.user.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      firstname: true,
      lastname: true,
      email: true,
      phone: true,
      companyName: true,
      businessName: true,
      currentAddress: true,
      city: true,
      state: true,
      zipcode: true,
      einIndex: true,
      business: { select: { status: true } },
    },
  });

const toRegistrant = (user: LockedUser) => ({
  businessName: legalName(user),
  address: user.currentAddress,
  city: user.city,
  state: user.state,
  zipcode: user.zipcode,
  hasEin: user.einIndex !== null,
  status: user.business && parseBusinessStatus(user.business.status),
});

async function keep(tx: Tx, users: LockedUser[], batchId: string, now: Date): Promise<void> {
  const rows = users.map((user) => ({
    userId: user.id,
    name: legalName(user),
    person: `${user.firstname} ${user.lastname}`.trim(),
    phone: user.phone,
    email: user.email,
    address: user.currentAddress,
    city: user.city,
    state: user.state,
    zipcode: user.zipcode,
    externalId: String(user.id),
    businessId: null,
    status: "pending",
    error: "",
    batchId,
    nextCheckAt: null,
    updatedAt: now,
  }));
  const known = new Set(users.filter(({ business }) => business !== null).map(({ id }) => id));
  await tx.business.createMany({
    data: rows.filter(({ userId }) => !known.has(userId)).map((row) => ({ ...row, createdAt: now })),
  });
  for (const row of rows.filter(({ userId }) => known.has(userId)))
    await tx.business.update({ where: { userId: row.userId }, data: row });
}
