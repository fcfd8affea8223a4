import { EXTERNAL_PAYMENT_LABELS } from "@countinghouse/validators/user-flags/rules";
import { useState } from "react";
import { Facts } from "@/components/facts/facts.tsx";
import { yesOrNo } from "@/components/facts/fields.ts";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { SECTIONS } from "../sections.ts";
import type { User } from "../use-user.ts";
import ExternalPaymentForm from "./external-payment-form.tsx";

/** Whether an outside agency collects from the customer: to be read, and in its place to be changed. */
export function ExternalPaymentSection({ query }: { query: SectionQuery<User> }) {
  const [editing, setEditing] = useState(false);
  const disabledReason = useWhyNot("users.setExternalPayment");
  return (
    <QuerySection
      id="external-payment"
      title={SECTIONS["external-payment"].title}
      query={query}
      actions={
        query.data &&
        !editing && (
          <Button size="small" disabledReason={disabledReason} onClick={() => setEditing(true)}>
            {verbFor(query.data)}
          </Button>
        )
      }
    >
      {(user) =>
        editing ? (
          <ExternalPaymentForm
            user={user}
            title={`${verbFor(user)} external payment`}
            onClose={() => setEditing(false)}
          />
        ) : (
          <Facts
            facts={[
              [EXTERNAL_PAYMENT_LABELS.isExternal, yesOrNo(user.isExternal)],
              [EXTERNAL_PAYMENT_LABELS.externalAgency, <TextCell key="agency" value={user.externalAgency} />],
            ]}
          />
        )
      }
    </QuerySection>
  );
}

const verbFor = ({ isExternal }: User): string => (isExternal ? "Edit" : "Create");
