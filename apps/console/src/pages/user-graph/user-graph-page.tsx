import { BANK_STATISTICS_MESSAGES } from "@countinghouse/validators/messages";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useCustomerActions } from "@/components/users/use-customer-actions.ts";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { paths } from "@/paths.ts";
import { DateCell } from "@/table/cells.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { Report } from "./report.tsx";
import { SnapshotSelect } from "./snapshot-select.tsx";
import { type Snapshots, type Statistics, useSnapshots, useStatistics } from "./use-statistics.ts";
import { type UserGraphView, useUserGraphView } from "./user-graph-params.ts";

const TITLE = PAGE_TITLES.userGraph;

/** The statistics of a customer's bank data, as one of the reports gives them. Whose and which is in the address. */
export default function UserGraphPage() {
  const view = useUserGraphView();
  if (view.userId === null) return <UnknownUser title={TITLE} message="This address has no customer id." />;
  return <BankStatistics key={view.userId} userId={view.userId} view={view} />;
}

type BankStatisticsProps = { userId: number; view: UserGraphView };

function BankStatistics({ userId, view }: BankStatisticsProps) {
  const snapshots = useSnapshots(userId);
  const snapshotId = view.snapshotId ?? snapshots.data?.snapshots[0]?.id ?? null;
  const statistics = useStatistics(userId, snapshots.data ? snapshotId : null);
  const failed = snapshots.error ? snapshots : statistics.error ? statistics : null;
  if (snapshots.error && errorDetails(snapshots.error).code === "NOT_FOUND")
    return <UnknownUser title={TITLE} message={errorDetails(snapshots.error).message} />;
  const hasNone = snapshots.data?.snapshots.length === 0 || statistics.data === null;
  return (
    <>
      <Header userId={userId} snapshots={snapshots.data} statistics={statistics.data} view={view} />
      {failed ? (
        <Failed query={failed} view={view} />
      ) : hasNone ? (
        <NoReport userId={userId} />
      ) : (
        <Report userId={userId} statistics={statistics.data ?? undefined} view={view} />
      )}
    </>
  );
}

type HeaderProps = {
  userId: number;
  snapshots: Snapshots | undefined;
  statistics: Statistics | null | undefined;
  view: UserGraphView;
};

function Header({ userId, snapshots, statistics, view }: HeaderProps) {
  const name = snapshots ? userName(snapshots.customer) : `User ${userId}`;
  useCustomerActions({ id: userId, name });
  return (
    <PageHeader
      title={TITLE}
      readBy="bankStatistics.get"
      above={name}
      aside={
        <>
          <span className="text-lg">{name}</span>
          <span className="id-text text-muted-foreground">#{userId}</span>
          {/* A line is kept for it on a small screen. */}
          <span className="text-sm text-muted-foreground max-sm:min-h-5 max-sm:w-full">
            {statistics && (
              <>
                Asset report of <DateCell at={statistics.generatedAt} /> ET, {statistics.daysRequested} days
              </>
            )}
          </span>
        </>
      }
      actions={
        snapshots?.snapshots.length === 0 ? null : (
          <div className="min-h-(--control-h) w-56">
            {snapshots && (
              <SnapshotSelect
                snapshots={snapshots.snapshots}
                chosen={view.snapshotId ?? snapshots.snapshots[0]?.id ?? null}
                onChoose={view.showSnapshot}
              />
            )}
          </div>
        )
      }
    />
  );
}

const Panel = ({ children }: { children: ReactNode }) => <Card>{children}</Card>;

type FailedProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  view: UserGraphView;
};

/** The server's reason, or the product's sentence where it gave none. */
function Failed({ query, view }: FailedProps) {
  const details = errorDetails(query.error);
  return (
    <Panel>
      <ErrorState
        message={failureText(query.error, BANK_STATISTICS_MESSAGES.notCompleted)}
        details={detailsText(details)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
      {details.code === "NOT_FOUND" && view.snapshotId !== null && (
        <div className="px-4 pb-4">
          <Button onClick={() => view.showSnapshot(null)}>Show the newest</Button>
        </div>
      )}
    </Panel>
  );
}

const NoReport = ({ userId }: { userId: number }) => (
  <Panel>
    <EmptyState
      title={BANK_STATISTICS_MESSAGES.notCompleted}
      action={
        <Link href={paths.userDetail({ id: userId, section: "asset-report" })} className={buttonVariants()}>
          Open Asset Report
        </Link>
      }
    />
  </Panel>
);
