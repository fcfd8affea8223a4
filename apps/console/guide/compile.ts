import { marked, type Token, type Tokens } from "marked";
import type { Block, Chapter, Inline, Item, Summary } from "../src/components/guide/tree.ts";

const PAGES = /^<!--\s*pages:([^>]*)-->\s*$/;

/**
 * A chapter of the guide from its markdown. It takes what the guide needs and throws on all else: headings, paragraphs,
 * lists, checklists, tables, pictures, links, code and labels in bold.
 */
export function compileChapter(markdown: string): Chapter {
  const tokens = marked.lexer(markdown);
  const [first] = tokens;
  if (first?.type !== "heading" || first.depth !== 1) throw new Error("A chapter begins with its title.");
  const pages = tokens.flatMap((token) => (token.type === "html" ? readPages(token.raw) : []));
  const rest = tokens.slice(1).filter(({ type }) => type !== "html");
  return { title: plain(inline(first.tokens ?? [])), pages, blocks: rest.flatMap(block) };
}

/** What is known of a chapter without loading it: its parts with what is explained there. */
export function summarise({ title, pages, blocks }: Chapter): Summary {
  const parts: Summary["parts"] = [{ id: "", title, words: [] }];
  const lists: Summary["lists"] = [];
  for (const each of blocks) {
    if (each.kind === "heading") parts.push({ id: each.id, title: plain(each.text), words: [] });
    if (each.kind === "table")
      parts.at(-1)?.words.push(...each.rows.map(([cell]) => plain(cell ?? [])).filter(Boolean));
    if (each.kind === "list") {
      const chapters = each.items.flatMap(({ blocks: inside }) => inside.flatMap(linkedChapters));
      if (chapters.length > 0) lists.push({ heading: parts.at(-1)?.title ?? "", chapters });
    }
  }
  return { title, pages, parts, lists };
}

/** The text without its marks. */
export const plain = (text: readonly Inline[]): string =>
  text
    .map((each) => {
      if (typeof each === "string") return each;
      return each.kind === "link" ? plain(each.text) : each.text;
    })
    .join("");

function readPages(html: string): string[] {
  const [, list] = PAGES.exec(html.trim()) ?? [];
  if (list === undefined) throw new Error(`A chapter holds no HTML but the pages it is about: ${html}`);
  return list.trim().split(/\s+/);
}

function linkedChapters(each: Block): string[] {
  if (each.kind !== "paragraph") return [];
  return each.text.flatMap((part) =>
    typeof part === "object" && part.kind === "link" && /^[\w-]+\.md$/.test(part.to)
      ? [part.to.replace(/\.md$/, "")]
      : [],
  );
}

function block(token: Token): Block[] {
  switch (token.type) {
    case "space":
      return [];
    case "heading": {
      const text = inline(token.tokens ?? []);
      return [{ kind: "heading", level: token.depth, id: headingId(plain(text)), text }];
    }
    case "text":
    case "paragraph":
      return paragraph(token.tokens ?? []);
    case "list":
      return [{ kind: "list", ordered: token.ordered, items: (token as Tokens.List).items.map(item) }];
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [
        {
          kind: "table",
          head: header.map(({ tokens }) => inline(tokens)),
          rows: rows.map((row) => row.map(({ tokens }) => inline(tokens))),
        },
      ];
    }
    default:
      throw new Error(`The guide has no ${token.type}: ${token.raw}`);
  }
}

function paragraph(tokens: readonly Token[]): Block[] {
  const [only] = tokens;
  if (only?.type === "image" && tokens.length === 1)
    return [{ kind: "picture", file: only.href, alt: only.text }];
  return [{ kind: "paragraph", text: inline(tokens) }];
}

const item = ({ task, tokens }: Tokens.ListItem): Item => ({
  task,
  blocks: tokens.filter(({ type }) => type !== "checkbox").flatMap(block),
});

function inline(tokens: readonly Token[]): Inline[] {
  return tokens.map((token): Inline => {
    switch (token.type) {
      case "text":
      case "escape":
        return token.text.replaceAll("\n", " ");
      case "strong":
        return { kind: "label", text: plain(inline(token.tokens ?? [])) };
      case "codespan":
        return { kind: "code", text: token.text };
      case "link":
        return { kind: "link", to: token.href, text: inline(token.tokens ?? []) };
      default:
        throw new Error(`A line of the guide has no ${token.type}: ${token.raw}`);
    }
  });
}

/** As GitHub names headings, so that a link works in both places. */
const headingId = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
