import { beginsWords } from "@/lib/begins-words.ts";
import { guideKey } from "@/paths.ts";
import type { Summary } from "./tree.ts";

const summaries = Object.fromEntries(
  Object.entries(
    import.meta.glob<Summary>("../../../../../docs/guide/*.md", {
      query: "?summary",
      import: "default",
      eager: true,
    }),
  ).map(([file, summary]) => [file.replace(/^.*\/|\.md$/g, ""), summary]),
);

/** The chapter that lists the others. */
export const CONTENTS = "README";
const MOST_FOUND = 8;
const MOST_OF_A_PART = 3;
const SHORTEST_SEARCH = 2;

export const chapterTitle = (name: string): string => summaries[name]?.title ?? name;

/** The chapters under their headings, in the order of the contents. */
export const chapterGroups = (summaries[CONTENTS]?.lists ?? []).map(({ heading, chapters }) => ({
  heading,
  chapters: chapters.map((name) => ({ name, title: chapterTitle(name) })),
}));

/** The chapter that an address of the guide means: by its name, or by a page that it is about. Null for none. */
export function findChapter(key: string): string | null {
  if (key in summaries && key !== CONTENTS) return key;
  const about = Object.entries(summaries).find(([, { pages }]) =>
    pages.some((page) => guideKey(page) === key),
  );
  return about?.[0] ?? null;
}

export interface Found {
  chapter: string;
  part: string;
  title: string;
  /** What it stands in; null for a chapter. */
  above: string | null;
}

/** The parts of the guide that are called so, or explain a message or a word that begins so; chapters first. */
export function searchGuide(typed: string): Found[] {
  if (typed.trim().length < SHORTEST_SEARCH) return [];
  const found = Object.entries(summaries).flatMap(([chapter, { title, parts }]) =>
    chapter === CONTENTS
      ? []
      : parts.flatMap((part): (Found & { rank: number })[] => {
          const isChapter = part.id === "";
          if (beginsWords(isChapter ? part.title : `${title} ${part.title}`, typed))
            return [
              {
                chapter,
                part: part.id,
                title: part.title,
                above: isChapter ? null : title,
                rank: isChapter ? 0 : 1,
              },
            ];
          return part.words
            .filter((word) => beginsWords(word, typed))
            .slice(0, MOST_OF_A_PART)
            .map((word) => ({
              chapter,
              part: part.id,
              title: word,
              above: `${title}: ${part.title}`,
              rank: 2,
            }));
        }),
  );
  return found.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_FOUND);
}
