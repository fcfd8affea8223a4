import { lazy } from "react";
import { LaterSection } from "./later-section.tsx";

const BalanceDetailsSection = lazy(() => import("./balance-details-section.tsx"));
const PaymentAdjustmentSection = lazy(() => import("./payment-adjustment-section.tsx"));
const PaymentDatesSection = lazy(() => import("./payment-dates-section.tsx"));

type LaterProps = { userId: number; isReady: boolean };

/** What the customer owes, once it is its turn. */
export const LaterBalanceDetails = ({ userId, isReady }: LaterProps) => (
  <LaterSection id="balance-details" isReady={isReady}>
    <BalanceDetailsSection userId={userId} />
  </LaterSection>
);

/** How and when the customer is charged, once it is its turn. */
export const LaterPaymentAdjustment = ({ userId, isReady }: LaterProps) => (
  <>
    <LaterSection id="payment-adjustment" isReady={isReady}>
      <PaymentAdjustmentSection userId={userId} />
    </LaterSection>
    <LaterSection id="payment-dates" isReady={isReady}>
      <PaymentDatesSection userId={userId} />
    </LaterSection>
  </>
);
