import { Button } from "@/ui/button.tsx";

type PagerProps = {
  /** What the pages are of, for those who do not see it. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
};

/** Under a table: the page in sight, and the ones before and behind it. Nothing to turn where all is on one page. */
export function Pager({ label, page, pages, onPage }: PagerProps) {
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav
      aria-label={`Pages of ${label}`}
      data-print="hide"
      className="flex items-center justify-end gap-2 px-3 py-2"
    >
      <span className="text-sm text-muted-foreground">
        Page {page} of {pages}
      </span>
      <Button
        size="small"
        disabledReason={page <= 1 ? "This is the first page." : null}
        onClick={() => onPage(Math.min(page - 1, pages))}
      >
        Previous
      </Button>
      <Button
        size="small"
        disabledReason={page >= pages ? "This is the last page." : null}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}
