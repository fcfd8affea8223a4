import type { Clock } from "./clock.ts";

const LONGEST_WAIT_MS = 10_000;
const KEPT_WEBHOOKS = 500;

/** A webhook that was sent. `status` is null while no answer has come. */
export interface SentWebhook {
  id: number;
  at: string;
  url: string;
  body: object;
  status: number | null;
  error: string | null;
}

export interface WebhookLog {
  /** Signs and sends a webhook; failures are kept in the log. Never rejects. */
  send(url: string, body: object): Promise<SentWebhook>;
  /** Newest first. */
  list(): readonly SentWebhook[];
  /** Sends the body of an earlier one once more; null when there is no such. */
  sendAgain(id: string): Promise<SentWebhook | null>;
  clear(): void;
}

/** How a vendor puts a webhook into bytes, and the headers that prove them. */
export interface WebhookStyle {
  write(body: object): string;
  sign(text: string): Promise<Record<string, string>>;
}

/** Sends webhooks the way a vendor does, to this machine only, and keeps what came of them. */
export function createWebhookLog(clock: Clock, style: WebhookStyle): WebhookLog {
  let sent: SentWebhook[] = [];
  let lastId = 0;
  const send: WebhookLog["send"] = async (url, body) => {
    lastId += 1;
    const webhook: SentWebhook = {
      id: lastId,
      at: clock.now().toISOString(),
      url,
      body,
      status: null,
      error: null,
    };
    sent = [webhook, ...sent].slice(0, KEPT_WEBHOOKS);
    try {
      webhook.status = await post(url, style.write(body), style);
    } catch (error) {
      webhook.error = error instanceof Error ? error.message : String(error);
    }
    return webhook;
  };
  return {
    send,
    list: () => sent,
    sendAgain: async (asked) => {
      const first = sent.find(({ id }) => String(id) === asked);
      return first ? send(first.url, first.body) : null;
    },
    clear: () => {
      sent = [];
      lastId = 0;
    },
  };
}

async function post(url: string, text: string, style: WebhookStyle): Promise<number> {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error("It is not on this machine.");
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...(await style.sign(text)) },
    body: text,
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  });
  await answer.body?.cancel();
  return answer.status;
}
