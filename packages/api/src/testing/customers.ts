import type { Prisma } from "@countinghouse/db";
import type { Tables } from "./harness.ts";

/** A customer whose SSN (nine digits) is sealed to the row and indexed, as the application keeps it. */
export async function addUserWithSsn(
  api: Tables,
  ssn: string,
  facts: Prisma.UserCreateInput = {},
): Promise<{ id: number }> {
  const { id } = await api.user(facts);
  await api.database.unsafeTransaction((tx) =>
    tx.user.update({
      where: { id },
      data: {
        ssnSealed: api.vault.seal({ table: "users", column: "ssn_sealed", rowId: id }, ssn),
        ssnIndex: api.vault.blindIndex("ssn", ssn),
        ssnLast4: ssn.slice(-4),
      },
    }),
  );
  return { id };
}

/** An application of the user that is live for a month, and whatever is given. */
export async function addApplication(
  api: Tables,
  userId: number,
  facts: Partial<Prisma.ApplicationUncheckedCreateInput> = {},
): Promise<{ id: number }> {
  return api.database.unsafeTransaction((tx) =>
    tx.application.create({
      data: { userId, expiresAt: api.clock.in({ hours: 30 * 24 }), ...facts },
      select: { id: true },
    }),
  );
}

/** The customer has the advance of this application from now on, where that was not so before. */
export const payOut = (api: Tables, applicationId: number) =>
  api.database.unsafeTransaction((tx) =>
    tx.application.updateMany({
      where: { id: applicationId, fundedAt: null },
      data: { fundedAt: api.clock.now() },
    }),
  );
