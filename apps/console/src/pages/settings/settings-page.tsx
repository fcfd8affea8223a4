import { Link } from "wouter";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { EmptyState } from "@/ui/states.tsx";
import { ApprovalRulesSection } from "./approval-rules-section.tsx";
import { FactorDemandsSection } from "./factor-demands-section.tsx";
import { PasscodesSection } from "./passcodes-section.tsx";
import { PayoutHoldSection } from "./payout-hold-section.tsx";
import { StaffSection } from "./staff-section.tsx";
import { SwitchesSection } from "./switches-section.tsx";
import { ValuesSection } from "./values-section.tsx";
import { WorkTargetsSection } from "./work-targets-section.tsx";

/** What a SUPERADMIN sets for everyone. */
export default function SettingsPage() {
  const whyNot = useWhyNot("passcodes.write");
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
        <div className="grid max-w-2xl gap-(--section-gap) 2xl:block 2xl:max-w-none 2xl:columns-2 2xl:*:mb-(--section-gap) 2xl:*:break-inside-avoid">
          <PasscodesSection />
          <ValuesSection />
          <SwitchesSection />
          <WorkTargetsSection />
          <PayoutHoldSection />
          <ApprovalRulesSection />
          <FactorDemandsSection />
          <StaffSection />
        </div>
      ) : (
        <EmptyState title={whyNot} />
      )}
    </>
  );
}
