import { randomUUID } from "node:crypto";
import type { AdminStatus } from "@countinghouse/db";
import { cheapHash } from "@countinghouse/db/testing/cheap-hash";
import type { Role } from "@countinghouse/validators/roles";
import { z } from "zod";
import type { Tokens } from "../auth/tokens.ts";
import type { RequestFacts } from "../context.ts";
import { payloadPlace } from "../outbox/queue.ts";
import type { Tables, TestApi } from "./harness.ts";

export const PASSWORD = "correct horse battery staple";

const PASSWORD_HASH = cheapHash(PASSWORD);
const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string() });

/** A member of staff who can sign in with PASSWORD, under an e-mail of their own. */
export async function addAdmin(
  api: Tables,
  { role = "EMPLOYEE", status = "ACTIVE" }: { role?: Role; status?: AdminStatus } = {},
): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@countinghouse.test`;
  const passwordHash = await PASSWORD_HASH;
  return api.database.unsafeTransaction((tx) =>
    tx.admin.create({
      data: { email, fullName: "Test Admin", role, status, passwordHash },
      select: { id: true, email: true },
    }),
  );
}

/** What `signIn` is called with; each attempt solves a bot check of its own. */
export const credentials = (email: string, password = PASSWORD) => ({
  email,
  password,
  botCheck: `human-${randomUUID()}`,
});

/** The mails that wait in the outbox, oldest first, read the way the worker reads them. */
export async function queuedMails(api: TestApi): Promise<z.infer<typeof Mail>[]> {
  const messages = await api.database.read.outboxMessage.findMany({
    where: { topic: "EMAIL", state: "QUEUED" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return messages.map(({ id, payload }) => Mail.parse(JSON.parse(api.vault.open(payloadPlace(id), payload))));
}

/** The newest code sent to an address. */
export async function newestCode(api: TestApi, email: string): Promise<string> {
  const mail = (await queuedMails(api)).findLast(({ to }) => to === email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
  if (!code) throw new Error(`No code was sent to ${email}.`);
  return code;
}

/** A code that is certainly not `code`. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Signs in with both steps. The cookie holds the refresh token that the browser was given. */
export async function signInFully(
  api: TestApi,
  email: string,
  { password, ...request }: Partial<RequestFacts> & { password?: string } = {},
): Promise<{ token: string; refreshToken: string; deviceToken: string }> {
  const { challengeId } = await api.visitor(request).auth.signIn(credentials(email, password));
  const answer = new Headers();
  const code = await newestCode(api, email);
  const { token } = await api.visitor({ ...request, answer }).auth.verifyCode({ challengeId, code });
  const [, deviceToken = ""] =
    /^(?:__Host-)?device-[\w-]+=([^;]*)/.exec(answer.getSetCookie()[1] ?? "") ?? [];
  return { token, refreshToken: refreshTokenIn(answer), deviceToken };
}

/** The access token of an open session of the admin behind `api.as(role)`. */
export async function openSession(api: TestApi, role: Role): Promise<string> {
  return openAdminSession(api, api.services.tokens, (await api.admin(role)).id);
}

/** The access token of an open session of this admin. */
export async function openAdminSession(api: Tables, tokens: Tokens, adminId: string): Promise<string> {
  const [id, later] = [randomUUID(), api.clock.in({ hours: 12 })];
  const refreshHash = Buffer.from(id);
  await api.database.unsafeTransaction((tx) =>
    tx.adminSession.create({
      data: { id, adminId, refreshHash, rotatedAt: api.clock.now(), idleUntil: later, absoluteUntil: later },
    }),
  );
  return tokens.issue(adminId, id);
}

/** Refreshes as a browser that holds this refresh token; `answer` gets the cookies set. */
export const refreshWith = (api: TestApi, refreshToken: string, facts: Partial<RequestFacts> = {}) =>
  api.visitor({ refreshToken, ...facts }).auth.refresh();

/** The refresh token in the answer's first cookie, empty when the cookie was cleared. */
export function refreshTokenIn(answer: Headers): string {
  const [cookie = ""] = answer.getSetCookie();
  return /^(?:__Host-)?refresh=([^;]*)/.exec(cookie)?.[1] ?? "";
}

/** Forgets all counted attempts, as waiting for the limits to run out would. */
export const forgetAttempts = (api: TestApi): Promise<unknown> =>
  api.database.pool.query("DELETE FROM rate_limit");
