import type { ReactNode } from "react";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { MoneyCell } from "@/table/money-cell.tsx";
import { TextCell } from "@/table/text-cell.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Facts } from "./facts.tsx";
import { yesOrNo } from "./general-fields.ts";
import type { Application, User } from "./use-user.ts";

type Offer = Application["offers"][number];

/** What the decision engine proposed, and the scores it went by. */
export const OffersSection = ({ query }: { query: SectionQuery<User> }) => (
  <QuerySection
    id="offers"
    title="Offers"
    query={query}
    skeletonLines={8}
    empty={{ title: "No Offers Found", when: ({ application }) => application === null }}
  >
    {({ application }) =>
      application && (
        <div className="grid gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <OfferCard
              title="Optimized offer"
              offer={application.offers.find(({ optimized }) => optimized)}
            />
            <OfferCard
              title="Non Optimized offer"
              offer={application.offers.find(({ optimized }) => !optimized)}
            />
          </div>
          <Facts facts={riskFacts(application)} />
        </div>
      )
    }
  </QuerySection>
);

const OfferCard = ({ title, offer }: { title: string; offer: Offer | undefined }) => (
  <section
    aria-label={title}
    className={cn(
      "rounded-md border px-3 py-2",
      offer?.selected && "border-primary outline-1 outline-primary",
    )}
  >
    <header className="flex min-h-6 items-center justify-between gap-2">
      <h3 className="font-medium">{title}</h3>
      {offer?.selected && <StatusBadge tone="success">selectedOffer</StatusBadge>}
    </header>
    <Facts
      facts={[
        ["Approved Amount", <MoneyCell key="amount" cents={offer?.approvedAmountCents} />],
        ["Payback Multiplier", <TextCell key="multiplier" value={offer?.paybackMultiplier} />],
      ]}
    />
  </section>
);

function riskFacts(application: Application): [string, ReactNode][] {
  const facts: [string, string | number | null][] = [
    ["Risk Model", model(application.riskModelName, application.riskModelScore)],
    ["Risk Model Lite", model(application.riskModelLiteName, application.riskModelLiteScore)],
    ["Router Override Flag", yesOrNo(application.usedOverrideFlag)],
    ["Vantage Score", application.vantageScore],
    ["Is SMB", yesOrNo(application.isSmb)],
    ["Has High Risk", yesOrNo(application.initHighRisk)],
    ["Decline Reason", application.declineReason],
  ];
  return facts.map(([name, value]) => [name, <TextCell key={name} value={value} />]);
}

const model = (name: string, score: number | null): string =>
  [name, score === null ? "" : String(score)].filter(Boolean).join(" · ");
