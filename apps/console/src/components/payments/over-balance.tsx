import { Alert } from "@/ui/alert.tsx";

type OverBalanceProps = {
  warning: string;
  /** Why this admin may not confirm it, or null. */
  whyNot: string | null;
};

/** More would be taken than is owed: what that means, and who may do it all the same. */
export const OverBalance = ({ warning, whyNot }: OverBalanceProps) => (
  <Alert tone="warning">
    {warning}
    {whyNot !== null && <span className="block">{whyNot}</span>}
  </Alert>
);
