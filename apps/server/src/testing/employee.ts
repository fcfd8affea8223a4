import { randomUUID } from "node:crypto";
import { createTokens } from "@countinghouse/api/auth/tokens";
import { adjustment, lookedAtPayment } from "@countinghouse/api/testing/payments";
import type { TestDatabase } from "@countinghouse/db/testing/database";

/** Calls a procedure of the process on this port; returns the status of its answer. */
export async function call(port: number, token: string, procedure: string, input: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/trpc/${procedure}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ json: input }),
  });
  return response.status;
}

export const newUser = ({ database }: TestDatabase) =>
  database.unsafeTransaction((tx) => tx.user.create({ data: { firstname: "Maria" } }));

/** Returns a credit that an employee may record for a customer without a debt, after viewing the customer. */
export const credit = ({ database }: TestDatabase, userId: number) =>
  lookedAtPayment(
    { database, clock: { now: () => new Date(), in: () => new Date() } },
    adjustment(userId, { paymentType: "CREDIT" }),
  );

/** Opens a session of a new employee, and returns its token for processes with this key. */
export async function openEmployeeSession({ database }: TestDatabase, tokenKey = ""): Promise<string> {
  const [id, later] = [randomUUID(), new Date(Date.now() + 3_600_000)];
  const admin = await database.unsafeTransaction((tx) =>
    tx.admin.create({
      data: {
        email: `${id}@countinghouse.test`,
        fullName: "Erin",
        role: "EMPLOYEE",
        passwordHash: "none",
        sessions: {
          create: {
            id,
            refreshHash: Buffer.from(id),
            rotatedAt: new Date(),
            idleUntil: later,
            absoluteUntil: later,
          },
        },
      },
    }),
  );
  return createTokens([Buffer.from(tokenKey, "base64")], () => new Date()).issue(admin.id, id);
}
