import { DESK_MODES, type DeskMode } from "@countinghouse/validators/payments/kinds";
import { createParser, oneOfParam, useParams } from "@/lib/search-params.ts";

const paymentParams = {
  /** What is to be done; the form is there once it is chosen. */
  mode: oneOfParam(DESK_MODES),
  /** Whether accounts of bank links that are no longer in use are listed too. */
  inactive: createParser<boolean>({
    parse: (text) => (text === "1" ? true : null),
    serialize: () => "1",
  }).withDefault(false),
};

export type PaymentView = {
  mode: DeskMode | null;
  setMode: (mode: DeskMode | null) => void;
  withInactive: boolean;
  setWithInactive: (on: boolean) => void;
};

/** What is chosen on the page, kept in its address. */
export function usePaymentView(): PaymentView {
  const [{ mode, inactive }, setParams] = useParams(paymentParams);
  return {
    mode,
    setMode: (next) => setParams({ mode: next }),
    withInactive: inactive,
    setWithInactive: (on) => setParams({ inactive: on || null }),
  };
}
