import { randomUUID } from "node:crypto";
import { hashPassword } from "@countinghouse/db/passwords";
import { CreateAdmin } from "@countinghouse/validators/admins/schemas";
import type { AdminActor } from "../actor.ts";
import { adminOfSession } from "../auth/sessions.ts";
import { refreshTokenHash, sessionOfRefreshToken } from "../auth/tokens.ts";
import type { AdminCtx, Ctx } from "../context.ts";
import type { Core } from "../core.ts";
import { readStanding } from "../environment/gate.ts";
import { DomainError } from "../errors.ts";
import { countUnwellBanks } from "../institutions/list.ts";

/** Where the button leads; the server leads on from there (specification 2, section 2). */
export { METABASE_PATH } from "@countinghouse/validators/metabase";

export interface WithFlags {
  /** What this lender has switched on. */
  flags: { paymentAdjustment: boolean };
}

/**
 * The admin who is signed in, as the console shows them, what is switched on for them and for all, and how many
 * linked banks are not well; and whether anything may be sent.
 */
export async function getSignedInAdmin(ctx: AdminCtx<WithFlags>) {
  const { id, fullName, email, role } = ctx.actor;
  const [banks, standing, admin] = await Promise.all([
    countUnwellBanks(ctx),
    readStanding(ctx.db),
    ctx.db.admin.findUniqueOrThrow({ where: { id }, select: { paymentFlag: true } }),
  ]);
  const { flags } = ctx.services;
  return { id, fullName, email, role, status: "ACTIVE" as const, flags, banks, standing, ...admin };
}

/**
 * Makes a member of staff out of what was typed on the command line. Throws INVALID with `details.fields` (field to
 * message) when that is wrong, CONFLICT when the e-mail is taken.
 */
export async function createAdmin(
  ctx: Ctx,
  facts: unknown,
): Promise<Omit<CreateAdmin, "password"> & { id: string }> {
  const input = parseAdmin(facts);
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
  throw new DomainError("INVALID", "This can not be an admin.", { fields });
}

export interface WithMetabase {
  /** Where reports are looked at, and the e-mail addresses that are led there besides SUPERADMIN; null leads nobody. */
  metabase: { url: string | null; emails: readonly string[] };
}

/** Whether the signed-in admin is shown the way to Metabase. */
export const getMetabase = ({ actor, services }: AdminCtx<WithMetabase>): { isOffered: boolean } => ({
  isOffered: isLedOn(actor, services),
});

/** Where there is one: a SUPERADMIN, or a listed e-mail address (specification 2, section 6). */
const isLedOn = ({ role, email }: AdminActor, { metabase }: WithMetabase): boolean =>
  metabase.url !== null && (role === "SUPERADMIN" || metabase.emails.includes(email.toLowerCase()));

/**
 * The address of Metabase for whoever has this refresh token, or null when they are not led there. A link carries no
 * access token: its session is told by the cookie.
 */
export async function openMetabase(
  services: Pick<Core, "db" | "now"> & WithMetabase,
  refreshToken: string | null,
): Promise<string | null> {
  const { db, now, metabase } = services;
  const id = refreshToken === null ? null : sessionOfRefreshToken(refreshToken);
  if (id === null || refreshToken === null) return null;
  const refreshHash = refreshTokenHash(refreshToken);
  const session = await db.read.adminSession.findFirst({
    where: { id, refreshHash, idleUntil: { gt: now() } },
    select: { adminId: true },
  });
  const admin = session && (await adminOfSession({ db, now }, { adminId: session.adminId, sessionId: id }));
  return admin && isLedOn(admin, services) ? metabase.url : null;
}
