import { randomUUID } from "node:crypto";
import { hashPassword } from "@countinghouse/db/passwords";
import { CreateAdmin } from "@countinghouse/validators/admins/schemas";
import type { Actor } from "../actor.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { whyNotSetPassword } from "./new-password.ts";

/**
 * Makes a member of staff out of what was typed on the command line. Throws INVALID with `details.fields` (field to
 * message) when that is wrong, CONFLICT when the e-mail is taken.
 */
export async function createAdmin(
  ctx: Ctx<Actor, WithConsoleUrl>,
  facts: unknown,
): Promise<Omit<CreateAdmin, "password"> & { id: string }> {
  const input = parseAdmin(facts);
  const why = await whyNotSetPassword(input.password, { ...input, consoleUrl: ctx.services.consoleUrl });
  if (why !== null) throw refusal({ password: why });
  const passwordHash = await hashPassword(input.password);
  const spec = { action: "admins.create", capability: null, input: { requestId: randomUUID() } } as const;
  return ctx.command(spec, async ({ tx }) => {
    const { email, fullName, role, paymentFlag } = input;
    if (await tx.admin.findUnique({ where: { email } })) {
      throw new DomainError("CONFLICT", `There is already an admin with the e-mail ${email}.`);
    }
    const { id } = await tx.admin.create({ data: { email, fullName, role, paymentFlag, passwordHash } });
    return {
      result: { id, email, fullName, role, paymentFlag },
      audit: { subject: { type: "admin", id }, after: { email, fullName, role, paymentFlag } },
    };
  });
}

function parseAdmin(facts: unknown): CreateAdmin {
  const { success, data, error } = CreateAdmin.safeParse(facts);
  if (success) return data;
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
  throw refusal(fields);
}

const refusal = (fields: Record<string, string>): DomainError =>
  new DomainError("INVALID", "This person cannot be an admin.", { fields });
