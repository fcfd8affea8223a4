import type { Database } from "@countinghouse/db";
import { listen } from "@countinghouse/db/listen";
import type { Actor } from "../actor.ts";
import { type LiveSession, readSession } from "./sessions.ts";
import type { WithTokens } from "./tokens.ts";

export interface WithKnownSessions {
  /** Where it is missing the database is asked each time. */
  knownSessions?: KnownSessions;
}

/** Who calls, for what only reads: from what this process knows while it hears of each session that ends. */
export interface KnownSessions {
  /**
   * The admin of a bearer token as `readActor` tells it, without asking the database about a session that is known here. It
   * asks whenever it can not be sure to hear of an end.
   */
  readActor(bearer: string | null, ip: string): Promise<Actor>;
  /** What this process has changed counts here at once, before its own notice is heard. */
  forget(): void;
  /** Whether it hears. */
  isHearing(): boolean;
  close(): Promise<void>;
}

/** The database says here, by triggers (`tell_of_sessions`), that a session has ended or its admin is another than before. */
const SESSIONS_CHANNEL = "admin_sessions";

/** A connection whose other end vanished without a word is not believed for longer. */
const BELIEVED_MS = 1_500;
const CHECK_EVERY_MS = 500;
/** More are never signed in; beyond it all are forgotten. */
const MOST_KNOWN = 10_000;

/**
 * Keeps in mind the sessions that were asked for. Any notice forgets all of them, and so does the loss of the connection that
 * listens; what was read while a notice came is not kept, since it may be from before.
 */
export function createKnownSessions(
  from: { db: Pick<Database, "read" | "directUrl">; now: () => Date } & WithTokens,
): KnownSessions {
  const known = new Map<string, LiveSession>();
  let heardAt = Number.NEGATIVE_INFINITY;
  let notices = 0;
  const forget = () => {
    notices++;
    known.clear();
  };
  const isHearing = () => performance.now() - heardAt < BELIEVED_MS;
  const listener = listen(
    from.db.directUrl,
    SESSIONS_CHANNEL,
    {
      onNotice: forget,
      // What is said from now on is heard; that it is, the first look shows.
      onConnected: forget,
      onLost: () => {
        heardAt = Number.NEGATIVE_INFINITY;
        forget();
      },
      onChecked: (sentAt) => {
        heardAt = sentAt;
      },
    },
    { checkEveryMs: CHECK_EVERY_MS },
  );
  const lookUp = async (claims: { adminId: string; sessionId: string }): Promise<LiveSession | null> => {
    const held = isHearing() ? known.get(claims.sessionId) : undefined;
    if (held?.admin.id === claims.adminId && held.until > from.now()) return held;
    const heard = notices;
    const session = await readSession(from, claims);
    if (session === null || heard !== notices || !isHearing()) return session;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(claims.sessionId, session);
    return session;
  };
  return {
    readActor: async (bearer, ip) => {
      const claims = bearer === null ? null : await from.tokens.verify(bearer);
      const session = claims && (await lookUp(claims));
      return session?.admin ?? { kind: "visitor", ip };
    },
    forget,
    isHearing,
    close: () => listener.close(),
  };
}
