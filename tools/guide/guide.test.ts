import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { plain, summarise } from "../../apps/console/guide/compile.ts";
import type { Chapter } from "../../apps/console/src/components/guide/tree.ts";
import { SCREENS } from "../../e2e/guide/screens.ts";
import { ROOT } from "../checks/repository-files.ts";
import { allBlocks, allText, CONTENTS, PICTURES, readChapters } from "./chapters.ts";
import { readProductTexts } from "./product-texts.ts";

/** Addresses that show no page of their own: they lead on. */
const WITHOUT_CHAPTER = ["/", "/admin", "/admin/guide"];
const PARTS_OF_A_PAGE = ["Step by step", "Rules and limits", "Messages"];
const MOST_BYTES_OF_PICTURES = 4_000_000;

const chapters = readChapters();
const summaries = new Map([...chapters].map(([name, chapter]) => [name, summarise(chapter)]));
const pageChapters = [...chapters].filter(([, { pages }]) => pages.length > 0);
const texts = readProductTexts();

it("has a chapter for every page of the console, and each page in one", () => {
  const told = [...chapters.values()].flatMap(({ pages }) => pages);
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
  expect(told.toSorted()).toEqual(
    pageRoutes()
      .filter((path) => !WITHOUT_CHAPTER.includes(path))
      .toSorted(),
  );
});

it("lists every chapter once in the contents", () => {
  const listed = summaries.get(CONTENTS)?.lists.flatMap((list) => list.chapters) ?? [];
  expect(listed.toSorted()).toEqual([...chapters.keys()].filter((name) => name !== CONTENTS).toSorted());
});

it.each(pageChapters)(
  "says of a page how it is worked with, by which rules, and what its messages mean: %s",
  (_, chapter) => {
    const parts = summarise(chapter).parts.map(({ title }) => title);
    expect(parts.filter((part) => PARTS_OF_A_PAGE.includes(part))).toEqual(PARTS_OF_A_PAGE);
  },
);

it.each([...chapters])("leads only to chapters, parts and pictures that there are: %s", (name, chapter) => {
  const missing = links(chapter).filter((to) => !leadsSomewhere(name, to));
  expect(missing).toEqual([]);
  const pictures = allBlocks(chapter.blocks).flatMap((block) =>
    block.kind === "picture" ? [block.file] : [],
  );
  expect(pictures.filter((file) => !existsSync(join(PICTURES, "..", file)))).toEqual([]);
});

it("has a picture of each screen that the command takes, shows each, and keeps all of them small", () => {
  const files = readdirSync(PICTURES).filter((file) => file.endsWith(".webp"));
  const taken = SCREENS.map(({ name }) => `${name}.webp`);
  expect(files.toSorted()).toEqual(taken.toSorted());
  const shown = [...chapters.values()].flatMap(({ blocks }) =>
    allBlocks(blocks).flatMap((block) =>
      block.kind === "picture" ? [block.file.replace("pictures/", "")] : [],
    ),
  );
  expect(taken.filter((file) => !shown.includes(file))).toEqual([]);
  const bytes = files.reduce((sum, file) => sum + statSync(join(PICTURES, file)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES_OF_PICTURES);
});

it.each([...chapters])("calls what is on the screen as the screen does: %s", (_, chapter) => {
  const labels = allText(chapter).flatMap((part) =>
    typeof part === "object" && part.kind === "label" ? [part.text] : [],
  );
  expect(labels.filter((label) => !texts.isLabel(label))).toEqual([]);
});

it.each([...chapters])("explains only messages that the product has: %s", (_, chapter) => {
  const messages = allBlocks(chapter.blocks).flatMap((block) =>
    block.kind === "table" && plain(block.head[0] ?? []) === "Message"
      ? block.rows.map(([cell]) => plain(cell ?? []))
      : [],
  );
  expect(messages.filter((message) => !texts.says(message))).toEqual([]);
});

it("notices a label and a message that the product does not have", () => {
  expect(texts.isLabel("Get All Loan")).toBe(true);
  expect(texts.isLabel("Get Every Loan")).toBe(false);
  expect(texts.says("Maximum Allowed Offer Limit is … USD")).toBe(true);
  expect(texts.says("Maximum Allowed Offer Limit is … euros")).toBe(false);
});

const links = (chapter: Chapter): string[] =>
  allText(chapter).flatMap((part) => (typeof part === "object" && part.kind === "link" ? [part.to] : []));

function leadsSomewhere(from: string, to: string): boolean {
  const [, file, part] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(to) ?? [];
  const chapter = summaries.get(file ?? from);
  if (chapter === undefined || (file === undefined && part === undefined)) return false;
  return part === undefined || chapter.parts.some(({ id }) => id === part);
}

/** The paths of the pages, as the console spells them. */
function pageRoutes(): string[] {
  const code = readFileSync(join(ROOT, "apps/console/src/paths.ts"), "utf8");
  const table = /export const routes = \{([\s\S]*?)\n\}/.exec(code)?.[1] ?? "";
  return Array.from(table.matchAll(/: "([^"]+)"/g), ([, path = ""]) => path);
}
