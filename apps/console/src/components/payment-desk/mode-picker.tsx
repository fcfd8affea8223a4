import { ACH_MODES, CARD_MODES, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Role } from "@countinghouse/validators/roles";
import { Button } from "@/ui/button.tsx";
import { PrimaryAccountsLink } from "./account-links.tsx";
import type { PaymentOptions } from "./use-payment-options.ts";
import { groupReasons, whyNotMode } from "./why-not-mode.ts";

type ModePickerProps = {
  options: PaymentOptions;
  role: Role;
  mode: PaymentMode | null;
  /** Why nothing else may be chosen now. */
  disabledReason: string | null;
  onChoose: (mode: PaymentMode) => void;
};

/** What can be done with the customer's cards and accounts, and why some of it can not. */
export function ModePicker({ options, role, mode, disabledReason, onChoose }: ModePickerProps) {
  const group = (label: string, modes: readonly PaymentMode[]) => (
    <fieldset aria-label={label} className="flex flex-wrap items-center gap-2">
      <span aria-hidden className="w-10 text-sm font-medium text-muted-foreground">
        {label}
      </span>
      {modes.map((each) => (
        <Button
          key={each}
          variant={each === mode ? "primary" : "secondary"}
          aria-pressed={each === mode}
          disabledReason={whyNotMode(each, options, role) ?? disabledReason}
          onClick={() => onChoose(each)}
        >
          {each}
        </Button>
      ))}
    </fieldset>
  );
  const reasons = groupReasons(options, role);
  return (
    <div className="grid gap-2">
      {group("Card", CARD_MODES)}
      {group("ACH", ACH_MODES)}
      <ul className="grid gap-0.5 text-sm text-muted-foreground empty:hidden">
        {reasons.map(([reason, modes]) => (
          <li key={reason}>
            <span className="font-medium">{modes.join(", ")}:</span> {reason}
            {reason === TEXT.noPrimaryAccount && (
              <>
                {" · "}
                <PrimaryAccountsLink userId={options.customer.id} />
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
