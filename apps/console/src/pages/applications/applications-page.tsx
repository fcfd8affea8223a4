import { APPLICATIONS_MESSAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { errorDetails } from "@/api/errors.ts";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useCustomerActions } from "@/components/users/use-customer-actions.ts";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { applicationsColumns } from "./applications-columns.tsx";
import { useApplications } from "./use-applications.ts";

const TITLE = APPLICATIONS_MESSAGES.listTitle;

/** The applications of one customer. Whose is in the address. */
export default function ApplicationsPage() {
  const id = useUserId();
  if (id === null) return <UnknownUser title={TITLE} message="This address has no customer id." />;
  return <Applications key={id} id={id} />;
}

function Applications({ id }: { id: number }) {
  const query = useApplications(id);
  const name = query.data ? userName(query.data.customer) : `User ${id}`;
  useCustomerActions({ id, name });
  const failure = query.error ? errorDetails(query.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN")
    return <UnknownUser title={TITLE} message={failure.message} />;
  const applications = query.data?.applications;
  return (
    <>
      <PageHeader
        title={TITLE}
        above={name}
        aside={
          <>
            <span className="text-lg">{name}</span>
            <span className="id-text text-muted-foreground">#{id}</span>
            {applications && (
              <output className="text-sm text-muted-foreground">
                {applications.length} {applications.length === 1 ? "application" : "applications"} · Dates of
                New York (ET)
              </output>
            )}
          </>
        }
      />
      <DataTable
        label={TITLE}
        columns={applicationsColumns}
        rows={applications}
        rowKey={(application) => String(application.id)}
        query={query}
        size={{ skeletonRows: 3 }}
        empty={
          <EmptyState
            title="No applications yet"
            action={
              <Link href={paths.userDetail({ id })} className={buttonVariants()}>
                Back to {name}
              </Link>
            }
          >
            An application appears here once the customer has started one.
          </EmptyState>
        }
        pageList="application-history"
      />
    </>
  );
}
