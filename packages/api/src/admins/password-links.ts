import { randomBytes } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import {
  INVITATION_DAYS,
  RESET_AGAIN_MINUTES,
  RESET_MINUTES,
  STAFF_TEXTS as TEXT,
} from "@countinghouse/validators/admins/rules";
import type { WithMailOutcome } from "../auth/mail-outcome.ts";
import { emailDraft } from "../auth/message.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { WriteTools } from "../core.ts";
import type { OutboxDraft } from "../outbox/queue.ts";

type Receiver = { id: string; email: string; fullName: string };

/** The keyed hashes that the token of a link may be kept as. */
export const linkHashes = (vault: Vault, token: string): Uint8Array<ArrayBuffer>[] =>
  vault.secretHashes("password-link", token);

/**
 * Makes a link by which an admin sets their password, and the mail that takes it to them: it works for 30 minutes, an invitation
 * for three days, until one of theirs was used. The token stands behind the # of the address, which no server is sent.
 */
export async function mailPasswordLink(
  { tx, now }: WriteTools,
  { vault, consoleUrl }: { vault: Vault } & WithConsoleUrl,
  admin: Receiver,
  kind: "invitation" | "reset",
): Promise<{ mail: OutboxDraft; linkId: string }> {
  const minutes = kind === "invitation" ? INVITATION_DAYS * 24 * 60 : RESET_MINUTES;
  const token = randomBytes(32).toString("base64url");
  const { id } = await tx.passwordLink.create({
    data: {
      adminId: admin.id,
      tokenHash: vault.secretHash("password-link", token),
      expiresAt: new Date(now.getTime() + minutes * 60_000),
      createdAt: now,
    },
  });
  const address = `${new URL("/admin/set-password", consoleUrl).href}#${token}`;
  const mail = emailDraft(linkMailKey(id), { to: admin.email, ...MAILS[kind](admin.fullName, address) });
  return { mail, linkId: id };
}

const linkMailKey = (linkId: string): string => `password-link:${linkId}`;

/** Returns the message about a link. It says "sent" only after the mail server accepts the mail. */
export async function saidOfLink(
  { mailOutcome }: WithMailOutcome,
  linkId: string,
  sent: string,
): Promise<string> {
  const { state, why } = await mailOutcome(linkMailKey(linkId));
  if (state === "FAILED") return TEXT.mailRefused(why);
  if (state === "DELIVERED") return sent;
  return why === "" ? TEXT.mailQueued : TEXT.mailPutOff(why);
}

/** Whether the admin of this address was mailed a link in the last ten minutes, used or not: whoever reads the mailbox resets no more often. */
export const wasJustMailed = async (tx: Tx, email: string, now: Date): Promise<boolean> => {
  const since = new Date(now.getTime() - RESET_AGAIN_MINUTES * 60_000);
  return (await tx.passwordLink.count({ where: { admin: { email }, createdAt: { gt: since } } })) > 0;
};

/** No link of this admin works any more. */
export const spendPasswordLinks = (tx: Tx, adminId: string, now: Date) =>
  tx.passwordLink.updateMany({ where: { adminId, usedAt: null }, data: { usedAt: now } });

const MAILS = {
  invitation: (name: string, address: string) => ({
    subject: "You are invited to Countinghouse",
    text: `${name},\n\nset your password here:\n\n${address}\n\nThe link works once and for ${INVITATION_DAYS} days.\n`,
  }),
  reset: (name: string, address: string) => ({
    subject: "Set a new password for Countinghouse",
    text: `${name},\n\nset a new password here:\n\n${address}\n\nThe link works once and for ${RESET_MINUTES} minutes. If you did not ask for it, tell a SUPERADMIN; your password stays as it is.\n`,
  }),
};
