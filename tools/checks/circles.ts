import { posix } from "node:path";
import { findImports } from "./imports.ts";
import { isTest, type SourceFile } from "./repository-files.ts";

const API = "packages/api/src/";

/**
 * Sentences about the circles between the domains of packages/api, imports of types among them: one for each domain that
 * comes back to itself, by the shortest way. A router is no part of its domain: it stands above all of them, as what it is
 * put together from does.
 */
export function domainCircles(files: readonly SourceFile[]): string[] {
  const arrows = findArrows(files.filter(({ path }) => path.startsWith(API) && !isTest(path)));
  const ways = [...arrows.keys()].toSorted().map((room) => wayBack(arrows, room));
  const reported = new Set<string>();
  return ways.flatMap((way) => {
    if (way === null) return [];
    const rooms = way
      .map(({ from }) => from)
      .toSorted()
      .join();
    if (reported.has(rooms)) return [];
    reported.add(rooms);
    return [
      `${way.map(({ from }) => from).join(" → ")} → ${way[0]?.from ?? ""}: ${way.map(({ said }) => said).join("; ")}`,
    ];
  });
}

interface Arrow {
  from: string;
  to: string;
  /** One import that makes it. */
  said: string;
}

type Arrows = ReadonlyMap<string, readonly Arrow[]>;

function findArrows(files: readonly SourceFile[]): Arrows {
  const arrows = new Map<string, Map<string, Arrow>>();
  for (const { path, text } of files) {
    const from = folderName(path);
    const leaving = arrows.get(from) ?? new Map<string, Arrow>();
    for (const { from: name } of findImports(text)) {
      if (!name.startsWith(".")) continue;
      const target = posix.join(posix.dirname(path), name);
      const to = folderName(target);
      const said = `${path.slice(API.length)} imports ${target.slice(API.length)}`;
      if (to !== from && !leaving.has(to)) leaving.set(to, { from, to, said });
    }
    arrows.set(from, leaving);
  }
  return new Map([...arrows].map(([room, leaving]) => [room, [...leaving.values()]]));
}

/** The folder of a domain; a router, and a file outside of the domains, is a room of its own. */
function folderName(path: string): string {
  const within = path.slice(API.length);
  return within.includes("/") && !within.endsWith("/router.ts")
    ? within.slice(0, within.indexOf("/"))
    : within;
}

/** The shortest way from a room back to it; null when there is none. */
function wayBack(arrows: Arrows, room: string): Arrow[] | null {
  const ways: Arrow[][] = (arrows.get(room) ?? []).map((arrow) => [arrow]);
  const seen = new Set<string>();
  for (const way of ways) {
    const last = way.at(-1)?.to ?? room;
    if (last === room) return way;
    if (seen.has(last)) continue;
    seen.add(last);
    ways.push(...(arrows.get(last) ?? []).map((arrow) => [...way, arrow]));
  }
  return null;
}
