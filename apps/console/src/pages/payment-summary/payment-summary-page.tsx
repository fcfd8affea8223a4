import type { BalancePart } from "@countinghouse/validators/loans/balance";
import { Link } from "wouter";
import { errorDetails } from "@/api/errors.ts";
import { OwnerName } from "@/components/users/account-owner.tsx";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useListParams } from "@/lib/list-params.ts";
import { readUserId } from "@/lib/user-id.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { ApplicationSection } from "./application-section.tsx";
import { PART_NAMES } from "./balance-parts.ts";
import { BalanceSection } from "./balance-section.tsx";
import { ledgerColumns } from "./ledger-columns.tsx";
import { SUMMARY_PARAMS, usePaymentSummary, useUserLedger } from "./use-summary.ts";
import { UserIdForm } from "./user-id-form.tsx";

const TITLE = PAGE_TITLES.paymentSummary;

/** The ledger of one user, looked up by id: what was agreed, every line, and what is owed. */
export default function PaymentSummaryPage() {
  const { params, change } = useListParams(SUMMARY_PARAMS);
  const { id } = params;
  const userId = id === null ? null : readUserId(id);
  return (
    <>
      {userId === null ? <PageHeader title={TITLE} /> : <Header userId={userId} />}
      <UserIdForm
        shown={id ?? ""}
        onShow={(shown) => change({ id: String(shown), application: null, part: null, discount: null })}
      />
      {userId === null ? (
        <Card>
          <EmptyState title="No user selected">
            Enter a user id to see the application, its fees and every line of the ledger.
          </EmptyState>
        </Card>
      ) : (
        <UserSummary key={userId} userId={userId} />
      )}
    </>
  );
}

function UserSummary({ userId }: { userId: number }) {
  const { params, change } = useListParams(SUMMARY_PARAMS);
  const { part } = params;
  const showPart = (next: BalancePart | null) => change({ part: next, discount: null });
  const query = usePaymentSummary(userId);
  const ledger = useUserLedger(userId, part);
  const failure = query.error ? errorDetails(query.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN")
    return (
      <Card>
        <div role="alert">
          <EmptyState title={failure.message}>Check the id and look it up again.</EmptyState>
        </div>
      </Card>
    );
  const balance = {
    ...ledger,
    data: ledger.data?.pages[0]?.summary ?? undefined,
    // What is further down has no part in it.
    error: ledger.isFetchNextPageError ? null : ledger.error,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap) xl:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
      <BalanceSection
        query={balance}
        userId={userId}
        part={part}
        onPart={showPart}
        figure={params.discount}
        onFigure={(discount) => change({ discount })}
      />
      <ApplicationSection
        query={query}
        chosen={params.application}
        onChoose={(application) => change({ application })}
      />
      <div className="xl:col-span-2">
        <LedgerTable ledger={ledger} part={part} onShowAll={() => showPart(null)} />
      </div>
    </div>
  );
}

function Header({ userId }: { userId: number }) {
  const { data: summary } = usePaymentSummary(userId);
  if (!summary) return <PageHeader title={TITLE} aside={<span className="id-text">#{userId}</span>} />;
  const name = userName(summary.customer);
  return (
    <PageHeader
      title={TITLE}
      aside={<OwnerName id={userId} name={name} />}
      actions={
        <Link href={paths.userDetail({ id: userId })} className={buttonVariants()}>
          Open user
        </Link>
      }
    />
  );
}

type LedgerTableProps = {
  ledger: ReturnType<typeof useUserLedger>;
  /** The part of the balance whose lines are shown. */
  part: BalancePart | null;
  onShowAll: () => void;
};

function LedgerTable({ ledger, part, onShowAll }: LedgerTableProps) {
  return (
    <section aria-labelledby="ledger-heading">
      <header className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h2 id="ledger-heading" className="text-lg font-semibold tracking-[-0.01em]">
          Ledger
        </h2>
        <p className="text-sm text-muted-foreground">
          Newest line first. A debit increases the balance owed, a credit reduces it.
        </p>
        {part !== null && (
          <Button size="small" onClick={onShowAll}>
            Only: {PART_NAMES[part]} · Show all
          </Button>
        )}
      </header>
      <DataTable
        label="Ledger"
        columns={ledgerColumns}
        rows={ledger.data?.rows}
        rowKey={({ id }) => id}
        query={ledger}
        size={{ skeletonRows: 8 }}
        empty={<EmptyState title="No ledger lines yet">Lines appear here once money has moved.</EmptyState>}
        footer={<ShowMore query={ledger} />}
        pageList="ledger"
      />
    </section>
  );
}
