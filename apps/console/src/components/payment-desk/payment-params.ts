import { DESK_MODES, type DeskMode } from "@countinghouse/validators/payments/kinds";
import { createParser, oneOfParam, useParams } from "@/lib/search-params.ts";

const paymentParams = {
  /** The chosen mode; the form appears once there is one. */
  mode: oneOfParam(DESK_MODES),
  /** True when accounts of inactive bank links are listed too. */
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

/** Returns the choices of the page, which are stored in its address. */
export function usePaymentView(): PaymentView {
  const [{ mode, inactive }, setParams] = useParams(paymentParams);
  return {
    mode,
    setMode: (next) => setParams({ mode: next }),
    withInactive: inactive,
    setWithInactive: (on) => setParams({ inactive: on || null }),
  };
}
