import type { RouterOutputs } from "@countinghouse/api";
import type { ReactNode } from "react";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { yesOrNo } from "@/components/facts/fields.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { DateCell, IdLink, MoneyCell, TextCell } from "@/table/cells.tsx";
import { SECTIONS } from "../sections.ts";

type Underwriting = NonNullable<RouterOutputs["decisions"]["underwriting"]>;

const ID = "underwriting";

type UnderwritingSectionProps = { userId: number; hasTurn: boolean };

/** What was looked at when the newest application was underwritten. */
export function UnderwritingSection({ userId, hasTurn }: UnderwritingSectionProps) {
  const query = trpc.decisions.underwriting.useQuery({ userId }, { enabled: hasTurn });
  return (
    <QuerySection
      id={ID}
      title={SECTIONS[ID].title}
      query={query}
      empty={{ title: "No Underwriting Found", when: (underwriting) => underwriting === null }}
    >
      {(underwriting) =>
        underwriting && (
          <div className="grid gap-x-6 md:grid-cols-2">
            <Facts facts={moneyFacts(underwriting)} />
            <Facts facts={riskFacts(underwriting)} />
          </div>
        )
      }
    </QuerySection>
  );
}

const moneyFacts = (facts: Underwriting): [string, ReactNode][] => [
  ["Application Id", <IdLink key="application" id={facts.applicationId} to={paths.applicationDetail} />],
  ["Requested Amount", <MoneyCell key="requested" cents={facts.requestedAmountCents} />],
  ["Estimated Monthly Revenue", <MoneyCell key="estimated" cents={facts.estimatedMonthlyRevenueCents} />],
  ["Stated Monthly Revenue", <MoneyCell key="stated" cents={facts.statedMonthlyRevenueCents} />],
  ["Average Daily Balance, 90 Days", <MoneyCell key="average" cents={facts.averageDailyBalance90Cents} />],
  ["Minimum Balance, 90 Days", <MoneyCell key="minimum" cents={facts.minimumBalance90Cents} />],
  ["Negative Days, 90 Days", <TextCell key="negative" value={facts.negativeDays90} />],
  ["NSF, 90 Days", <TextCell key="nsf" value={facts.nsf90} />],
  ["Deposits, 90 Days", <TextCell key="deposits" value={facts.depositCount90} />],
];

const riskFacts = (facts: Underwriting): [string, ReactNode][] => [
  ["Active Advances", <TextCell key="active" value={facts.activeAdvances} />],
  ["Prior Advances", <TextCell key="advances" value={facts.priorAdvances} />],
  ["Prior Returns", <TextCell key="returns" value={facts.priorReturns} />],
  ["Months in Business", <TextCell key="months" value={facts.timeInBusinessMonths} />],
  ["Fraud Score", <TextCell key="fraud" value={facts.fraudScore} />],
  ["Identity Match", <TextCell key="identity" value={yesOrNo(facts.identityMatch)} />],
  ["Bank Owner Match", <TextCell key="owner" value={yesOrNo(facts.bankOwnerMatch)} />],
  ["Underwritten (ET)", <DateCell key="at" at={facts.createdAt} />],
  ["Decision Expires (ET)", <DateCell key="expires" at={facts.decisionExpiresAt} />],
];
