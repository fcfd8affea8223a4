import { formatCents } from "@countinghouse/validators/money";
import { type DeskMode, modeRule } from "@countinghouse/validators/payments/kinds";
import { whyNotUseAccount, whyNotUseCard } from "@countinghouse/validators/payments/rules";
import type { Choice } from "@/form/radio-list-field.tsx";
import { expiryText, masked } from "../payments/instrument-text.ts";
import type { PayableAccount, PayableCard } from "./use-payment-options.ts";

const takes = (mode: DeskMode): boolean => modeRule(mode).direction === "in";

/** Returns the code and the day of a return: "R01 on 2026-11-02". */
const cameBack = ({ code, day }: { code: string; day: string }): string =>
  [code, `on ${day}`].filter(Boolean).join(" ");

export const cardName = ({ issuer, last4 }: Pick<PayableCard, "issuer" | "last4">): string =>
  `${issuer || "Card"} ${masked(last4)}`;

export const accountName = ({
  institutionName,
  name,
  mask,
}: Pick<PayableAccount, "institutionName" | "name" | "mask">): string =>
  `${institutionName || name} ${masked(mask)}`;

/**
 * Returns the cards to choose from for a payment of this mode; unusable ones have the reason. `today` is YYYY-MM-DD in
 * New York.
 */
export const cardChoices = (mode: DeskMode, cards: readonly PayableCard[], today: string): Choice<number>[] =>
  cards.map((card) => ({
    value: card.id,
    label: cardName(card),
    note: [
      "card",
      `expires ${expiryText(card.expiry)}`,
      card.isPrimary && "primary",
      card.lastChargeback && `charged back ${cameBack(card.lastChargeback)}`,
    ]
      .filter(Boolean)
      .join(" · "),
    disabledReason: whyNotUseCard(card, today) ?? (takes(mode) ? card.whyNotCharge : null),
  }));

/** Returns the accounts to choose from; those of inactive bank links only with `withInactive`. */
export const accountChoices = (
  mode: DeskMode,
  accounts: readonly PayableAccount[],
  withInactive: boolean,
  toDay: (at: Date) => string,
): Choice<number>[] =>
  accounts
    .filter(({ isActive }) => isActive || withInactive)
    .map((account) => ({
      value: account.id,
      label: accountName(account),
      note: [
        account.subtype,
        account.isPrimary && "primary",
        account.isManuallyAdded && "added by hand",
        account.saidBalance &&
          `${formatCents(account.saidBalance.cents)} available on ${toDay(account.saidBalance.at)}`,
        account.lastReturn && `last return ${cameBack(account.lastReturn)}`,
        !account.isActive && `inactive, linked ${toDay(account.createdAt)}`,
      ]
        .filter(Boolean)
        .join(" · "),
      disabledReason: whyNotUseAccount(account) ?? (takes(mode) ? account.whyNotDebit : account.whyNotPayTo),
    }));
