import { formatNewYork } from "@countinghouse/validators/new-york";
import { Link, useSearch } from "wouter";
import { trpc } from "@/api/client.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { EmptyState } from "@/ui/states.tsx";

/** Where the customer portal leads back to: confirms as whom, when and by whom it was entered. */
export default function ReAccessLoggedPage() {
  const id = new URLSearchParams(useSearch()).get("id");
  return (
    <>
      <PageHeader title={PAGE_TITLES.reAccessLogged} />
      {id === null ? (
        <EmptyState title="This address has no visit to the customer portal." />
      ) : (
        <Visit id={id} />
      )}
    </>
  );
}

function Visit({ id }: { id: string }) {
  const visit = trpc.reAccess.get.useQuery({ id });
  return (
    <div className="max-w-2xl">
      <QuerySection id="visit" title="Logged in as a customer" query={visit}>
        {({ userId, customer, adminName, redeemedAt }) => (
          <div className="grid gap-3">
            <p>
              {adminName} entered the customer portal as <strong className="font-medium">{customer}</strong>{" "}
              (customer {userId})
              {redeemedAt !== null && ` on ${formatNewYork(redeemedAt, "dateTime")} (New York)`}. The visit is
              recorded.
            </p>
            <p>
              <Link
                href={paths.userDetail({ id: userId })}
                className="rounded-sm text-link underline-offset-4 hover:underline"
              >
                Go to {customer}
              </Link>
            </p>
          </div>
        )}
      </QuerySection>
    </div>
  );
}
