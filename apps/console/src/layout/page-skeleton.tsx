import { useDelayed } from "@/lib/use-delayed.ts";
import { Skeleton } from "@/ui/progress.tsx";

/** Stands in while a page's code arrives; nothing at all when it arrives at once. */
export function PageSkeleton() {
  const isSlow = useDelayed(true);
  if (!isSlow) return null;
  return (
    <output aria-label="Loading" className="grid gap-4">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-64" />
    </output>
  );
}
