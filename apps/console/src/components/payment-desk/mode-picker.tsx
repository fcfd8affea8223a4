import type { PaymentChoice } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Role } from "@countinghouse/validators/roles";
import { Button } from "@/ui/button.tsx";
import { PrimaryAccountsLink } from "./account-links.tsx";
import { choiceWords, PURPOSES } from "./mode-words.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import { groupReasons, whyNotChoice } from "./why-not-mode.ts";

type ModePickerProps = {
  options: PaymentOptions;
  role: Role;
  choice: PaymentChoice | null;
  /** The reason why no other choice may be made now, or null. */
  disabledReason: string | null;
  onChoose: (choice: PaymentChoice) => void;
};

/** The kinds of payments for this customer, by purpose, each with its code. Below are the reasons why some are disabled. */
export function ModePicker({ options, role, choice, disabledReason, onChoose }: ModePickerProps) {
  const reasons = groupReasons(options, role);
  return (
    <div className="grid gap-2">
      <div className="grid gap-x-6 gap-y-3 lg:grid-cols-3">
        {PURPOSES.map(({ label, choices }) => (
          <fieldset key={label} aria-label={label} className="grid content-start gap-1.5">
            <span aria-hidden className="text-sm font-medium">
              {label}
            </span>
            {choices.map((each) => {
              const whyNot = whyNotChoice(each, options, role);
              return (
                <Button
                  key={each}
                  className="w-64 max-w-full justify-between!"
                  variant={each === choice ? "primary" : whyNot === null ? "secondary" : "ghost"}
                  aria-pressed={each === choice}
                  disabledReason={whyNot ?? disabledReason}
                  onClick={() => onChoose(each)}
                >
                  {choiceWords(each)}
                  {each !== "RECORD" && (
                    <>
                      {" "}
                      <span className="text-xs">{each}</span>
                    </>
                  )}
                </Button>
              );
            })}
          </fieldset>
        ))}
      </div>
      <ul className="grid gap-0.5 text-sm text-muted-foreground empty:hidden">
        {reasons.map(([reason, choices]) => (
          <li key={reason}>
            <span className="font-medium">
              {choices.map((each) => (each === "RECORD" ? choiceWords(each) : each)).join(", ")}:
            </span>{" "}
            {reason}
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
