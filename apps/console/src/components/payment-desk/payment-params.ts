import { PAYMENT_CHOICES, type PaymentChoice } from "@countinghouse/validators/payments/kinds";
import { createParser, oneOfParam, useParams } from "@/lib/search-params.ts";

const paymentParams = {
  /** The choice, whose form is open. */
  mode: oneOfParam(PAYMENT_CHOICES),
  /** True when accounts of inactive bank links are listed too. */
  inactive: createParser<boolean>({
    parse: (text) => (text === "1" ? true : null),
    serialize: () => "1",
  }).withDefault(false),
};

export type PaymentView = {
  choice: PaymentChoice | null;
  setChoice: (choice: PaymentChoice | null) => void;
  withInactive: boolean;
  setWithInactive: (on: boolean) => void;
};

/** Returns the choices of the page, which are stored in its address. */
export function usePaymentView(): PaymentView {
  const [{ mode, inactive }, setParams] = useParams(paymentParams);
  return {
    choice: mode,
    setChoice: (next) => setParams({ mode: next }),
    withInactive: inactive,
    setWithInactive: (on) => setParams({ inactive: on || null }),
  };
}
