import { newYorkDate } from "@countinghouse/validators/new-york";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";

/** The user id of the customer's latest renewal, and its funding day. Renders nothing without a renewal. */
export function RenewalLine({ userId }: { userId: number }) {
  const { data, error, isFetching, refetch } = trpc.users.renewal.useQuery({ userId });
  if (error) {
    return (
      <p role="alert" className="flex items-center gap-2 text-sm text-muted-foreground">
        The renewal could not be loaded.
        <Button size="small" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  if (!data) return null;
  const { userIdNew, fundedDate } = data;
  const funded = fundedDate === null ? "not funded" : `funded ${newYorkDate(fundedDate)}`;
  if (userIdNew === userId) return <p className="text-sm text-muted-foreground">Renewal, {funded}</p>;
  return (
    <p className="text-sm text-muted-foreground">
      Renewal{" "}
      <Link
        href={paths.payment({ id: userIdNew })}
        className="rounded-sm text-link underline-offset-4 hover:underline"
      >
        #{userIdNew}
      </Link>
      , {funded}
    </p>
  );
}
