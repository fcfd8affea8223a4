import type { ReactNode } from "react";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { yesOrNo } from "@/components/facts/fields.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { cn } from "@/lib/cn.ts";
import { MoneyCell, TextCell } from "@/table/cells.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { Application, User } from "../use-user.ts";
import { useFactsLookup } from "./use-facts-lookup.ts";

type Offer = Application["offers"][number];

/** What the decision engine proposed. */
export const OffersSection = ({ query }: { query: SectionQuery<User> }) => (
  <QuerySection
    id="offers"
    title="Offers"
    query={query}
    empty={{ title: "No Offers Found", when: ({ application }) => application === null }}
  >
    {({ application }) =>
      application && (
        <div className="grid gap-3 sm:grid-cols-2">
          <OfferCard title="Optimized offer" offer={application.offers.find(({ optimized }) => optimized)} />
          <OfferCard
            title="Non Optimized offer"
            offer={application.offers.find(({ optimized }) => !optimized)}
          />
        </div>
      )
    }
  </QuerySection>
);

/** The scores the decision went by: of a renewal too, which has no offers (specification 1, section 2). */
export const RiskFactsSection = ({ query }: { query: SectionQuery<User> }) => (
  <QuerySection
    id="risk-facts"
    title="Risk Facts"
    query={query}
    empty={{ title: "No Risk Facts Found", when: ({ application }) => application === null }}
  >
    {({ application, ...user }) => application && <RiskFacts user={user} application={application} />}
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

type RiskFactsProps = {
  user: Pick<User, "id" | "factsLookup" | "renewalUserId">;
  application: Application;
};

/** The scores, and what the decision engine is still asked for where it is missing here. */
function RiskFacts({ user, application }: RiskFactsProps) {
  const lookup = useFactsLookup(user);
  const missing = lookup.state === "PENDING" && BEING_LOOKED_UP;
  const isDenied = application.alloyStatus === "Denied";
  const facts: [string, string | number | null | false][] = [
    ["Risk Model", model(application.riskModelName, application.riskModelScore)],
    ["Risk Model Lite", model(application.riskModelLiteName, application.riskModelLiteScore)],
    ["Router Override Flag", yesOrNo(application.usedOverrideFlag)],
    ["Vantage Score", application.vantageScore],
    ["Is SMB", yesOrNo(application.isSmb) ?? missing],
    ["Has High Risk", yesOrNo(application.initHighRisk) ?? missing],
    ["Decline Reason", application.declineReason || (isDenied && missing)],
  ];
  const cells = facts.map(([name, value]): [string, ReactNode] => [
    name,
    <TextCell key={name} value={value === false ? null : value} />,
  ]);
  return (
    <div className="grid gap-3">
      {lookup.state === "FAILED" && (
        <Alert
          tone="warning"
          live="polite"
          action={
            <Button
              size="small"
              pending={lookup.isRetrying}
              disabledReason={lookup.whyNotRetry}
              onClick={lookup.retry}
            >
              Retry
            </Button>
          }
        >
          The decision engine did not return the missing values.
        </Alert>
      )}
      <Facts facts={cells} />
      {user.renewalUserId !== null && user.renewalUserId !== user.id && (
        <RenewalRisk userId={user.id} missing={missing || null} />
      )}
    </div>
  );
}

const BEING_LOOKED_UP = "Looking up…";

/** Whether the renewal that followed is a high risk. */
function RenewalRisk({ userId, missing }: { userId: number; missing: string | null }) {
  const { data, isError, isFetching, refetch } = trpc.users.renewal.useQuery({ userId });
  if (isError)
    return (
      <Alert
        tone="danger"
        action={
          <Button size="small" pending={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        The renewal could not be loaded.
      </Alert>
    );
  const risk = data === undefined ? "Loading…" : (yesOrNo(data?.hasHighRisk ?? null) ?? missing);
  return <Facts facts={[["Renewal Has High Risk", <TextCell key="risk" value={risk} />]]} />;
}

const model = (name: string, score: number | null): string =>
  [name, score === null ? "" : String(score)].filter(Boolean).join(" · ");
