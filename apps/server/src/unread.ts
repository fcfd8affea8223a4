import type { IncomingMessage, ServerResponse } from "node:http";
import type { Services } from "@countinghouse/api/services";
import { LARGEST_READ_OVER } from "./call-bodies.ts";
import { calls } from "./metrics/metrics.ts";

/** A refusal is sent after this time, which slows down a flood over a few connections. */
const HELD_MS = 1_000;

/** The interval of log lines. */
const TELL_EVERY_MS = 60_000;

/**
 * Handles refusals of unread requests, such as too many requests or too large bodies, at almost no cost. Each one is counted and answered
 * late. The log has at most one line a minute for each outcome and route.
 */
export function createUnread({ log }: Pick<Services, "log">, now: () => number = () => performance.now()) {
  const lines = new Map<string, { times: number; toldAt: number }>();
  return {
    /** Counts a refusal. `route` is one of the server's own, because an address can contain a ticket. */
    count: (outcome: string, route: string): void => {
      calls.inc({ procedure: "(unread)", outcome });
      const name = `${outcome} ${route}`;
      const line = lines.get(name) ?? { times: 0, toldAt: Number.NEGATIVE_INFINITY };
      lines.set(name, line);
      line.times++;
      if (now() < line.toldAt + TELL_EVERY_MS) return;
      log.warn({ times: line.times, outcome, route }, "refused unread");
      line.times = 0;
      line.toldAt = now();
    },
    /** Resolves at the time for the answer, or at once when the connection is closed. */
    hold: (response: ServerResponse): Promise<void> =>
      new Promise((resolve) => {
        const held = setTimeout(resolve, HELD_MS);
        response.once("close", () => {
          clearTimeout(held);
          resolve();
        });
      }),
  };
}

export type Unread = ReturnType<typeof createUnread>;

/** Before the answer: skips a short body, so that a browser receives the answer. Any other body ends its connection unread. */
export function letGo(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (isShort(request)) request.resume();
  else response.setHeader("connection", "close");
}

/** The time in which the sender of a long body can read the answer. */
const SKIPPED_MS = 500;

/** Skips the rest of a body after the answer. A long body ends its connection. */
export function skipRest(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  if (isShort(request)) return;
  const late = setTimeout(() => request.destroy(), SKIPPED_MS);
  request.once("close", () => clearTimeout(late));
}

const isShort = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= LARGEST_READ_OVER;
