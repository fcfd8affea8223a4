import { formatNewYork } from "@countinghouse/validators/new-york";
import { lazy, Suspense } from "react";
import { EmptyCell } from "@/table/empty-cell.tsx";

const DateCell = lazy(() => import("@/table/date-cell.tsx").then((module) => ({ default: module.DateCell })));

/** A moment in New York. Its tooltip with the other zones comes later: the page does not wait for that code. */
export function Moment({ at }: { at: Date | null }) {
  if (at === null) return <EmptyCell />;
  return (
    <Suspense fallback={<time dateTime={at.toISOString()}>{formatNewYork(at, "dateTime")}</time>}>
      <DateCell at={at} />
    </Suspense>
  );
}
