import { DecisionLink } from "@/components/applications/decision-link.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { DateCell } from "@/table/cells.tsx";
import { Badge } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { amountFields, repaymentFields, scheduleFields } from "./application-fields.ts";
import { FieldPart, Part } from "./part.tsx";
import type { Application } from "./use-application.ts";

type Funding = Application["funding"];

/** What was advanced, how it is paid back, from where, and what was decided. */
export const FundingSection = ({ query }: { query: SectionQuery<Application> }) => (
  <QuerySection id="funding" title="Funding" query={query} skeletonLines={12}>
    {(application) => (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-5 md:grid-cols-2">
        <FieldPart title="Amounts" fields={amountFields(application)} />
        <FieldPart title="Repayment" fields={repaymentFields(application)} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <FieldPart title="Schedule" fields={scheduleFields(application)} />
          <BankAccounts accounts={application.funding.bankAccounts} />
        </div>
        <Decisions decisions={application.funding.decisions} />
      </div>
    )}
  </QuerySection>
);

const BankAccounts = ({ accounts }: { accounts: Funding["bankAccounts"] }) => (
  <Part title="Bank accounts">
    {accounts.length === 0 ? (
      <p className="text-sm text-muted-foreground">No bank account is linked.</p>
    ) : (
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {accounts.map(({ id, institutionName, name, mask, isPrimary }) => (
          <li key={id} className="flex min-h-7 items-center gap-2 border-b border-border/60 last:border-b-0">
            <span className="truncate">
              {institutionName} · {name}
            </span>
            <span className="num text-muted-foreground">•••• {mask}</span>
            {isPrimary && <Badge>Primary</Badge>}
          </li>
        ))}
      </ul>
    )}
  </Part>
);

const Decisions = ({ decisions }: { decisions: Funding["decisions"] }) => (
  <Part title="Decisions">
    {decisions.length === 0 ? (
      <p className="text-sm text-muted-foreground">The decision engine has not been asked.</p>
    ) : (
      <ul className="grid">
        {decisions.map(({ id, flowType, outcome, createdAt, decisionUrl }) => (
          <li
            key={id}
            className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border/60 py-1 last:border-b-0"
          >
            <span>{flowType}</span>
            <StatusBadge>{outcome}</StatusBadge>
            <span className="text-muted-foreground">
              <DateCell at={createdAt} /> <abbr title="New York time">ET</abbr>
            </span>
            <span className="ml-auto">
              <DecisionLink decisionUrl={decisionUrl} flowType={flowType} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Part>
);
