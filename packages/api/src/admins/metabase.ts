import type { AdminActor } from "../actor.ts";
import { adminOfSession } from "../auth/sessions.ts";
import { refreshTokenHash, sessionOfRefreshToken } from "../auth/tokens.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";

/** Where the button leads; the server leads on from there (specification 2, section 2). */
export { METABASE_PATH } from "@countinghouse/validators/metabase";

export interface WithMetabase {
  /** Where reports are looked at, and the e-mail addresses that are led there besides SUPERADMIN; null leads nobody. */
  metabase: { url: string | null; emails: readonly string[] };
}

/** Whether the signed-in admin is shown the way to Metabase. */
export const getMetabase = ({ actor, services }: AdminCtx<WithMetabase>): { isOffered: boolean } => ({
  isOffered: isLedOn(actor, services),
});

/** Where there is one: a SUPERADMIN, or a listed e-mail address (specification 2, section 6). */
const isLedOn = ({ role, email, mustAddFactor = false }: AdminActor, { metabase }: WithMetabase): boolean =>
  metabase.url !== null &&
  !mustAddFactor &&
  (role === "SUPERADMIN" || metabase.emails.includes(email.toLowerCase()));

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
