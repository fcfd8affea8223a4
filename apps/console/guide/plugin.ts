import type { Plugin } from "vite";
import { compileChapter, summarise } from "./compile.ts";

const CHAPTER = /\/docs\/guide\/[\w-]+\.md(\?summary)?$/;

/** Makes a module of each chapter of the guide: the chapter, or with `?summary` what is known of it without loading it. */
export const guideChapters = (): Plugin => ({
  name: "guide-chapters",
  enforce: "pre",
  transform(markdown, id) {
    const [, summary] = CHAPTER.exec(id) ?? [];
    if (!CHAPTER.test(id)) return undefined;
    const chapter = compileChapter(markdown);
    const made = summary === undefined ? chapter : summarise(chapter);
    return { code: `export default ${JSON.stringify(made)};`, map: null, moduleType: "js" };
  },
});
