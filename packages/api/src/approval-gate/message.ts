import type { Tx } from "@countinghouse/db";
import { can, ROLES } from "@countinghouse/validators/roles";
import type { OutboxDraft } from "../outbox/queue.ts";

interface Waiting {
  id: string;
  title: string;
  makerId: string;
  reasons: readonly string[];
}

/** Returns a mail for the outbox. It is sent once for each key. */
const mailDraft = (
  dedupeKey: string,
  message: { to: string; subject: string; text: string },
): OutboxDraft => ({
  topic: "EMAIL",
  dedupeKey,
  message,
});

const DECIDERS = ROLES.filter((role) => can(role, "approvals.decide"));

/** Returns a mail to every admin who may decide the approval. It has no customer data, because the console shows the rest. */
export async function draftMails(
  tx: Tx,
  now: Date,
  { id, makerId, reasons }: Waiting,
): Promise<OutboxDraft[]> {
  const admins = await tx.$queryRaw<{ id: string; email: string }[]>`
    SELECT id::text AS id, email FROM admin
    WHERE role::text = ANY(${DECIDERS}) AND status = 'ACTIVE' AND id <> ${makerId}::uuid
      AND NOT approval_of_one_giver(${makerId}::uuid, id, ${now})`;
  const maker = await tx.admin.findUniqueOrThrow({ where: { id: makerId }, select: { fullName: true } });
  return admins.map((admin) =>
    mailDraft(`approval:${id}:${admin.id}`, {
      to: admin.email,
      subject: "A request is waiting for your approval",
      text: `${maker.fullName} requested an action that a second person must approve.\n${reasons.join("\n")}\nOpen Approvals in the console to see what it would do.`,
    }),
  );
}

/** Returns the mail to the maker with the outcome. */
export async function draftOutcome(
  tx: Tx,
  { id, makerId, text }: { id: string; makerId: string; text: string },
): Promise<OutboxDraft> {
  const { email } = await tx.admin.findUniqueOrThrow({ where: { id: makerId }, select: { email: true } });
  return mailDraft(`approval:${id}:outcome`, {
    to: email,
    subject: "Your approval request",
    text: `${text}\nOpen Approvals in the console to see it.`,
  });
}
