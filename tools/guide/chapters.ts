import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileChapter } from "../../apps/console/guide/compile.ts";
import type { Block, Chapter, Inline } from "../../apps/console/src/components/guide/tree.ts";
import { ROOT } from "../checks/repository-files.ts";

const GUIDE = join(ROOT, "docs/guide");
export const PICTURES = join(GUIDE, "pictures");
export const CONTENTS = "README";

/** Every chapter of the guide by its name, the contents among them. */
export const readChapters = (): ReadonlyMap<string, Chapter> =>
  new Map(
    readdirSync(GUIDE)
      .filter((file) => file.endsWith(".md"))
      .map((file) => [file.replace(/\.md$/, ""), compileChapter(readFileSync(join(GUIDE, file), "utf8"))]),
  );

/** All blocks of a chapter, those in lists included. */
export const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) =>
    block.kind === "list" ? [block, ...block.items.flatMap((item) => allBlocks(item.blocks))] : [block],
  );

/** All text of a chapter, piece by piece, without the texts of links. */
export const allText = (chapter: Chapter): Inline[] =>
  allBlocks(chapter.blocks).flatMap((block) => {
    switch (block.kind) {
      case "heading":
      case "paragraph":
        return block.text;
      case "table":
        return [...block.head, ...block.rows.flat()].flat();
      default:
        return [];
    }
  });
