import type { ReactNode } from "react";
import { Link } from "wouter";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { paths } from "@/paths.ts";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { ApprovalRulesSection } from "./approval-rules-section.tsx";
import { FactorDemandsSection } from "./factor-demands-section.tsx";
import { PasscodesSection } from "./passcodes-section.tsx";
import { PayoutHoldSection } from "./payout-hold-section.tsx";
import { StaffSection } from "./staff-section.tsx";
import { SwitchesSection } from "./switches-section.tsx";
import { ValuesSection } from "./values-section.tsx";
import { WorkTargetsSection } from "./work-targets-section.tsx";

const TABS = [
  { value: "staff", label: "Staff" },
  { value: "approvals", label: "Approvals" },
  { value: "payments", label: "Payments" },
  { value: "targets", label: "Response times" },
] as const;

const SECTIONS: Readonly<Record<(typeof TABS)[number]["value"], ReactNode>> = {
  staff: (
    <>
      <StaffSection />
      <FactorDemandsSection />
    </>
  ),
  approvals: <ApprovalRulesSection />,
  payments: (
    <>
      <PasscodesSection />
      <ValuesSection />
      <SwitchesSection />
      <PayoutHoldSection />
    </>
  ),
  targets: <WorkTargetsSection />,
};

const PARAMS = { tab: param.oneOf(TABS.map(({ value }) => value)).withDefault("staff") };

/** The settings for everyone, which a SUPERADMIN changes. */
export default function SettingsPage() {
  const whyNot = useWhyNot("passcodes.write");
  const { params, change } = useListParams(PARAMS);
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.settings}
        actions={
          whyNot === null && (
            <>
              <Link href={paths.import()} className="text-link hover:underline">
                {PAGE_TITLES.import}
              </Link>
              <Link href={paths.system()} className="text-link hover:underline">
                {PAGE_TITLES.system}
              </Link>
            </>
          )
        }
      />
      {whyNot === null ? (
        <Tabs label="Settings" tabs={TABS} value={params.tab} onChange={(tab) => change({ tab })}>
          <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
            {SECTIONS[params.tab]}
          </div>
        </Tabs>
      ) : (
        <EmptyState title={whyNot} />
      )}
    </>
  );
}
