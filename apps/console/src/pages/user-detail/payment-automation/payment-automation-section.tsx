import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { FlagSwitch } from "../flag-switch.tsx";
import { SECTIONS } from "../sections.ts";
import { useSetUserFlag } from "../use-set-user-flag.ts";
import type { User } from "../use-user.ts";

/** Whether payments that fall due are taken without anyone asking. */
export const PaymentAutomationSection = ({ query }: { query: SectionQuery<User> }) => (
  <QuerySection id="payment-automation" title={SECTIONS["payment-automation"].title} query={query}>
    {(user) => <Automation user={user} />}
  </QuerySection>
);

function Automation({ user }: { user: User }) {
  const change = useSetUserFlag(user);
  const isSkipped = user.runPaymentAutomation && user.doNotFund;
  const effect = isSkipped
    ? "Payment automation skips this customer while Do Not Fund is set. Staff can still charge."
    : user.runPaymentAutomation
      ? "Payment automation collects due payments."
      : "Only staff can charge this customer.";
  return (
    <div className="-my-2">
      <FlagSwitch user={user} flag="runPaymentAutomation" effect={effect} change={change} />
    </div>
  );
}
