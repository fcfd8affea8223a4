import { NO_BANK_LINKED } from "@countinghouse/validators/bank-links/rules";
import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import type { ReactNode } from "react";
import { FieldFacts } from "@/components/facts/field-facts.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { Alert } from "@/ui/alert.tsx";
import type { User } from "../use-user.ts";
import { generalGroups } from "./general-fields.ts";
import { ManualApprove } from "./manual-approve.tsx";

type GeneralSectionProps = { query: SectionQuery<User> };

/** Everything known of the customer and the newest application, read only. */
export const GeneralSection = ({ query }: GeneralSectionProps) => (
  <QuerySection
    id="general"
    title="General"
    query={query}
    actions={query.data && <ManualApprove user={query.data} />}
  >
    {(user) => (
      <div className="grid gap-4">
        <GeneralBanners user={user} />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
          {generalGroups(user).map(({ title, fields }) => (
            <section key={title} aria-label={title}>
              <h3 className="mb-1 text-xs font-medium text-muted-foreground">{title}</h3>
              <FieldFacts fields={fields} />
            </section>
          ))}
        </div>
      </div>
    )}
  </QuerySection>
);

/** What must not be overlooked, the most severe first. */
function GeneralBanners({ user }: { user: User }) {
  const banners: ReactNode[] = [
    user.bankLinkLost && (
      <Alert key="lost" tone="danger">
        {USERS_MESSAGES.bankLinkLost}
      </Alert>
    ),
    user.bankLinks.length === 0 && (
      <Alert key="none" tone="info">
        {NO_BANK_LINKED}
      </Alert>
    ),
    user.accountAlreadyFunded && (
      <Alert key="account" tone="warning">
        {USERS_MESSAGES.accountAlreadyFunded}
      </Alert>
    ),
    user.application?.funded && (
      <Alert key="funded" tone="info">
        {USERS_MESSAGES.alreadyFunded}
      </Alert>
    ),
  ].filter(Boolean);
  return banners.length > 0 && <div className="grid gap-2">{banners}</div>;
}
