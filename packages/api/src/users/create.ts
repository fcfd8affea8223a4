import { Prisma } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { CUSTOMER_ADDED, whyNotName, whyNotReach } from "@countinghouse/validators/new-customers/rules";
import type { CreateUser } from "@countinghouse/validators/new-customers/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { reserveIds } from "../insert-rows.ts";
import { refuseTakenEmail } from "./edit.ts";

const NOBODY = 0;

/**
 * Adds a customer by hand, without a bank link or an application, and returns the id. Throws RULE without a name or without a way to
 * reach the customer; CONFLICT with `details.duplicatedUser` for a taken e-mail address.
 */
export async function createUser(ctx: AdminCtx, input: CreateUser & { requestId: string }) {
  const { requestId: _, ssn, ein, ...plain } = input;
  try {
    return await ctx.command(commandSpec(users.create, input), async ({ tx, now }) => {
      refuseWhen(whyNotName(input));
      refuseWhen(whyNotReach(input));
      await refuseTakenEmail(tx, NOBODY, input.email);
      const [id = 0] = await reserveIds(tx, "users", 1);
      await tx.user.create({
        data: {
          id,
          ...plain,
          ...sealed(ctx.services.vault, id, ssn, ein),
          verificationPhone: input.phone,
          createdAt: now,
        },
      });
      return {
        result: { id, message: CUSTOMER_ADDED },
        audit: { subject: { type: "user", id }, after: { ...plain, ssn, ein } },
      };
    });
  } catch (error) {
    // Another request took the e-mail address between the check and the write.
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002")
      await refuseTakenEmail(ctx.db, NOBODY, input.email);
    throw error;
  }
}

const sealed = (vault: Vault, rowId: number, ssn: string, ein: string) => ({
  ...(ssn && {
    ssnSealed: vault.seal({ table: "users", column: "ssn_sealed", rowId }, ssn),
    ssnIndex: vault.blindIndex("ssn", ssn),
    ssnLast4: ssn.slice(-4),
  }),
  ...(ein && {
    einSealed: vault.seal({ table: "users", column: "ein_sealed", rowId }, ein),
    einIndex: vault.blindIndex("ein", ein),
  }),
});
