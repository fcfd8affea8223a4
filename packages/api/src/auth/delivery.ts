import type { Mailer } from "@countinghouse/providers/mailer/port";
import type { Claimed, Delivery, Hold } from "../outbox/deliver.ts";
import { EmailMessage } from "./message.ts";

/**
 * Sends each message by mail, under a Message-ID made from its id so that a repeat can be told as one. A mail may
 * arrive twice after a time-out; it never gets lost.
 */
export const deliverEmails = (mailer: Mailer, claimed: Claimed[], hold: Hold): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, attempts, payload }) => {
      try {
        const messageId = `<${id}@countinghouse>`;
        await hold([{ id, attempts }]);
        await mailer.send({ ...EmailMessage.parse(payload), messageId });
        return { id, receipt: messageId };
      } catch (error) {
        return { id, error };
      }
    }),
  );
