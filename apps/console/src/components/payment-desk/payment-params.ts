import { PAYMENT_MODES, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";

const paymentParams = {
  /** What is to be done; the form is there once it is chosen. */
  mode: parseAsStringLiteral(PAYMENT_MODES),
  /** Whether accounts of bank links that are no longer in use are listed too. */
  inactive: createParser<boolean>({
    parse: (text) => (text === "1" ? true : null),
    serialize: () => "1",
  }).withDefault(false),
};

export type PaymentView = {
  mode: PaymentMode | null;
  setMode: (mode: PaymentMode | null) => void;
  withInactive: boolean;
  setWithInactive: (on: boolean) => void;
};

/** What is chosen on the page, kept in its address. */
export function usePaymentView(): PaymentView {
  const [{ mode, inactive }, setParams] = useQueryStates(paymentParams);
  return {
    mode,
    setMode: (next) => void setParams({ mode: next }),
    withInactive: inactive,
    setWithInactive: (on) => void setParams({ inactive: on || null }),
  };
}
