import { randomUUID } from "node:crypto";
import { MOST_SSN_LOOK_UPS } from "@countinghouse/validators/reading/rules";
import { type AdminActor, actorKey } from "./actor.ts";
import { signedEvent } from "./audit.ts";
import type { Core } from "./core.ts";

const HOLDERS = {
  name: "reading.ssnHolders",
  text: "SELECT id FROM users WHERE ssn_index = ANY($1::bytea[]) ORDER BY id",
};

/** Done as one statement (`note_ssn_look_up` in the migrations), counted over all processes. */
const NOTE = {
  name: "reading.noteSsn",
  text: "SELECT note_ssn_look_up($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
};

/**
 * Counts a search by a whole SSN and leaves its event: whose number it is, or that it is nobody's, and never the number. The same number
 * once more in the hour is the same search. Fails with the code of a budget over the most of an hour.
 */
export async function noteSsnLookUp(
  { db, vault }: Pick<Core, "db" | "vault">,
  actor: AdminActor,
  moment: Date,
  ssn: string,
): Promise<void> {
  const indexes = vault.blindIndexes("ssn", ssn).map((index) => Buffer.from(index));
  const holders = await db.read.sql<{ id: number }>(HOLDERS, [indexes]);
  const userIds = holders.map(({ id }) => id);
  const frame = {
    at: moment,
    actor: actorKey(actor),
    action: "users.searchSsn",
    requestId: randomUUID(),
  } as const;
  const signed = signedEvent(vault, frame, {
    subject: { type: "user_list", id: randomUUID() },
    after: { found: userIds.length > 0, users: userIds.length, userIds },
  });
  await db.pool.query({
    ...NOTE,
    values: [
      actor.id,
      moment,
      vault.secretHash("ssn-look-up", ssn),
      MOST_SSN_LOOK_UPS,
      frame.actor,
      frame.action,
      frame.requestId,
      signed.subjectType,
      signed.subjectId,
      signed.after,
      signed.contentHash,
      signed.keyId,
    ],
  });
}
