import { whyNotInOneJob } from "@countinghouse/validators/customer-lists/rules";
import type { ReactNode } from "react";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, cardClass } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";

type KeptListProps = {
  listId: string;
  /** What is done with its customers. */
  action: ReactNode;
  onPasteInstead: () => void;
};

/** The customers that were selected in a list, as they were then, in place of pasted ids. */
export function KeptList({ listId, action, onPasteInstead }: KeptListProps) {
  const list = trpc.customerLists.get.useQuery({ id: listId }, { staleTime: "static" });
  const paste = <Button onClick={onPasteInstead}>Paste ids instead</Button>;
  if (list.error) {
    const details = errorDetails(list.error);
    return (
      <Card>
        <ErrorState
          message={details.message}
          details={detailsText(details)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
        <div className="flex justify-center pb-4">{paste}</div>
      </Card>
    );
  }
  if (!list.data) return <Skeleton className="h-24 w-full" />;
  const { title, customers, madeAt, madeBy } = list.data;
  const whyTooMany = whyNotInOneJob(customers);
  return (
    <section aria-label="Selected customers" className={`${cardClass} grid gap-3 p-4`}>
      <p className="text-sm">
        <span className="num font-semibold">
          {customers.toLocaleString("en-US")} {customers === 1 ? "customer" : "customers"}
        </span>{" "}
        · {title}
        <span className="text-muted-foreground">
          {" "}
          · saved at {newYorkTime(madeAt)} by {madeBy}; later matches are not added
        </span>
      </p>
      {whyTooMany && <Alert tone="danger">{whyTooMany}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        {paste}
        {whyTooMany === null && action}
      </div>
    </section>
  );
}
