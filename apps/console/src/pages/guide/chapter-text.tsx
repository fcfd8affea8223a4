import { Fragment, type ReactNode } from "react";
import { Link } from "wouter";
import type { Block, Inline, Item } from "@/components/guide/tree.ts";
import { paths } from "@/paths.ts";

const pictures = import.meta.glob<string>("../../../../../docs/guide/pictures/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});

/** What a chapter says. */
export const ChapterText = ({ blocks }: { blocks: readonly Block[] }) => (
  <>{blocks.map((block, at) => keyed(at, <BlockText block={block} />))}</>
);

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h2 id={block.id} className="mt-8 mb-2 scroll-mt-16 border-b pb-1 text-lg font-semibold">
          <InlineText text={block.text} />
        </h2>
      ) : (
        <h3 id={block.id} className="mt-5 mb-1 scroll-mt-16 text-base font-semibold">
          <InlineText text={block.text} />
        </h3>
      );
    case "paragraph":
      return (
        <p className="my-2">
          <InlineText text={block.text} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, at) => keyed(at, <ItemText item={item} />));
      return block.ordered ? (
        <ol className="my-2 list-decimal space-y-1 pl-6">{items}</ol>
      ) : (
        <ul
          className={
            block.items.some(({ task }) => task) ? "my-2 space-y-1.5" : "my-2 list-disc space-y-1 pl-6"
          }
        >
          {items}
        </ul>
      );
    }
    case "table":
      return <TableText head={block.head} rows={block.rows} />;
    default:
      return (
        <img
          src={pictureAddress(block.file)}
          alt={block.alt}
          loading="lazy"
          className="my-4 w-full rounded-lg border bg-white"
        />
      );
  }
}

/** A line of a checklist can be ticked off while the page is open. */
const ItemText = ({ item: { task, blocks } }: { item: Item }) => (
  <li>
    {task ? (
      <label className="flex items-start gap-2">
        <input type="checkbox" className="mt-1 size-3.5 shrink-0 accent-primary" />
        <span>
          <ItemBlocks blocks={blocks} />
        </span>
      </label>
    ) : (
      <ItemBlocks blocks={blocks} />
    )}
  </li>
);

/** The first paragraph of an item is its line. */
const ItemBlocks = ({ blocks: [first, ...others] }: { blocks: readonly Block[] }) => (
  <>
    {first?.kind === "paragraph" ? <InlineText text={first.text} /> : first && <BlockText block={first} />}
    <ChapterText blocks={others} />
  </>
);

type Cells = readonly Inline[][];

const TableText = ({ head, rows }: { head: Cells; rows: readonly Cells[] }) => (
  // It never scrolls sideways: on a phone its words break.
  <div className="my-3 overflow-hidden rounded-lg border">
    <table className="w-full text-left [overflow-wrap:anywhere]">
      <thead className="bg-muted text-xs text-muted-foreground">
        <tr>
          {head.map((cell, at) =>
            keyed(
              at,
              <th scope="col" className="px-3 py-1.5 font-medium max-sm:px-2">
                <InlineText text={cell} />
              </th>,
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) =>
          keyed(
            at,
            <tr className="border-t align-top">
              {row.map((cell, column) =>
                keyed(
                  column,
                  <td className="px-3 py-1.5 max-sm:px-2">
                    <InlineText text={cell} />
                  </td>,
                ),
              )}
            </tr>,
          ),
        )}
      </tbody>
    </table>
  </div>
);

const InlineText = ({ text }: { text: readonly Inline[] }) => (
  <>{text.map((part, at) => keyed(at, inlinePart(part)))}</>
);

function inlinePart(part: Inline): ReactNode {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "label":
      return <strong className="font-semibold">{part.text}</strong>;
    case "code":
      return <code className="rounded-sm bg-muted px-1 font-mono text-[0.925em]">{part.text}</code>;
    default:
      return (
        <Link href={linkAddress(part.to)} className="text-link underline underline-offset-4">
          <InlineText text={part.text} />
        </Link>
      );
  }
}

/** Text stands still: the place of a part is its name. */
const keyed = (at: number, child: ReactNode) => <Fragment key={at}>{child}</Fragment>;

/** A link names another chapter by its file, a part of one, or a part of this one. */
function linkAddress(to: string): string {
  const [, chapter, part] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(to) ?? [];
  return chapter === undefined ? `#${part}` : paths.guide({ chapter, part });
}

function pictureAddress(file: string): string | undefined {
  return Object.entries(pictures).find(([path]) => path.endsWith(`/${file}`))?.[1];
}
