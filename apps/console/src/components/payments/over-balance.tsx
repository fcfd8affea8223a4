import { Alert } from "@/ui/alert.tsx";

type OverBalanceProps = {
  warning: string;
  /** The reason why this admin may not confirm it, or null. */
  whyNot: string | null;
};

/** A warning that more is taken than is owed, with the reason when this admin may not confirm it. */
export const OverBalance = ({ warning, whyNot }: OverBalanceProps) => (
  <Alert tone="warning">
    {warning}
    {whyNot !== null && <span className="block">{whyNot}</span>}
  </Alert>
);
