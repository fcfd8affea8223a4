import { WORK_KINDS } from "@countinghouse/validators/work/rules";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { paths } from "@/paths.ts";
import { LoadFailure } from "../load-failure.tsx";
import { DueDay, ItemVerb } from "./item-cells.tsx";
import { itemName } from "./work-item.ts";

/** Lists the open items of a customer, each with its verb. Empty without any. */
export default function WorkStrip({ userId, isReady }: { userId: number; isReady: boolean }) {
  const query = trpc.work.list.useQuery({ userId }, { enabled: isReady });
  const { data } = query;
  if (!data) return <LoadFailure what="Open items could not be loaded" query={query} tone="danger" />;
  if (data.items.length === 0) return null;
  return (
    <section aria-label={PAGE_TITLES.work} className="mt-2 overflow-hidden rounded-lg border bg-card text-sm">
      <ul>
        {data.items.map((item) => {
          const href = paths.work({ item: itemName(item) });
          return (
            <li
              key={itemName(item)}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-3 py-1 last:border-b-0"
            >
              <Link
                href={href}
                className="rounded-sm font-medium text-link underline-offset-4 hover:underline"
              >
                {WORK_KINDS[item.kind].word}
              </Link>
              <span className="min-w-48 flex-1 wrap-anywhere">{item.said}</span>
              <DueDay day={item.dueOn} />
              <ItemVerb item={item} itemHref={href} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
