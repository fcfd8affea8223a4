import { BUSINESS_PAGE_SIZES, type BusinessPageSize } from "@countinghouse/validators/businesses/rules";
import { ChevronLeftIcon, ChevronRightIcon } from "lucide-react";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/select.tsx";
import type { BusinessView } from "./use-business-view.ts";

const SIZE_OPTIONS = BUSINESS_PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} a page` }));

type BusinessPagerProps = { view: BusinessView; count: number };

/** Under the table: which rows of how many these are, how many a page has, and the other pages. */
export function BusinessPager({ view: { page, pageSize, goToPage, showOnPage }, count }: BusinessPagerProps) {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const whyNotBack = page <= 1 ? "This is the first page." : null;
  const whyNotOn = page >= pages ? "This is the last page." : null;
  return (
    <nav
      aria-label="Pages of businesses"
      data-print="hide"
      className="mt-3 flex flex-wrap items-center justify-end gap-2 text-sm text-muted-foreground"
    >
      <span className="mr-auto num">
        Page {page.toLocaleString("en-US")} of {pages.toLocaleString("en-US")}
      </span>
      <div className="w-32">
        <Select
          aria-label="Rows of a page"
          options={SIZE_OPTIONS}
          value={String(pageSize)}
          onChange={(text) => showOnPage(parsePageSize(text))}
        />
      </div>
      <Button disabledReason={whyNotBack} onClick={() => goToPage(Math.min(page - 1, pages))}>
        <ChevronLeftIcon aria-hidden />
        Previous
      </Button>
      <Button disabledReason={whyNotOn} onClick={() => goToPage(page + 1)}>
        Next
        <ChevronRightIcon aria-hidden />
      </Button>
    </nav>
  );
}

const parsePageSize = (text: string): BusinessPageSize =>
  BUSINESS_PAGE_SIZES.find((size) => String(size) === text) ?? BUSINESS_PAGE_SIZES[0];
