import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { lastingConnection } from "./connection-limits.ts";

export interface Hearing {
  /** Each NOTIFY on the channel, with its payload. */
  onNotice(payload: string): void;
  /** After each connection, the first included: what was said in between was lost. */
  onConnected(): void;
  onLost(): void;
  /**
   * After each look at whether the other end is still there, with when that was sent, by `performance.now()`: what was said before it
   * has been heard.
   */
  onChecked?(sentAt: number): void;
}

export interface Listener {
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 500;
/** A connection whose other end vanished says nothing by itself. */
const CHECK_EVERY_MS = 10_000;

/**
 * Hears NOTIFY on one channel, over a connection of its own outside the pools, and connects again whenever that is
 * lost, until it is closed. A pooler that shares connections between transactions (PgBouncer) can not stand between.
 */
export function listen(
  url: string,
  channel: string,
  hearing: Hearing,
  { checkEveryMs = CHECK_EVERY_MS }: { checkEveryMs?: number } = {},
): Listener {
  const closing = new AbortController();
  const ended = hearUntil(closing.signal, url, channel, hearing, checkEveryMs);
  return {
    close: () => {
      closing.abort();
      return ended;
    },
  };
}

async function hearUntil(
  closing: AbortSignal,
  url: string,
  channel: string,
  hearing: Hearing,
  checkEveryMs: number,
) {
  while (!closing.aborted) {
    const client = new pg.Client({
      ...lastingConnection(url),
      application_name: `listen ${channel}`,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
    });
    const lost = waitForLoss(client, closing);
    client.on("notification", ({ payload }) => hearing.onNotice(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      hearing.onConnected();
      await checkUntil(lost, client, checkEveryMs, (sentAt) => hearing.onChecked?.(sentAt));
      hearing.onLost();
    } catch {
      // Not reached, or no longer: the next turn tries again.
    }
    await client.end().catch(() => {});
    await pause(AGAIN_AFTER_MS, undefined, { signal: closing }).catch(() => {});
  }
}

const waitForLoss = (client: pg.Client, closing: AbortSignal): Promise<"lost"> =>
  new Promise((resolve) => {
    const lose = () => resolve("lost");
    client.on("error", lose);
    client.on("end", lose);
    closing.addEventListener("abort", lose, { once: true });
  });

async function checkUntil(
  lost: Promise<"lost">,
  client: pg.Client,
  checkEveryMs: number,
  onChecked: (sentAt: number) => void,
): Promise<void> {
  const check = () => {
    const sentAt = performance.now();
    return client.query("SELECT 1").then(
      () => {
        onChecked(sentAt);
        return null;
      },
      () => "lost" as const,
    );
  };
  for (;;) {
    const timer = new AbortController();
    const due = pause(checkEveryMs, null, { signal: timer.signal }).catch(() => null);
    const outcome = (await Promise.race([lost, due])) ?? (await Promise.race([lost, check()]));
    timer.abort();
    if (outcome === "lost") return;
  }
}
