import {
  WHO_SETS_PREFERENCE,
  whyNotOpenPaymentPreference,
} from "@countinghouse/validators/payment-preferences/rules";
import { PAYMENT_PREFERENCES_MESSAGES } from "@countinghouse/validators/payment-preferences/texts";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useRole } from "@/layout/use-admin.ts";
import { DateCell, TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { SECTIONS } from "../sections.ts";

type PaymentAdjustmentSectionProps = { userId: number; hasTurn: boolean };

/** How the customer wishes to be charged, and until when. */
export function PaymentAdjustmentSection({ userId, hasTurn }: PaymentAdjustmentSectionProps) {
  const query = trpc.paymentPreferences.get.useQuery({ userId }, { enabled: hasTurn });
  const { openPaymentPreference } = useDrawer();
  const role = useRole();
  const disabledReason = role === null ? "Your role is still loading." : whyNotOpenPaymentPreference(role);
  return (
    <QuerySection
      id="payment-adjustment"
      title={SECTIONS["payment-adjustment"].title}
      query={query}
      actions={
        <Button size="small" disabledReason={disabledReason} onClick={openPaymentPreference}>
          {PAYMENT_PREFERENCES_MESSAGES.openLabel}
        </Button>
      }
    >
      {(preference) => (
        <div className="grid gap-2">
          <Facts
            facts={[
              ["ACH", methodText(preference.bankNumber, preference.useBankUntil)],
              ["CARD", methodText(preference.cardNumber, preference.useCardUntil)],
              ["Set By", <TextCell key="by" value={preference.updatedBy} />],
              ["Set At (ET)", <DateCell key="at" at={preference.updatedAt} />],
            ]}
          />
          {role !== "SUPERADMIN" && <p className="text-sm text-muted-foreground">{WHO_SETS_PREFERENCE}</p>}
        </div>
      )}
    </QuerySection>
  );
}

const methodText = (last4: string | null, until: string | null): string =>
  last4 === null ? "Not used" : `•••• ${last4} until ${until ?? "further notice"}`;
