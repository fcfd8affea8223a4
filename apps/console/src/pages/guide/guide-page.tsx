import { useQuery } from "@tanstack/react-query";
import { SearchIcon } from "lucide-react";
import { useEffect } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { CONTENTS, chapterGroups, chapterTitle, findChapter } from "@/components/guide/contents.ts";
import type { Block, Chapter } from "@/components/guide/tree.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { openPalette } from "@/lib/overlay.ts";
import { GUIDE_CHAPTER_ROUTE, paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { ChapterText } from "./chapter-text.tsx";

const loaders = import.meta.glob<Chapter>("../../../../../docs/guide/*.md", { import: "default" });

/** The guide for staff: its contents, or the chapter that the address names, itself or by a page it is about. */
export default function GuidePage() {
  const [pathname] = useLocation();
  const key = GUIDE_CHAPTER_ROUTE.exec(pathname)?.groups?.chapter ?? null;
  const chapter = key === null ? CONTENTS : findChapter(key);
  if (chapter === null) return <Redirect to={paths.guide()} replace />;
  if (key !== null && key !== chapter) return <Redirect to={paths.guide({ chapter })} replace />;
  return <ChapterPage name={chapter} />;
}

const ChapterPage = ({ name }: { name: string }) => (
  <>
    <PageHeader
      title={name === CONTENTS ? PAGE_TITLES.guide : chapterTitle(name)}
      aside={
        name === CONTENTS ? null : (
          <Link href={paths.guide()} className="text-sm text-link underline underline-offset-4 lg:hidden">
            Contents of the guide
          </Link>
        )
      }
      actions={
        <Button onClick={openPalette}>
          <SearchIcon aria-hidden />
          Search the guide
        </Button>
      }
    />
    <div className="flex items-start gap-10">
      <article className="max-w-[46rem] min-w-0 flex-1 text-sm leading-relaxed">
        <LoadedChapter key={name} name={name} />
      </article>
      <ChapterList current={name} />
    </div>
  </>
);

function LoadedChapter({ name }: { name: string }) {
  const query = useQuery({
    queryKey: ["guide", name],
    queryFn: () => loadChapter(name),
    staleTime: "static",
    networkMode: "always",
  });
  if (query.data) return <WholeChapter blocks={query.data.blocks} />;
  if (!query.isError) return null;
  return (
    <ErrorState
      message="This chapter could not be loaded."
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

/** Once it is there, the part that the address names comes into sight. */
function WholeChapter({ blocks }: { blocks: readonly Block[] }) {
  useEffect(goToPart, []);
  return <ChapterText blocks={blocks} />;
}

/** All chapters, beside the one that is read where there is room. */
const ChapterList = ({ current }: { current: string }) => (
  <nav
    aria-label="Chapters"
    className="sticky top-[calc(var(--topbar-h)+1.25rem)] max-h-[calc(100svh-var(--topbar-h)-2.5rem)] w-60 shrink-0 overflow-y-auto text-sm max-lg:hidden print:hidden"
  >
    <Link href={paths.guide()} className={linkClass} aria-current={current === CONTENTS ? "page" : undefined}>
      Contents
    </Link>
    {chapterGroups.map(({ heading, chapters }) => (
      <div key={heading} className="mt-3">
        <p className="px-2 text-xs text-muted-foreground">{heading}</p>
        <ul>
          {chapters.map(({ name, title }) => (
            <li key={name}>
              <Link
                href={paths.guide({ chapter: name })}
                className={linkClass}
                aria-current={current === name ? "page" : undefined}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

const linkClass =
  "block rounded-md px-2 py-1 hover:bg-accent aria-[current=page]:bg-accent aria-[current=page]:font-medium";

function loadChapter(name: string): Promise<Chapter> {
  const load = loaders[`../../../../../docs/guide/${name}.md`];
  return load ? load() : Promise.reject(new Error(`There is no chapter ${name}.`));
}

function goToPart(): void {
  const part = decodeURIComponent(window.location.hash.slice(1));
  if (part !== "") document.getElementById(part)?.scrollIntoView();
}
