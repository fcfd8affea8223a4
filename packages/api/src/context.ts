import type { ReadDb } from "@countinghouse/db";
import type { Actor, AdminActor } from "./actor.ts";
import { type Command, createCommand } from "./command.ts";
import type { Core } from "./core.ts";
import type { ChooseCopy } from "./read-copy.ts";
import { createReading, type Reading } from "./reading.ts";

/** What one HTTP request brings. */
export interface RequestFacts {
  correlationId: string;
  ip: string;
  userAgent: string;
  /** The refresh token from the cookie, or null. */
  refreshToken: string | null;
  /** The tokens of the device cookies that the browser holds, one for each admin who has signed in on it. */
  deviceTokens: readonly string[];
  /** Whether the browser says the request comes from our own pages. */
  sameSite: boolean;
  /** Headers of the answer. */
  answer: Pick<Headers, "append" | "set">;
}

/**
 * What a service function gets: it reads through `db` and writes through `command` alone. `Own` is what it uses beside the
 * core, such as an engine or a port.
 */
export interface Ctx<Who extends Actor = Actor, Own extends object = object> {
  actor: Who;
  db: ReadDb;
  command: Command;
  /** Counts which customers the actor looks at, and leaves an event of each look. */
  reading: Reading;
  now: () => Date;
  /** Where a report, an export or a search may read instead of `db`. */
  copy: ChooseCopy;
  services: Omit<Core & Own, "db">;
  request: RequestFacts;
  /** The approval by which a command is being done that waited for it; null for everything else. */
  approvalId: string | null;
}

export type AdminCtx<Own extends object = object> = Ctx<AdminActor, Own>;

/** Puts together the context of one request or job. */
export function createCtx<Who extends Actor, Own extends object>(
  services: Core & Own,
  actor: Who,
  request: RequestFacts,
  approvalId: string | null = null,
): Ctx<Who, Own> {
  return {
    actor,
    db: services.db.read,
    reading: createReading(services, actor),
    command: createCommand(services, actor, approvalId),
    copy: services.copies(actor),
    now: services.now,
    // Not copied without its database: that would be a good part of what a short call costs, and the type keeps it away.
    services,
    request,
    approvalId,
  };
}
