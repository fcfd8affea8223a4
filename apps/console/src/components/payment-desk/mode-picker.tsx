import type { DeskMode } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Role } from "@countinghouse/validators/roles";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";
import { PrimaryAccountsLink } from "./account-links.tsx";
import { MODE_PURPOSES, modeWords } from "./mode-words.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import { groupReasons, whyNotMode } from "./why-not-mode.ts";

type ModePickerProps = {
  options: PaymentOptions;
  role: Role;
  mode: DeskMode | null;
  /** The reason why no other mode may be chosen now, or null. */
  disabledReason: string | null;
  onChoose: (mode: DeskMode) => void;
};

/** The modes for the customer's cards and accounts, by purpose, with the reasons why some are disabled. */
export function ModePicker({ options, role, mode, disabledReason, onChoose }: ModePickerProps) {
  const reasons = groupReasons(options, role);
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-3">
        {MODE_PURPOSES.map(({ label, modes }) => (
          <fieldset key={label} aria-label={label} className="grid content-start gap-1.5">
            <span aria-hidden className="text-sm font-medium">
              {label}
            </span>
            {modes.map((each) => {
              const whyNot = whyNotMode(each, options, role);
              return (
                <span key={each} className="flex items-center gap-3">
                  <Button
                    className="w-24"
                    variant={each === mode ? "primary" : whyNot === null ? "secondary" : "ghost"}
                    aria-pressed={each === mode}
                    disabledReason={whyNot ?? disabledReason}
                    onClick={() => onChoose(each)}
                  >
                    {each}
                  </Button>
                  <span className={cn("text-sm", whyNot !== null && "text-muted-foreground")}>
                    {modeWords(each)}
                  </span>
                </span>
              );
            })}
          </fieldset>
        ))}
      </div>
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
