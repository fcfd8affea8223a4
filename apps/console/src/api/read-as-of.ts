import { useSyncExternalStore } from "react";

/** What stands in an answer that was read from a copy of the database: procedures, and as of when each was. */
const HEADER = "x-read-as-of";

const known = new Map<string, string>();
const followers = new Set<() => void>();

/** Keeps what an answer says of its procedures; one that says nothing was read from the database itself. */
export function keepReadAsOf({ url, headers }: Pick<Response, "url" | "headers">): void {
  const said = new Map(
    (headers.get(HEADER) ?? "").split(", ").map((pair) => pair.split("=") as [string, string | undefined]),
  );
  const [, path = ""] = /\/trpc\/([^?]*)/.exec(url) ?? [];
  for (const procedure of decodeURIComponent(path).split(",")) {
    const at = said.get(procedure);
    if (at === undefined) known.delete(procedure);
    else known.set(procedure, at);
  }
  for (const follow of followers) follow();
}

const subscribe = (follow: () => void) => {
  followers.add(follow);
  return () => void followers.delete(follow);
};

/** As of when the last answer of a procedure was read, where that was from a copy; null where it was not. */
export const useReadAsOf = (procedure: string): string | null =>
  useSyncExternalStore(subscribe, () => known.get(procedure) ?? null);
