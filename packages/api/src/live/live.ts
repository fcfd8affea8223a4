import { setTimeout as pause } from "node:timers/promises";
import { type Listener, listen } from "@countinghouse/db/listen";
import { DomainError } from "../errors.ts";

export interface WithLive {
  /** What browsers are told as it happens. */
  live: Live;
}

/** The channel that says of bulk jobs that something changed. Sent after the commit, outside money transactions. */
export const BULK_JOBS_CHANNEL = "bulk_jobs";

/** As many as one admin may hold in one process: a browser holds one for each window in sight. */
export const STREAMS_AN_ADMIN = 12;
const TOO_MANY_STREAMS = "Too many windows are open for live updates.";

/** How often everybody looks again without having heard anything, in ms. */
export interface LookEvery {
  /** While notices are heard: one may be lost. */
  heardMs: number;
  /** While none can be heard. */
  unheardMs: number;
}

/** While no notice can be heard, the tables are looked at as often as a browser would. */
const LOOK_EVERY: LookEvery = { heardMs: 5_000, unheardMs: 2_000 };

export interface Follower {
  /** Resolves when there may be something new, `atLeastMs` from now. Rejects with an AbortError at the end. */
  next(atLeastMs: number): Promise<void>;
  close(): void;
}

export interface Live {
  /**
   * Follows the news on behalf of an admin, until `signal` is aborted or the process stops. Throws LIMITED when that
   * admin follows too often already.
   */
  follow(adminId: string, signal: AbortSignal | undefined): Follower;
  /** How many notices this process has heard: what was read after the last one knows of it. */
  notices(): number;
  /** Ends all that follow. */
  close(): Promise<void>;
}

/**
 * The news of bulk jobs in one process: one connection listens for all that follow, from the first of them on. What is
 * heard only wakes; the tables say what is new.
 */
export function createLive(url: string, lookEvery = LOOK_EVERY): Live {
  const closing = new AbortController();
  const bells = new Set<Bell>();
  const byAdmin = new Map<string, number>();
  let listener: Listener | null = null;
  let isHeard = false;
  let notices = 0;
  const ringAll = () => {
    notices++;
    for (const { ring } of bells) ring();
  };
  const start = () =>
    listen(url, BULK_JOBS_CHANNEL, {
      onNotice: ringAll,
      onConnected: () => {
        isHeard = true;
        ringAll();
      },
      onLost: () => {
        isHeard = false;
      },
    });
  return {
    follow: (adminId, signal) => {
      const open = byAdmin.get(adminId) ?? 0;
      if (open >= STREAMS_AN_ADMIN) throw new DomainError("LIMITED", TOO_MANY_STREAMS);
      byAdmin.set(adminId, open + 1);
      listener ??= start();
      const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      const bell = createBell();
      bells.add(bell);
      ended.addEventListener("abort", bell.ring);
      return {
        next: async (atLeastMs) => {
          await pause(atLeastMs, undefined, { signal: ended });
          await bell.heard(isHeard ? lookEvery.heardMs : lookEvery.unheardMs);
          ended.throwIfAborted();
        },
        close: () => {
          if (!bells.delete(bell)) return;
          ended.removeEventListener("abort", bell.ring);
          const left = (byAdmin.get(adminId) ?? 1) - 1;
          if (left > 0) byAdmin.set(adminId, left);
          else byAdmin.delete(adminId);
        },
      };
    },
    notices: () => notices,
    close: async () => {
      closing.abort();
      await listener?.close();
    },
  };
}

type Bell = ReturnType<typeof createBell>;

/** Rung once or often before somebody listens, it is heard once. */
function createBell() {
  let isRung = false;
  let answer: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      answer?.();
    },
    heard: async (withinMs: number) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        answer = null;
      }
      isRung = false;
    },
  };
}
