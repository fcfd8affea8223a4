import { createHmac, randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { createWebhookLog, type WebhookLog } from "../webhook-log.ts";
import { MIDDESK_ACCESS } from "./access.ts";

export type EventType = "business.updated" | "lien.updated";

export interface Webhooks extends WebhookLog {
  /** Tells of a change, when it is known where to. */
  tell(type: EventType, object: object): Promise<void>;
}

/** Sends events the way Middesk does: in its envelope, signed with the secret agreed on. */
export function createWebhooks(clock: Clock, settings: { webhookUrl: string | null }): Webhooks {
  const log = createWebhookLog(clock, {
    write: (body) => JSON.stringify(body),
    sign: (text) => Promise.resolve({ "x-middesk-signature-256": signBody(text) }),
  });
  return {
    ...log,
    tell: async (type, object) => {
      if (settings.webhookUrl === null) return;
      const created_at = clock.now().toISOString();
      await log.send(settings.webhookUrl, {
        object: "event",
        id: randomUUID(),
        type,
        data: { object },
        created_at,
      });
    },
  };
}

function signBody(text: string): string {
  return createHmac("sha256", MIDDESK_ACCESS.webhookSecret).update(text).digest("hex");
}
